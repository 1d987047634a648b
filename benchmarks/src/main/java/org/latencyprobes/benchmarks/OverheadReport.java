package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.benchmarks.ReportSection.Topic;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.StepProgress;
import org.latencyprobes.report.Grid;

/** The report on everything measured, as text for the terminal and as a document. */
final class OverheadReport {

    private static final String TEMPLATE = "overhead.md";

    private final List<Suite> suites;
    private final BenchmarkEnvironment machine;
    private final BenchmarkPreset preset;
    private final List<JavaRuntime> jdks;
    private final long tookMillis;

    OverheadReport(
            List<Suite> suites,
            BenchmarkEnvironment machine,
            BenchmarkPreset preset,
            List<JavaRuntime> jdks,
            long tookMillis) {
        this.suites = List.copyOf(suites);
        this.machine = machine;
        this.preset = preset;
        this.jdks = List.copyOf(jdks);
        this.tookMillis = tookMillis;
    }

    String text() {
        String tables = suites.stream()
                .flatMap(suite -> suite.sections().stream())
                .map(section -> section.topic().title() + ", " + section.text())
                .collect(Collectors.joining("\n"));
        return "\n" + conditions() + "\n\n" + tables + "\n" + goals().text();
    }

    private String conditions() {
        return machine.date() + ", " + machine + "; "
                + jdks.stream().map(JavaRuntime::label).collect(Collectors.joining(" and ")) + "; preset "
                + preset.name()
                + ": " + preset.rounds() + " rounds, " + StepProgress.duration(tookMillis);
    }

    private Grid goals() {
        Grid goals = new Grid(1, List.of("goal", "measured", "outcome"));
        for (Suite suite : suites) {
            for (GoalCheck goal : suite.goals()) {
                goals.add(List.of(goal.goal(), goal.measured(), goal.words()));
            }
        }
        return goals;
    }

    String markdown() {
        String document = template().replace("${conditions}", conditions()).replace("${goals}", goals().markdown());
        for (Topic topic : Topic.values()) {
            document = document.replace("${" + topic + "}", markdown(topic));
        }
        return document;
    }

    private String markdown(Topic topic) {
        String tables = suites.stream()
                .flatMap(suite -> suite.sections().stream())
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
