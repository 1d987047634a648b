package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.benchmarks.ReportSection.Topic;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.report.Grid;

/**
 * The suite that times a JVM which says hello, from the start of its process to the end, with and without agents. It also reads the
 * process's peak memory.
 */
final class StartUpSuite implements Suite {

    static final double LIMIT_MILLIS = 25;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KIB_PER_MIB = 1024;
    private static final long RUN_MILLIS = 150;
    private static final int MEMORY_RUNS_PER_ROUND = 1;
    private static final Pattern PEAK_KIB = Pattern.compile("^VmHWM:\\s+(\\d+) kB$", Pattern.MULTILINE);

    /** The agents that the JVM is started with. */
    enum AgentVariant {
        NONE("no agent"),
        AGAIN("no agent, again"),
        EMPTY("empty agent"),
        NO_PROBE("Latency Probes, no probe"),
        PROBE("Latency Probes, one probe"),
        PROBE_QUIET("Latency Probes, one probe, report=off,jitter=off");

        private final String title;

        AgentVariant(String title) {
            this.title = title;
        }

        boolean isProbed() {
            return this == PROBE || this == PROBE_QUIET;
        }
    }

    private final BenchmarkPreset preset;
    private final JavaRuntime jdk;
    private final Path agent;
    private final StartUpJars jars;
    private final Map<AgentVariant, RoundValues> millis = new EnumMap<>(AgentVariant.class);
    private final Map<AgentVariant, RoundValues> peakMib = new EnumMap<>(AgentVariant.class);

    StartUpSuite(BenchmarkPreset preset, JavaRuntime jdk, Path agent, StartUpJars jars) {
        this.preset = preset;
        this.jdk = jdk;
        this.agent = agent;
        this.jars = jars;
        for (AgentVariant variant : AgentVariant.values()) {
            millis.put(variant, new RoundValues());
            peakMib.put(variant, new RoundValues());
        }
    }

    @Override
    public List<Trial> round(int round) {
        List<Trial> trials = new ArrayList<>();
        for (int run = 0; run < preset.startUpRunsPerRound(); run++) {
            for (AgentVariant variant : AgentVariant.values()) {
                trials.add(new Trial(
                        title(variant), RUN_MILLIS, () -> millis.get(variant).add(time(variant))));
            }
        }
        for (int run = 0; run < MEMORY_RUNS_PER_ROUND; run++) {
            for (AgentVariant variant : AgentVariant.values()) {
                trials.add(new Trial(title(variant), RUN_MILLIS, () -> addPeak(variant)));
            }
        }
        return trials;
    }

    private String title(AgentVariant variant) {
        return jdk.shortLabel() + ", start-up, " + variant.title;
    }

    private double time(AgentVariant variant) throws IOException, InterruptedException {
        List<String> command = command(variant);
        try (ChildJvm child = new ChildJvm()) {
            long startNanos = System.nanoTime();
            child.start(scratch -> command, ProcessBuilder.Redirect.DISCARD);
            int exitCode = child.await();
            double took = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
            if (exitCode != 0) {
                throw new IOException(ChildJvm.reason(exitCode) + " of " + title(variant));
            }
            return took;
        }
    }

    private void addPeak(AgentVariant variant) throws IOException {
        List<String> command = command(variant);
        command.add("peak");
        Matcher peak = PEAK_KIB.matcher(ChildJvm.output(command));
        if (peak.find()) {
            peakMib.get(variant).add(Long.parseLong(peak.group(1)) / KIB_PER_MIB);
        }
    }

    private List<String> command(AgentVariant variant) {
        List<String> command = new ArrayList<>(List.of(jdk.executable().toString()));
        switch (variant) {
            case EMPTY -> command.add("-javaagent:" + jars.emptyAgent());
            case NO_PROBE, PROBE -> command.add("-javaagent:" + agent);
            case PROBE_QUIET -> command.add("-javaagent:" + agent + "=report=off,jitter=off");
            case NONE, AGAIN -> {} // no agent
        }
        Class<?> main = variant.isProbed() ? ProbedHello.class : Hello.class;
        command.addAll(List.of("-cp", jars.application().toString(), main.getName()));
        return command;
    }

    @Override
    public List<ReportSection> sections() {
        Grid grid = new Grid(1, List.of("hello world with", "ms", "more than empty agent, ms", "peak memory, MiB"));
        for (AgentVariant variant : AgentVariant.values()) {
            grid.add(List.of(
                    variant.title,
                    millis.get(variant).text(0),
                    aboveEmpty(variant).text(0),
                    peakMib.get(variant).text(0)));
        }
        return List.of(new ReportSection(Topic.START_UP, jdk.label(), grid));
    }

    private RoundValues aboveEmpty(AgentVariant variant) {
        return difference(variant, AgentVariant.EMPTY);
    }

    private RoundValues difference(AgentVariant variant, AgentVariant from) {
        RoundValues difference = new RoundValues();
        for (int run = 0; run < millis.get(variant).size(); run++) {
            difference.add(millis.get(variant).get(run) - millis.get(from).get(run));
        }
        return difference;
    }

    @Override
    public List<GoalCheck> goals() {
        RoundValues above = aboveEmpty(AgentVariant.NO_PROBE);
        double noise =
                Math.abs(difference(AgentVariant.AGAIN, AgentVariant.NONE).median());
        return List.of(new GoalCheck(
                jdk.shortLabel() + ", start-up without a probe ≤ empty agent + " + RoundValues.number(LIMIT_MILLIS, 0)
                        + " ms",
                "+" + above.text(0) + " ms",
                GoalCheck.status(above, -LIMIT_MILLIS, LIMIT_MILLIS, noise)));
    }
}
