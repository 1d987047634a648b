package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.benchmarks.Section.Topic;
import org.latencyprobes.report.Grid;

/** Everything measured, as text for the terminal and as the document. */
final class Outcome {

    private static final String TEMPLATE = "overhead.md";

    private final List<Suite> suites;
    private final Machine machine;
    private final Preset preset;
    private final List<Jdk> jdks;
    private final long tookMillis;

    Outcome(List<Suite> suites, Machine machine, Preset preset, List<Jdk> jdks, long tookMillis) {
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
                + jdks.stream().map(Jdk::label).collect(Collectors.joining(" and ")) + "; preset " + preset.name()
                + ": " + preset.rounds() + " rounds, " + Progress.duration(tookMillis);
    }

    private Grid goals() {
        Grid goals = new Grid(1, List.of("goal", "measured", "outcome"));
        for (Suite suite : suites) {
            for (Verdict verdict : suite.verdicts()) {
                goals.add(List.of(verdict.goal(), verdict.measured(), verdict.words()));
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
                .map(Section::markdown)
                .collect(Collectors.joining("\n"));
        return tables.isEmpty() ? "(not measured this time)\n" : tables;
    }

    private static String template() {
        try (InputStream template = Outcome.class.getResourceAsStream(TEMPLATE)) {
            return new String(template.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
