package org.latencyprobes.demo.date;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.latencyprobes.analysis.page.Processor;
import org.latencyprobes.demo.common.Demo;
import org.latencyprobes.demo.common.DemoReport;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.JvmCommandLine;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.Step;
import org.latencyprobes.demo.common.figures.HistogramFile;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.experiment.DateSerialiser;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentMain;
import org.latencyprobes.demo.date.experiment.ExperimentResult;
import org.latencyprobes.demo.date.experiment.ExperimentRun;
import org.latencyprobes.demo.date.experiment.ExperimentSettings;

/**
 * The date comparison as a demo: all experiments, again in each round. Each round has the opposite order of the last, so that a machine
 * that gets slower or faster treats them alike. An experiment that fails is missing; the others go on.
 */
final class DateExperiments extends Demo<DateExperiments.PlannedExperiment> {

    private final ExperimentSettings settings;
    private final JavaRuntime java;
    private final Path agentJar;
    private final OutputFolder output;
    private final DateComparison comparison;

    DateExperiments(ExperimentSettings settings, JavaRuntime java, Path agentJar, OutputFolder output) {
        this.settings = settings;
        this.java = java;
        this.agentJar = agentJar;
        this.output = output;
        comparison = new DateComparison(settings.rounds());
    }

    /** One experiment in one round. */
    record PlannedExperiment(Experiment experiment, Step step) implements PlannedChild {}

    @Override
    protected List<PlannedExperiment> children() {
        List<PlannedExperiment> children = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            List<Experiment> order = new ArrayList<>(Experiment.of(settings));
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (Experiment experiment : order) {
                children.add(new PlannedExperiment(experiment, step(experiment, round)));
            }
        }
        return children;
    }

    private Step step(Experiment experiment, int round) {
        return new Step(
                experiment.id(),
                round,
                String.format(Locale.ROOT, "round %d, %s", round, experiment.title()),
                Estimate.millis(experiment, settings));
    }

    @Override
    protected List<String> command(PlannedExperiment planned, Path scratch, Path result) throws IOException {
        Step step = planned.step();
        return new JvmCommandLine(java)
                .flags(List.of("-Xms512m", "-Xmx512m", "-Djmh.ignoreLock=true"))
                .agent(
                        agentJar,
                        Map.of(
                                "report",
                                        output.exitReport(step.id(), step.round())
                                                .toString(),
                                "jitter", "hiccup",
                                "hlog",
                                        output.histogramLog(step.id(), step.round())
                                                .toString()))
                .running(ExperimentMain.class, step.id(), output.settings(), result);
    }

    @Override
    protected String summary(Path result) throws IOException {
        List<ExperimentRun> runs = ExperimentResult.load(result).runs();
        return String.format(
                Locale.ROOT, "p50 %.2f µs", runs.get(runs.size() - 1).probe().nanos(Level.P50) / 1_000);
    }

    @Override
    protected void add(PlannedExperiment planned, Path result, Optional<String> failure) throws IOException {
        if (failure.isEmpty()) {
            ExperimentResult completed = ExperimentResult.load(result);
            comparison.add(planned.experiment(), planned.step().round(), completed);
            HistogramFile.write(
                    output.measuredLog(planned.step().id(), planned.step().round()), measured(completed.compared()));
        }
    }

    /** The runs that are compared, a line each. Their times are right in length alone. */
    private static List<HistogramFile.Line> measured(List<ExperimentRun> runs) {
        List<HistogramFile.Line> lines = new ArrayList<>();
        long millis = System.currentTimeMillis();
        for (ExperimentRun run : runs) {
            long endMillis = millis + Math.round(run.seconds() * 1_000);
            lines.add(new HistogramFile.Line(DateSerialiser.PROBE, millis, endMillis, run.probe()));
            millis = endMillis;
        }
        return lines;
    }

    @Override
    protected DemoReport report() {
        return new DateReport(comparison, setup(), settings.rate(), settings.spinning());
    }

    @Override
    protected String setup() {
        return String.format(
                Locale.ROOT,
                "Date serialisation on %s; %s, %d CPUs; rounds: %d, runs in each: %d; with and without a socket %,d/s; verdict on"
                        + " %s sockets.",
                java.label(),
                Processor.name(),
                Runtime.getRuntime().availableProcessors(),
                settings.rounds(),
                settings.runs(),
                settings.rate(),
                settings.spinning() ? "spinning" : "sleeping");
    }
}
