package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.GoalCheck;
import org.latencyprobes.benchmarks.trial.GoalCheck.GoalStatus;
import org.latencyprobes.benchmarks.trial.ReportSection;
import org.latencyprobes.benchmarks.trial.ReportSection.Topic;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Suite.SummaryLine;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.internal.report.Grid;

/** The report on everything measured, as text for the terminal and as a document. */
final class OverheadReport {

    private static final String TEMPLATE = "overhead.md";

    private final Map<JavaRuntime, List<Suite>> suites;
    private final BenchmarkEnvironment machine;
    private final BenchmarkPreset preset;
    private final double otherCpus;
    private final String took;

    /**
     * Creates the report.
     *
     * @param suites measured, by JDK
     * @param otherCpus the mean number of CPUs that other programs kept busy meanwhile
     * @param took how long it took
     */
    OverheadReport(
            Map<JavaRuntime, List<Suite>> suites,
            BenchmarkEnvironment machine,
            BenchmarkPreset preset,
            double otherCpus,
            String took) {
        this.suites = suites;
        this.machine = machine;
        this.preset = preset;
        this.otherCpus = otherCpus;
        this.took = took;
    }

    String text() {
        String tables = sections().map(ReportSection::text).collect(Collectors.joining("\n"));
        return "\n" + conditions() + "\n\n" + summary().text() + "\n" + tables + "\n"
                + goals(any -> true).text();
    }

    private Stream<ReportSection> sections() {
        return all().flatMap(suite -> suite.sections().stream());
    }

    private Stream<Suite> all() {
        return suites.values().stream().flatMap(List::stream);
    }

    private String conditions() {
        return machine.date() + ", " + machine + "; " + machine.during(otherCpus) + "; "
                + suites.keySet().stream().map(JavaRuntime::label).collect(Collectors.joining(" and ")) + "; preset "
                + preset.name() + ": " + preset.rounds() + (preset.rounds() == 1 ? " round, " : " rounds, ") + took;
    }

    private Grid summary() {
        List<String> headings = new ArrayList<>(List.of("what a probe costs on this CPU"));
        suites.keySet().forEach(jdk -> headings.add(jdk.shortLabel()));
        Grid summary = new Grid(1, headings);
        for (SummaryLine line : SummaryLine.values()) {
            List<String> row = new ArrayList<>(List.of(line.title()));
            for (List<Suite> measured : suites.values()) {
                row.add(measured.stream()
                        .map(suite -> suite.summary().getOrDefault(line, ""))
                        .filter(value -> !value.isEmpty())
                        .findFirst()
                        .orElse("–"));
            }
            summary.add(row);
        }
        return summary;
    }

    private Grid goals(Predicate<GoalCheck> wanted) {
        Grid goals = new Grid(1, List.of("goal", "measured", "outcome"));
        all().flatMap(suite -> suite.goals().stream())
                .filter(wanted)
                .forEach(goal -> goals.add(List.of(goal.goal(), goal.measured(), goal.words())));
        return goals;
    }

    private String met() {
        List<GoalStatus> all = all().flatMap(suite -> suite.goals().stream())
                .map(GoalCheck::status)
                .toList();
        int met = Collections.frequency(all, GoalStatus.MET);
        return met + " of " + all.size() + " goals are met" + (met == all.size() ? "." : ". The others:");
    }

    String markdown() {
        String document = template()
                .replace("${conditions}", conditions())
                .replace("${summary}", summary().markdown())
                .replace(
                        "${goals}",
                        met() + "\n\n"
                                + goals(goal -> goal.status() != GoalStatus.MET).markdown());
        for (Topic topic : Topic.values()) {
            document = document.replace("${" + topic + "}", markdown(topic));
        }
        return document;
    }

    private String markdown(Topic topic) {
        String tables = sections()
                .filter(section -> section.topic() == topic)
                .map(ReportSection::markdown)
                .collect(Collectors.joining("\n"));
        return tables.isEmpty() ? "(not measured this time)\n" : tables;
    }

    private static String template() {
        try (InputStream template = OverheadReport.class.getResourceAsStream(TEMPLATE)) {
            return new String(template.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
