package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.ClassCost;
import org.latencyprobes.benchmarks.subject.Hello;
import org.latencyprobes.benchmarks.subject.MarkedMethods;
import org.latencyprobes.benchmarks.subject.ProbedHello;
import org.latencyprobes.benchmarks.subject.StartUpJars;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.GoalCheck;
import org.latencyprobes.benchmarks.trial.ReportSection;
import org.latencyprobes.benchmarks.trial.ReportSection.Topic;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.internal.report.Grid;

/**
 * The suite of a JVM that says hello, with and without agents: from the start of its process to the end, the first call of its probe, and
 * its peak memory. It also times the loading of many classes with probes.
 */
final class StartUpSuite implements Suite {

    static final double FIRST_CALL_LIMIT_MILLIS = 60;
    static final double CLASS_LIMIT_MILLIS = 0.3;

    /** By about so much a class's loading differs from run to run. */
    private static final double CLASS_NOISE_MILLIS = 0.02;

    private static final double LIMIT_MILLIS_OF_17 = 12;
    private static final double LIMIT_MILLIS = 18;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KIB_PER_MIB = 1024;
    private static final long RUN_MILLIS = 300;
    private static final long CLASSES_MILLIS = 2_000;
    private static final long LATER_MILLIS = 1_000;
    private static final Pattern FIRST_CALL = Pattern.compile("^first call (\\d+) ns$", Pattern.MULTILINE);
    private static final Pattern PEAK_KIB = Pattern.compile("^VmHWM:\\s+(\\d+) kB$", Pattern.MULTILINE);
    private static final Pattern CLASSES = Pattern.compile("^classes (\\S+) (\\S+)$", Pattern.MULTILINE);

    private static final MarkedMethods METHODS = new MarkedMethods(ProbedHello.Greeting.class.getName(), "greet", 1);
    private static final List<Variant> OURS =
            List.of(Variant.BARE, Variant.AGAIN, Variant.EMPTY_AGENT, Variant.NO_PROBE, Variant.ON);
    private static final List<Variant> PEERS =
            List.of(Variant.FLIGHT_RECORDER, Variant.OPEN_TELEMETRY, Variant.BYTEMAN, Variant.ASYNC_PROFILER);

    private final BenchmarkPreset preset;
    private final AgentArguments agents;
    private final StartUpJars jars;
    private final Map<Variant, RoundValues> millis = new EnumMap<>(Variant.class);
    private final Map<Variant, RoundValues> firstCallMillis = new EnumMap<>(Variant.class);
    private final Map<Variant, RoundValues> peakMib = new EnumMap<>(Variant.class);
    private final Map<Variant, RoundValues> classMillis = new EnumMap<>(Variant.class);
    private final Map<Variant, RoundValues> lastClassMillis = new EnumMap<>(Variant.class);

    StartUpSuite(BenchmarkPreset preset, AgentArguments agents, StartUpJars jars) {
        this.preset = preset;
        this.agents = agents;
        this.jars = jars;
    }

    @Override
    public List<Trial> round(int round) {
        List<Trial> trials = new ArrayList<>();
        for (int run = 0; run < preset.startUps(); run++) {
            trials.addAll(starts(OURS));
            trials.add(new Trial(
                    title(Variant.LATER), LATER_MILLIS + RUN_MILLIS, () -> addPeak(Variant.LATER, LATER_MILLIS)));
        }
        trials.addAll(starts(agents.available(PEERS)));
        for (Variant variant : List.of(Variant.BARE, Variant.ON)) {
            trials.add(new Trial(title(variant) + ", many classes", CLASSES_MILLIS, () -> addClasses(variant)));
        }
        return trials;
    }

    private List<Trial> starts(List<Variant> variants) {
        List<Trial> trials = new ArrayList<>();
        for (Variant variant : variants) {
            trials.add(new Trial(title(variant), RUN_MILLIS, () -> addStart(variant)));
            trials.add(new Trial(title(variant), RUN_MILLIS, () -> addPeak(variant, 0)));
        }
        return trials;
    }

    private String title(Variant variant) {
        return jdk().shortLabel() + ", start-up, " + variant.title();
    }

    private JavaRuntime jdk() {
        return agents.jdk();
    }

    private void addStart(Variant variant) throws IOException, InterruptedException {
        List<String> command = command(variant);
        try (ChildJvm child = new ChildJvm()) {
            long startNanos = System.nanoTime();
            child.start(scratch -> command, ProcessBuilder.Redirect.DISCARD);
            int exitCode = child.await();
            double took = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
            if (exitCode != 0) {
                throw new IOException(ChildJvm.reason(exitCode) + " of " + title(variant));
            }
            of(millis, variant).add(took);
        }
    }

    private void addPeak(Variant variant, long waitMillis) throws IOException {
        List<String> command = command(variant);
        command.addAll(List.of("peak", String.valueOf(waitMillis)));
        String output = ChildJvm.output(command);
        Matcher firstCall = FIRST_CALL.matcher(output);
        if (firstCall.find()) {
            of(firstCallMillis, variant).add(Long.parseLong(firstCall.group(1)) / NANOS_PER_MILLI);
        }
        Matcher peak = PEAK_KIB.matcher(output);
        if (peak.find()) {
            of(peakMib, variant).add(Long.parseLong(peak.group(1)) / KIB_PER_MIB);
        }
    }

    private List<String> command(Variant variant) throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk().executable().toString()));
        boolean isOurs = variant == Variant.ON || variant == Variant.LATER;
        boolean isProbed = isOurs || PEERS.contains(variant);
        if (variant == Variant.EMPTY_AGENT) {
            command.add("-javaagent:" + jars.emptyAgent());
        } else {
            command.addAll(agents.of(isOurs ? Variant.NO_PROBE : variant, METHODS)); // all defaults, as users start it
        }
        command.addAll(
                isProbed
                        ? List.of("-cp", jars.probed().toString(), ProbedHello.class.getName())
                        : List.of("-cp", jars.unprobed().toString(), Hello.class.getName()));
        return command;
    }

    private void addClasses(Variant variant) throws IOException {
        String output = ChildJvm.output(agents.command(variant, METHODS, ClassCost.class));
        Matcher classes = CLASSES.matcher(output);
        if (!classes.find()) {
            throw new IOException("no figures in: " + output.strip());
        }
        of(classMillis, variant).add(Double.parseDouble(classes.group(1)));
        of(lastClassMillis, variant).add(Double.parseDouble(classes.group(2)));
    }

    private static RoundValues of(Map<Variant, RoundValues> figures, Variant variant) {
        return figures.computeIfAbsent(variant, absent -> new RoundValues());
    }

    @Override
    public List<ReportSection> sections() {
        Grid grid = new Grid(
                1, List.of("hello world with", "ms", "above an empty agent, ms", "first call, ms", "peak memory, MiB"));
        List<Variant> variants = new ArrayList<>(OURS);
        variants.add(Variant.LATER);
        variants.addAll(agents.available(PEERS));
        for (Variant variant : variants) {
            grid.add(List.of(
                    rowTitle(variant),
                    of(millis, variant).text(0),
                    aboveEmpty(variant).text(0),
                    of(firstCallMillis, variant).text(1),
                    of(peakMib, variant).text(0)));
        }
        Grid classes = new Grid(1, List.of("a class with three probes, loaded", "bare, ms", "added by weaving, ms"));
        classes.add(List.of(
                "2nd to 501st",
                of(classMillis, Variant.BARE).text(3),
                woven(classMillis).text(3)));
        classes.add(List.of(
                "1,501st to 2,000th",
                of(lastClassMillis, Variant.BARE).text(3),
                woven(lastClassMillis).text(3)));
        return List.of(
                new ReportSection(Topic.START_UP, jdk().label(), grid, agents.leftOut(PEERS)),
                new ReportSection(Topic.START_UP, jdk().label() + ", CPU time of the loading thread", classes, ""));
    }

    private static String rowTitle(Variant variant) {
        return switch (variant) {
            case BARE -> "no agent";
            case AGAIN -> "no agent, again";
            case ON -> "Latency Probes, one probe";
            case LATER -> "the same, called after 1 s";
            default -> variant.title();
        };
    }

    private RoundValues woven(Map<Variant, RoundValues> figures) {
        return of(figures, Variant.ON).less(of(figures, Variant.BARE));
    }

    private RoundValues aboveEmpty(Variant variant) {
        return of(millis, variant).less(of(millis, Variant.EMPTY_AGENT));
    }

    @Override
    public List<GoalCheck> goals() {
        double noise = of(millis, Variant.AGAIN)
                .less(of(millis, Variant.BARE))
                .absolute()
                .median();
        double limit = jdk().feature() == JavaRuntime.OLDEST ? LIMIT_MILLIS_OF_17 : LIMIT_MILLIS;
        return List.of(
                goal("start-up without a probe, above an empty agent", aboveEmpty(Variant.NO_PROBE), limit, 0, noise),
                goal("first call of the first probe", of(firstCallMillis, Variant.ON), FIRST_CALL_LIMIT_MILLIS, 0, 0),
                goal("the same, called after 1 s", of(firstCallMillis, Variant.LATER), FIRST_CALL_LIMIT_MILLIS, 0, 0),
                goal(
                        "weaving of a class after the first",
                        woven(classMillis),
                        CLASS_LIMIT_MILLIS,
                        2,
                        CLASS_NOISE_MILLIS));
    }

    private GoalCheck goal(String what, RoundValues millis, double limit, int decimals, double noise) {
        return new GoalCheck(
                jdk().shortLabel() + ", " + what + " ≤ " + RoundValues.number(limit, decimals == 0 ? 0 : 1) + " ms",
                millis.text(decimals) + " ms",
                GoalCheck.status(millis, -limit, limit, noise));
    }

    @Override
    public Map<SummaryLine, String> summary() {
        return Map.of(
                SummaryLine.START_UP,
                aboveEmpty(Variant.NO_PROBE).text(0) + " / "
                        + of(firstCallMillis, Variant.ON).text(0));
    }
}
