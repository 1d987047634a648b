package org.latencyprobes.demo.date;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.demo.common.ChildRuns;
import org.latencyprobes.demo.common.ChildRuns.Child;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.Step;

/**
 * Runs all experiments again and again, each round in the opposite order of the last, so that a machine that gets slower or faster
 * treats them alike. A child that fails is missed; the others go on.
 */
final class DateRounds {

    private static final String LABEL = "round %d, %s";

    private final ChildCommand children;
    private final OutputFolder output;
    private final List<Slot> slots;
    private final DateComparison comparison;

    DateRounds(ExperimentSettings settings, ChildCommand children, OutputFolder output) {
        this.children = children;
        this.output = output;
        this.slots = slots(settings);
        this.comparison = new DateComparison(settings.rounds());
    }

    /** What will be run, in order. */
    List<Step> steps() {
        return slots.stream().map(Slot::step).toList();
    }

    DateComparison run(ChildRuns runs) throws IOException, InterruptedException {
        for (Slot slot : slots) {
            String id = slot.experiment().id();
            Path result = output.result(id, slot.round());
            Child child = new Child(
                    slot.step(),
                    scratch -> children.of(slot.experiment(), slot.round()),
                    output.log(id, slot.round()),
                    result);
            if (runs.run(child, file -> summary(ExperimentResult.load(file))).isEmpty()) {
                comparison.add(slot.experiment(), slot.round(), ExperimentResult.load(result));
            }
        }
        return comparison;
    }

    private record Slot(Experiment experiment, int round, Step step) {}

    private static List<Slot> slots(ExperimentSettings settings) {
        List<Slot> slots = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            List<Experiment> order = new ArrayList<>(List.of(Experiment.values()));
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (Experiment experiment : order) {
                String label = String.format(Locale.ROOT, LABEL, round, experiment.title());
                slots.add(new Slot(
                        experiment, round, new Step(experiment.id(), label, Estimate.millis(experiment, settings))));
            }
        }
        return slots;
    }

    private static String summary(ExperimentResult result) {
        ExperimentRun last = result.runs().get(result.runs().size() - 1);
        return String.format(Locale.ROOT, "p50 %.2f µs", last.probe().nanos(Level.P50) / 1_000);
    }
}
