package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.benchmarks.Section.Topic;
import org.latencyprobes.report.Grid;

/** How long a JVM takes to say hello, from the start of its process to the end, and what memory it takes, with and without agents. */
final class StartUpSuite implements Suite {

    static final double LIMIT_MILLIS = 25;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KIB_PER_MIB = 1024;
    private static final long RUN_MILLIS = 150;
    private static final int MEMORY_RUNS_PER_ROUND = 1;
    private static final Pattern PEAK_KIB = Pattern.compile("^VmHWM:\\s+(\\d+) kB$", Pattern.MULTILINE);

    /** What the JVM is started with. */
    enum Variant {
        NONE("no agent"),
        AGAIN("no agent, again"),
        EMPTY("empty agent"),
        NO_PROBE("Latency Probes, no probe"),
        PROBE("Latency Probes, one probe"),
        PROBE_QUIET("Latency Probes, one probe, report=off,jitter=off");

        private final String title;

        Variant(String title) {
            this.title = title;
        }

        boolean isProbed() {
            return this == PROBE || this == PROBE_QUIET;
        }
    }

    private final Preset preset;
    private final Jdk jdk;
    private final Path agent;
    private final StartUpJars jars;
    private final Map<Variant, Series> millis = new EnumMap<>(Variant.class);
    private final Map<Variant, Series> peakMib = new EnumMap<>(Variant.class);

    StartUpSuite(Preset preset, Jdk jdk, Path agent, StartUpJars jars) {
        this.preset = preset;
        this.jdk = jdk;
        this.agent = agent;
        this.jars = jars;
        for (Variant variant : Variant.values()) {
            millis.put(variant, new Series());
            peakMib.put(variant, new Series());
        }
    }

    @Override
    public List<Step> round(int round) {
        List<Step> steps = new ArrayList<>();
        for (int run = 0; run < preset.startUpRunsPerRound(); run++) {
            for (Variant variant : Variant.values()) {
                steps.add(new Step(
                        title(variant), RUN_MILLIS, () -> millis.get(variant).add(time(variant))));
            }
        }
        for (int run = 0; run < MEMORY_RUNS_PER_ROUND; run++) {
            for (Variant variant : Variant.values()) {
                steps.add(new Step(title(variant), RUN_MILLIS, () -> addPeak(variant)));
            }
        }
        return steps;
    }

    private String title(Variant variant) {
        return jdk.shortLabel() + ", start-up, " + variant.title;
    }

    private double time(Variant variant) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(variant))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        long startNanos = System.nanoTime();
        int exit = builder.start().waitFor();
        double took = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
        if (exit != 0) {
            throw new IOException("exit code " + exit + " of " + title(variant));
        }
        return took;
    }

    private void addPeak(Variant variant) throws IOException {
        List<String> command = command(variant);
        command.add("peak");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher peak = PEAK_KIB.matcher(output);
        if (peak.find()) {
            peakMib.get(variant).add(Long.parseLong(peak.group(1)) / KIB_PER_MIB);
        }
    }

    private List<String> command(Variant variant) {
        List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
        switch (variant) {
            case EMPTY -> command.add("-javaagent:" + jars.emptyAgent());
            case NO_PROBE, PROBE -> command.add("-javaagent:" + agent);
            case PROBE_QUIET -> command.add("-javaagent:" + agent + "=report=off,jitter=off");
            default -> {} // no agent
        }
        Class<?> main = variant.isProbed() ? ProbedHello.class : Hello.class;
        command.addAll(List.of("-cp", jars.application().toString(), main.getName()));
        return command;
    }

    @Override
    public List<Section> sections() {
        Grid grid = new Grid(1, List.of("hello world with", "ms", "more than empty agent, ms", "peak memory, MiB"));
        for (Variant variant : Variant.values()) {
            grid.add(List.of(
                    variant.title,
                    millis.get(variant).text(0),
                    aboveEmpty(variant).text(0),
                    peakMib.get(variant).text(0)));
        }
        return List.of(new Section(Topic.START_UP, jdk.label(), grid));
    }

    private Series aboveEmpty(Variant variant) {
        return difference(variant, Variant.EMPTY);
    }

    private Series difference(Variant variant, Variant from) {
        Series difference = new Series();
        for (int run = 0; run < millis.get(variant).size(); run++) {
            difference.add(millis.get(variant).get(run) - millis.get(from).get(run));
        }
        return difference;
    }

    @Override
    public List<Verdict> verdicts() {
        Series above = aboveEmpty(Variant.NO_PROBE);
        double noise = Math.abs(difference(Variant.AGAIN, Variant.NONE).median());
        return List.of(new Verdict(
                jdk.shortLabel() + ", start-up without a probe ≤ empty agent + " + Series.number(LIMIT_MILLIS, 0)
                        + " ms",
                "+" + above.text(0) + " ms",
                Verdict.outcome(above, -LIMIT_MILLIS, LIMIT_MILLIS, noise)));
    }
}
