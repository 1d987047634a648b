package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.ApplicationMethods;
import org.latencyprobes.benchmarks.subject.StartUpJars;
import org.latencyprobes.benchmarks.subject.Transactions;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.GoalCheck;
import org.latencyprobes.benchmarks.trial.ReportSection;
import org.latencyprobes.benchmarks.trial.ReportSection.Topic;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.internal.report.Grid;
import org.latencyprobes.internal.report.UnitFactors;

/** The suite of an application, the transactions of {@link Transactions}, some methods of which are timed by our agent or by a peer. */
final class ApplicationSuite implements Suite {

    private static final List<Variant> VARIANTS = List.of(
            Variant.BARE,
            Variant.AGAIN,
            Variant.EMPTY_AGENT,
            Variant.ON,
            Variant.ON_RDTSC,
            Variant.ON_SELF,
            Variant.SAMPLED,
            Variant.COUNTED,
            Variant.OFF,
            Variant.FLIGHT_RECORDER,
            Variant.OPEN_TELEMETRY);

    /** Neither names whole packages, nor does anybody let each of 2,000 methods make a span. */
    private static final List<Variant> BROAD_VARIANTS = VARIANTS.stream()
            .filter(variant -> variant != Variant.OPEN_TELEMETRY)
            .toList();

    /** How much more two readings of {@code nanoTime} may take than two of a faster clock. */
    private static final double SLOW_CLOCK_NANOS = 30;

    private static final long START_MILLIS = 1_500;
    private static final Pattern FIGURES =
            Pattern.compile("^transactions (\\S+) (\\S+) (\\S+) (\\S+)$", Pattern.MULTILINE);

    /** What is printed of each JVM, in this order. */
    private enum Figure {
        PER_SECOND,
        P99_MICROS,
        HEAP_MIB,
        CODE_MIB
    }

    private final BenchmarkPreset preset;
    private final AgentArguments agents;
    private final Path emptyAgent;
    private final Map<ApplicationMethods, Map<Variant, Map<Figure, RoundValues>>> figures =
            new EnumMap<>(ApplicationMethods.class);

    ApplicationSuite(BenchmarkPreset preset, AgentArguments agents, StartUpJars jars) {
        this.preset = preset;
        this.agents = agents;
        emptyAgent = jars.emptyAgent();
    }

    /** All of them take a while, and a smoke test needs one. */
    private List<ApplicationMethods> methods() {
        return preset.name().equals(BenchmarkPreset.SMOKE.name())
                ? List.of(ApplicationMethods.NARROW)
                : List.of(ApplicationMethods.values());
    }

    private List<Variant> variants(ApplicationMethods methods) {
        return agents.available(methods == ApplicationMethods.BROAD ? BROAD_VARIANTS : VARIANTS);
    }

    @Override
    public List<Trial> round(int round) {
        List<Trial> trials = new ArrayList<>();
        for (ApplicationMethods methods : methods()) {
            List<Variant> variants = new ArrayList<>(variants(methods));
            Collections.rotate(variants, -round);
            for (Variant variant : variants) {
                trials.add(new Trial(
                        agents.jdk().shortLabel() + ", transactions, " + methods.title() + ", " + variant.title(),
                        START_MILLIS + 2 * preset.transactionMillis(),
                        () -> add(methods, variant)));
            }
        }
        return trials;
    }

    private void add(ApplicationMethods methods, Variant variant) throws IOException {
        String millis = String.valueOf(preset.transactionMillis());
        List<String> command = agents.command(variant, methods, Transactions.class, millis, millis);
        command.addAll(1, List.of("-Xms512m", "-Xmx512m"));
        if (variant == Variant.EMPTY_AGENT) {
            command.add(1, "-javaagent:" + emptyAgent);
        }
        String output = ChildJvm.output(command);
        Matcher found = FIGURES.matcher(output);
        if (!found.find()) {
            throw new IOException("no figures in: " + output.strip());
        }
        for (Figure figure : Figure.values()) {
            figures.computeIfAbsent(methods, any -> new EnumMap<>(Variant.class))
                    .computeIfAbsent(variant, any -> new EnumMap<>(Figure.class))
                    .computeIfAbsent(figure, any -> new RoundValues())
                    .add(Double.parseDouble(found.group(figure.ordinal() + 1)));
        }
    }

    private RoundValues of(ApplicationMethods methods, Variant variant, Figure figure) {
        return figures.get(methods).get(variant).get(figure);
    }

    @Override
    public List<ReportSection> sections() {
        List<ReportSection> sections = new ArrayList<>();
        for (ApplicationMethods methods : methods()) {
            Grid grid = new Grid(
                    1,
                    List.of(
                            "timed by",
                            "transactions/s",
                            "÷ bare",
                            "a call, ns above off",
                            "p99 ÷ bare",
                            "heap, MiB",
                            "code, MiB"));
            for (Variant variant : variants(methods)) {
                grid.add(List.of(
                        variant.title(),
                        of(methods, variant, Figure.PER_SECOND).text(0),
                        toBare(methods, variant, Figure.PER_SECOND).text(3),
                        callNanos(methods, variant).text(0),
                        toBare(methods, variant, Figure.P99_MICROS).text(2),
                        of(methods, variant, Figure.HEAP_MIB).text(1),
                        of(methods, variant, Figure.CODE_MIB).text(1)));
            }
            sections.add(new ReportSection(
                    Topic.APPLICATION, agents.jdk().label() + ", " + methods.title(), grid, agents.leftOut(VARIANTS)));
        }
        return sections;
    }

    /** What each timed call adds to a JVM whose probes are off. Empty where the number of calls is not known. */
    private RoundValues callNanos(ApplicationMethods methods, Variant variant) {
        return methods.calls() == 0
                ? new RoundValues()
                : transactionNanos(methods, variant)
                        .less(transactionNanos(methods, Variant.OFF))
                        .scaled(1.0 / methods.calls());
    }

    private RoundValues transactionNanos(ApplicationMethods methods, Variant variant) {
        return of(methods, variant, Figure.PER_SECOND).each(perSecond -> UnitFactors.NANOS_PER_SECOND / perSecond);
    }

    private RoundValues toBare(ApplicationMethods methods, Variant variant, Figure figure) {
        return of(methods, variant, figure).dividedBy(of(methods, Variant.BARE, figure));
    }

    /** What a call may add depends on whether the JVM, or our agent, has a faster clock than {@code nanoTime}. */
    @Override
    public List<GoalCheck> goals() {
        List<GoalCheck> goals = new ArrayList<>();
        for (ApplicationMethods methods : methods()) {
            for (Variant variant : agents.available(List.of(Variant.ON, Variant.ON_RDTSC))) {
                boolean isFast = variant == Variant.ON_RDTSC || agents.hasFastClock();
                if (methods.calls() > 0) {
                    goals.add(callGoal(methods, variant, isFast));
                }
                if (figures.get(methods).containsKey(Variant.FLIGHT_RECORDER)) {
                    goals.add(peerGoal(methods, variant));
                }
            }
        }
        return goals;
    }

    private GoalCheck callGoal(ApplicationMethods methods, Variant variant, boolean isFast) {
        double limit = isFast ? methods.limitNanos() : methods.limitNanos() + SLOW_CLOCK_NANOS;
        RoundValues nanos = callNanos(methods, variant);
        double noise = callNanos(methods, Variant.AGAIN)
                .less(callNanos(methods, Variant.BARE))
                .absolute()
                .median();
        String goal = variant.title() + ": a call ≤ " + RoundValues.number(limit, 0) + " ns above off";
        return new GoalCheck(label(methods) + goal, nanos.text(0), GoalCheck.status(nanos, 0, limit, noise));
    }

    /** Of a few methods throughput is judged, of whole packages the p99. */
    private GoalCheck peerGoal(ApplicationMethods methods, Variant variant) {
        boolean isBroad = methods.calls() == 0;
        Figure figure = isBroad ? Figure.P99_MICROS : Figure.PER_SECOND;
        RoundValues peer = of(methods, Variant.FLIGHT_RECORDER, figure);
        RoundValues ours = of(methods, variant, figure);
        RoundValues ratio = isBroad ? ours.dividedBy(peer) : peer.dividedBy(ours);
        double noise = toBare(methods, Variant.AGAIN, figure)
                .each(value -> value - 1)
                .absolute()
                .median();
        String goal = variant.title()
                + (isBroad ? ": p99 ≤ 1 × Flight Recorder's" : ": Flight Recorder's throughput ≤ 1 × ours");
        return new GoalCheck(label(methods) + goal, ratio.text(2), GoalCheck.status(ratio, 0, 1, noise));
    }

    private String label(ApplicationMethods methods) {
        return agents.jdk().shortLabel() + ", transactions, " + methods.title() + ", ";
    }

    @Override
    public Map<SummaryLine, String> summary() {
        return Map.of(
                SummaryLine.APPLICATION,
                methods().stream()
                        .filter(methods -> methods != ApplicationMethods.BROAD)
                        .map(methods ->
                                toBare(methods, Variant.ON, Figure.PER_SECOND).medianText(3))
                        .collect(Collectors.joining(" / ")));
    }
}
