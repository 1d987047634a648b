package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.latencyprobes.analysis.statistics.Confidence;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.analysis.statistics.QuantileComparison.Basis;
import org.latencyprobes.analysis.statistics.QuantileComparison.Finding;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Percentiles;

/**
 * The comparison of two sides, by probe and percentile.
 *
 * @param before the side to compare with
 * @param after the side that is compared
 * @param rows one for each probe and percentile
 * @param method how they are compared
 */
record Comparison(Side before, Side after, List<Row> rows, ComparisonMethod method) {

    /** Fewer say nothing of any percentile. */
    private static final int LEAST_CALLS = 10;

    private static final double THOUSAND = 1_000;
    private static final int MOST_NAMED = 4;

    /** For the stretches of time that a single recording needs, with room for a first and a last one that are cut. */
    private static final int ENOUGH_SECONDS = QuantileEstimate.LEAST_BLOCKS + 5;

    /**
     * A percentile of a probe.
     *
     * @param probe its name with tags
     * @param result the comparison
     */
    record Row(String probe, QuantileComparison result) {

        /** Such as {@code p99.9}. */
        String percentile() {
            return Percentiles.name(result.before().percentile());
        }
    }

    /**
     * Compares.
     *
     * @throws IOException if no probe is in all runs
     */
    static Comparison of(Side before, Side after, List<Double> percentiles, ComparisonMethod method)
            throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String probe : common(before, after)) {
            if (!LineFilter.isJitter(probe)) {
                method.compared(before, after, probe, percentiles).forEach(result -> rows.add(new Row(probe, result)));
            }
        }
        if (rows.isEmpty()) {
            throw new IOException("no probe has samples in all runs of both sides; before: "
                    + listed(before.anyProbes()) + "; after: " + listed(after.anyProbes()));
        }
        List<Row> told = rows.stream()
                .filter(row -> hasCalls(before, after, row.probe()))
                .toList();
        return new Comparison(before, after, told.isEmpty() ? List.copyOf(rows) : told, method);
    }

    /** Whether a side has more calls than a method has that runs once for a program or a thread. */
    private static boolean hasCalls(Side before, Side after, String probe) {
        return Math.max(before.calls(probe), after.calls(probe)) >= LEAST_CALLS;
    }

    private static Set<String> common(Side before, Side after) {
        Set<String> probes = new TreeSet<>(before.probes());
        probes.retainAll(after.probes());
        return probes;
    }

    private static String listed(Set<String> probes) {
        List<String> names = probes.stream()
                .filter(probe -> !LineFilter.isJitter(probe))
                .limit(5)
                .toList();
        return names.isEmpty() ? "none" : String.join(", ", names) + (probes.size() > 5 ? " …" : "");
    }

    /** The confidence of one interval, so that all of them hold together (Bonferroni). */
    double confidence() {
        long intervals = rows.stream().filter(row -> row.result().isJudgeable()).count();
        return 1 - (1 - Confidence.USUAL) / Math.max(1, intervals);
    }

    /** The probes that are compared. */
    List<String> probes() {
        return rows.stream().map(Row::probe).distinct().toList();
    }

    /** Jitter that both sides have in all runs. */
    List<String> jitter() {
        return common(before, after).stream().filter(LineFilter::isJitter).toList();
    }

    /** What a reader must know besides the rows. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        String spread = method.spread().name();
        method.remarkPairs(before, after, remarks::add);
        if (has(Basis.STORED_SPREAD)) {
            remarks.add("how much runs differ is taken from " + spread);
        }
        if (has(Basis.RECORDINGS) && !spread.isEmpty()) {
            remarks.add(
                    "judged without " + spread + ", which lacks them or is of runs with more than twice the samples: "
                            + rows.stream()
                                    .filter(row -> row.result().basis() == Basis.RECORDINGS)
                                    .map(row -> row.probe() + " " + row.percentile())
                                    .collect(Collectors.joining(", ")));
        }
        if (has(Basis.RECORDINGS)) {
            remarkWarmUp(remarks, "before", before);
            remarkWarmUp(remarks, "after", after);
        }
        if (has(Basis.RECORDINGS, Finding.SLOWER, Finding.FASTER, Finding.SAME)) {
            remarks.add("verdicts on \"these recordings\" say nothing about releases: that needs "
                    + QuantileEstimate.LEAST_RUNS + " runs a side");
        }
        remarkMissing(remarks, "before", before, after);
        remarkMissing(remarks, "after", after, before);
        Set<String> few = common(before, after);
        few.removeIf(probe -> LineFilter.isJitter(probe) || hasCalls(before, after, probe));
        if (!few.isEmpty() && !probes().containsAll(few)) {
            remarks.add("not compared, with fewer than " + LEAST_CALLS + " calls a side: " + listed(few));
        }
        if (probes().stream().anyMatch(probe -> before.untimed(probe) + after.untimed(probe) > 0)) {
            remarks.add("some calls were counted and not timed; percentiles are of those that were timed");
        }
        remarkCauses(remarks, "before", before);
        remarkCauses(remarks, "after", after);
        remarkUnits(remarks);
        return remarks;
    }

    private void remarkUnits(List<String> remarks) {
        for (Row row : rows) {
            double ratio = row.result().ratio(Confidence.USUAL).estimate();
            double far = Math.max(ratio, 1 / ratio) / THOUSAND;
            if (far > 0.8 && far < 1.25) {
                remarks.add(row.probe + " " + row.percentile()
                        + " differs by a factor of about 1,000: do both sides have the same unit?");
            }
        }
    }

    private void remarkWarmUp(List<String> remarks, String name, Side side) {
        List<String> cut = probes().stream()
                .filter(probe -> side.warmUpMillis(probe) > 0)
                .map(probe -> probe + ' ' + Durations.text(side.warmUpMillis(probe) * THOUSAND))
                .toList();
        if (!cut.isEmpty()) {
            remarks.add("left out as warm-up, " + name + ": " + String.join(", ", cut));
        }
    }

    /** What came out, before any figure: a sentence; and, where something is missing, how to get it. */
    List<String> verdicts() {
        List<String> said = new ArrayList<>(List.of(findings()));
        double shortest = Math.min(before.seconds(), after.seconds());
        boolean isTooShort = shortest > 0
                && shortest < ENOUGH_SECONDS
                && rows.stream().anyMatch(row -> row.result().isTooShort());
        if (isTooShort) {
            said.add(
                    0,
                    String.format(
                            Locale.ROOT,
                            "too short: record %d s or longer (there are %.0f s before, %.0f s after), or %d runs of any length a side",
                            ENOUGH_SECONDS,
                            before.seconds(),
                            after.seconds(),
                            QuantileEstimate.LEAST_RUNS));
        }
        List<String> drifting = rows.stream()
                .filter(row -> row.result().drifts())
                .map(row -> row.probe() + ' ' + row.percentile())
                .toList();
        if (!drifting.isEmpty()) {
            said.add("drifts to its end, so that its interval is as wide as it drifts: " + named(drifting)
                    + "; it may still be warming up: record for longer, or " + QuantileEstimate.LEAST_RUNS
                    + " runs a side");
        } else if (!isTooShort) {
            adviseMore(said);
        }
        return said;
    }

    /** Where a row has no verdict, or cannot tell. */
    private void adviseMore(List<String> said) {
        if (has(Basis.RECORDINGS, Finding.TOO_FEW, Finding.UNDECIDED)) {
            said.add("to tell more: record longer, or " + QuantileEstimate.LEAST_RUNS
                    + " runs a side that each have 10 samples beyond the percentile");
        } else if (count(Finding.TOO_FEW) + count(Finding.UNDECIDED) > 0) {
            said.add("to tell more: more runs or longer ones"
                    + (count(Finding.UNDECIDED) > 0 && rows.size() > 1 ? ", fewer --percentiles" : "")
                    + (has(Basis.RUNS, Finding.UNDECIDED)
                            ? ", or --paired for as many runs a side that took turns"
                            : ""));
        }
    }

    /** How many rows have which finding, in a sentence. */
    private String findings() {
        List<String> parts = new ArrayList<>();
        add(parts, Finding.SLOWER, "slower");
        add(parts, Finding.FASTER, "faster");
        long same = count(Finding.SAME);
        long open = count(Finding.UNDECIDED);
        long none = rows.size()
                - rows.stream().filter(row -> row.result().isJudgeable()).count();
        if (same > 0) {
            parts.add("the same: " + same + " of " + rows.size());
        }
        if (open > 0) {
            parts.add("can't tell: " + open + " of " + rows.size());
        }
        if (none > 0) {
            parts.add("without a verdict: " + none + " of " + rows.size());
        }
        return String.join("; ", parts);
    }

    private long count(Finding finding) {
        return rows.stream()
                .filter(row -> row.result().finding(confidence()) == finding)
                .count();
    }

    private void add(List<String> parts, Finding finding, String word) {
        List<Row> found = rows.stream()
                .filter(row -> row.result().finding(confidence()) == finding)
                .toList();
        if (!found.isEmpty()) {
            parts.add(word + ": "
                    + named(found.stream()
                            .map(row -> row.probe() + ' ' + row.percentile() + " ×"
                                    + row.result().ratio(confidence()).text().split(" ")[0])
                            .toList()));
        }
    }

    private static String named(List<String> all) {
        return String.join(", ", all.subList(0, Math.min(MOST_NAMED, all.size())))
                + (all.size() > MOST_NAMED ? " and " + (all.size() - MOST_NAMED) + " more" : "");
    }

    private boolean has(Basis basis) {
        return has(basis, Finding.values());
    }

    private boolean has(Basis basis, Finding... findings) {
        return rows.stream()
                .map(Row::result)
                .anyMatch(
                        result -> result.basis() == basis && List.of(findings).contains(result.finding(confidence())));
    }

    private static void remarkCauses(List<String> remarks, String name, Side side) {
        long runs = side.runsWithCauses();
        if (runs > 0 && runs < side.runs().size()) {
            remarks.add("causes of slow calls are in " + runs + " of "
                    + side.runs().size() + " runs " + name + "; their time is divided by the calls of all runs");
        }
    }

    private static void remarkMissing(List<String> remarks, String name, Side side, Side other) {
        Set<String> missing = new TreeSet<>(side.anyProbes());
        missing.removeAll(common(side, other));
        missing.removeIf(LineFilter::isJitter);
        if (!missing.isEmpty()) {
            remarks.add("not in all runs of both sides, but in some " + name + ": " + listed(missing));
        }
    }
}
