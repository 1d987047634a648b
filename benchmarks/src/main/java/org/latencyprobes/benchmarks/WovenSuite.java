package org.latencyprobes.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.latencyprobes.benchmarks.WovenGroup.Method;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.GoalCheck;
import org.latencyprobes.benchmarks.trial.ReportSection;
import org.latencyprobes.benchmarks.trial.ReportSection.Topic;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.internal.report.Grid;

/** The suite of whole probes on one JDK: around a getter and a method of 50 ns, in a loop and called now and then. */
final class WovenSuite implements Suite {

    static final double SAMPLED_LIMIT = 0.12;
    static final double OFF_LIMIT = 0.01;

    /** The bytes per call that count as none: an object has 16, so one object in 32 calls reaches the limit. */
    static final double BYTES_LIMIT = 0.5;

    /** For a probe that does not count the probes inside it, of two readings of {@code nanoTime}, by the number of threads. */
    private static final Map<Integer, Double> ON_LIMITS = Map.of(1, 0.60, 2, 0.65, 8, 0.70);

    /** For one that does. */
    private static final Map<Integer, Double> NESTING_LIMITS = Map.of(1, 0.68, 2, 0.72, 8, 0.78);

    /** The least ratio that is possible: two readings of the fastest clock. */
    private static final double ON_LEAST = 0.3;

    private static final List<Variant> ALL = List.of(
            Variant.BARE,
            Variant.AGAIN,
            Variant.NANO_TIME,
            Variant.COUNTER_TIME,
            Variant.ON,
            Variant.ON_NANO_TIME,
            Variant.ON_SELF,
            Variant.SAMPLED,
            Variant.COUNTED,
            Variant.OFF,
            Variant.OFF_AFTER_ON);
    private static final List<Variant> OF_GOALS =
            List.of(Variant.BARE, Variant.AGAIN, Variant.NANO_TIME, Variant.ON, Variant.SAMPLED);
    private static final List<Variant> OF_VIRTUAL_THREADS = List.of(Variant.BARE, Variant.NANO_TIME, Variant.ON);
    private static final List<Variant> COLD =
            List.of(Variant.ON, Variant.ON_NANO_TIME, Variant.ON_SELF, Variant.SAMPLED, Variant.COUNTED, Variant.OFF);

    private final BenchmarkPreset preset;
    private final AgentArguments agents;
    private final List<WovenGroup> groups = new ArrayList<>();
    private final ColdFigures cold;

    WovenSuite(BenchmarkPreset preset, AgentArguments agents) {
        this.preset = preset;
        this.agents = agents;
        cold = new ColdFigures(agents, preset.coldCalls());
        for (int threads : preset.threads()) {
            add(Method.GETTER, threads, threads == 1 || preset.everyCombination() ? ALL : OF_GOALS);
        }
        for (int threads : preset.threads()) {
            if (threads == 1 || preset.everyCombination()) {
                add(Method.SHORT, threads, OF_GOALS);
            }
        }
        if (agents.jdk().hasVirtualThreads() && preset.everyCombination()) {
            for (int threads : preset.threads()) {
                groups.add(new WovenGroup(Method.SHORT, threads, true, OF_VIRTUAL_THREADS));
            }
        }
    }

    private void add(Method method, int threads, List<Variant> variants) {
        groups.add(new WovenGroup(method, threads, false, agents.available(variants)));
    }

    @Override
    public List<Trial> round(int round) {
        return Stream.concat(
                        groups.stream().flatMap(group -> group.trials(round, preset, agents).stream()),
                        agents.available(COLD).stream().map(cold::trial))
                .toList();
    }

    @Override
    public List<ReportSection> sections() {
        List<ReportSection> sections = new ArrayList<>();
        String note = agents.leftOut(ALL)
                + (agents.hasFastClock() ? "" : " Flight Recorder's clock is no faster than `nanoTime` here.");
        note = note.strip();
        for (Method method : List.of(Method.GETTER, Method.SHORT)) {
            for (boolean virtual : List.of(false, true)) {
                List<WovenGroup> columns = groups.stream()
                        .filter(group -> group.method() == method && group.isVirtual() == virtual)
                        .toList();
                if (!columns.isEmpty()) {
                    String heading = agents.jdk().label() + ", "
                            + columns.get(0).methodTitle() + (virtual ? ", virtual threads" : "");
                    sections.add(new ReportSection(Topic.WOVEN, heading, table(columns), note));
                    note = "";
                }
            }
        }
        return sections;
    }

    private Grid table(List<WovenGroup> columns) {
        List<String> headings = new ArrayList<>(List.of("added by"));
        for (WovenGroup group : columns) {
            headings.add(group.threads() + (group.threads() == 1 ? " thread, ns" : " threads, ns"));
            headings.add("÷ `nanoTime`");
        }
        headings.addAll(List.of("now and then, p50, ns", "p99, ns", "bytes"));
        Grid grid = new Grid(1, headings);
        for (Variant variant : columns.get(0).variants()) {
            List<String> row =
                    new ArrayList<>(List.of(variant == Variant.BARE ? "bare, the whole call" : variant.title()));
            for (WovenGroup group : columns) {
                boolean isBare = variant == Variant.BARE;
                row.add((isBare ? group.nanos(variant) : group.added(variant)).text(1));
                row.add(isBare ? "–" : group.ratio(variant).text(2));
            }
            row.add(cold.p50(variant).text(0));
            row.add(cold.p99(variant).text(0));
            row.add(columns.get(0).addedBytes(variant).medianText(2));
            grid.add(row);
        }
        return grid;
    }

    @Override
    public List<GoalCheck> goals() {
        List<GoalCheck> goals = new ArrayList<>();
        for (WovenGroup group : groups) {
            if (!group.isVirtual()) {
                goals.addAll(goals(group));
            }
        }
        goals.add(bytes());
        return goals;
    }

    private List<GoalCheck> goals(WovenGroup group) {
        List<GoalCheck> goals = new ArrayList<>();
        for (Variant variant : group.variants()) {
            switch (variant) {
                case ON -> {
                    if (agents.hasFastClock()) {
                        goals.add(ratio(group, variant, ON_LEAST, ON_LIMITS.get(group.threads())));
                        goals.add(ratio(group, variant, ON_LEAST, NESTING_LIMITS.get(group.threads())));
                    }
                }
                case SAMPLED -> goals.add(ratio(group, variant, -SAMPLED_LIMIT, SAMPLED_LIMIT));
                case OFF, OFF_AFTER_ON -> goals.add(ratio(group, variant, -OFF_LIMIT, OFF_LIMIT));
                default -> {} // no goal
            }
        }
        return goals;
    }

    private GoalCheck ratio(WovenGroup group, Variant variant, double least, double limit) {
        RoundValues ratio = group.ratio(variant);
        return new GoalCheck(
                agents.jdk().shortLabel() + ", " + group.title() + ": " + variant.title() + " ≤ "
                        + RoundValues.number(limit, 2) + " × two `nanoTime`",
                ratio.text(2),
                GoalCheck.status(ratio, least, limit, group.noise()));
    }

    /** Checks platform threads only: JMH's virtual threads allocate while they wait for each other. */
    private GoalCheck bytes() {
        double most = groups.stream()
                .filter(group -> !group.isVirtual())
                .mapToDouble(group -> group.addedBytes(Variant.ON).median())
                .max()
                .orElseThrow();
        return new GoalCheck(
                agents.jdk().shortLabel() + ", platform threads: 0 bytes per call",
                "at most " + RoundValues.number(most, 3),
                GoalCheck.status(RoundValues.of(most), -BYTES_LIMIT, BYTES_LIMIT, 0));
    }

    @Override
    public Map<SummaryLine, String> summary() {
        WovenGroup getter = groups.get(0);
        Map<SummaryLine, String> lines = new EnumMap<>(SummaryLine.class);
        lines.put(
                SummaryLine.ON,
                getter.added(Variant.ON).medianText(0) + " ("
                        + getter.ratio(Variant.ON).medianText(2) + ")");
        lines.put(
                SummaryLine.COLD,
                cold.p50(Variant.ON).medianText(0) + " / "
                        + cold.p99(Variant.ON).medianText(0));
        lines.put(SummaryLine.OFF, getter.added(Variant.OFF_AFTER_ON).medianText(1));
        return lines;
    }
}
