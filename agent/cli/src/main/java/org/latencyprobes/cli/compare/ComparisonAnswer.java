package org.latencyprobes.cli.compare;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.analysis.markup.MarkdownText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.analysis.statistics.TailSamples;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Numbers;
import org.latencyprobes.internal.report.Percentiles;

/**
 * A comparison as an answer of the command line, and as Markdown.
 *
 * @param comparison what came out
 */
record ComparisonAnswer(Comparison comparison) {

    private static final String TABLE = "compare";
    private static final double TAIL = 99.9;
    private static final List<String> HEADINGS =
            List.of("probe", "percentile", "before", "after", "difference", "verdict");

    /** A percentile, for people. */
    private record Told(
            String probe, String percentile, String before, String after, String difference, String verdict) {}

    /** A percentile, for scripts. */
    private record Figures(
            String probe,
            String percentile,
            double beforeus,
            double afterus,
            double differenceus,
            double differenceLowus,
            double differenceHighus,
            BigDecimal ratio,
            BigDecimal ratioLow,
            BigDecimal ratioHigh,
            String finding,
            String verdict) {}

    private record Beside(
            String probe,
            long callsBefore,
            long callsAfter,
            double perSecondBefore,
            double perSecondAfter,
            double errorPercentBefore,
            double errorPercentAfter) {}

    /** Adds sentences and tables for people. */
    Answer text(Answer answer) {
        answer.sentences().addAll(0, comparison.verdicts());
        sentences().forEach(answer::say);
        answer.add(TABLE, Told.class, comparison.rows().stream().map(this::told).toList());
        return causes().text(beside(answer));
    }

    /** In one unit. */
    private Told told(Comparison.Row row) {
        QuantileComparison result = row.result();
        double before = micros(result.before());
        double after = micros(result.after());
        ConfidenceInterval difference =
                result.difference(comparison.confidence()).map(nanos -> nanos / NANOS_PER_MICRO);
        int unit = Durations.unit(before, after);
        return new Told(
                row.probe(),
                row.percentile(),
                Durations.text(before, unit),
                Durations.text(after, unit),
                isTold(result) ? difference(difference, unit) : Durations.NONE,
                result.verdict(comparison.confidence()));
    }

    private List<List<String>> cells() {
        return comparison.rows().stream()
                .map(this::told)
                .map(told ->
                        List.of(told.probe, told.percentile, told.before, told.after, told.difference, told.verdict))
                .toList();
    }

    /** The table for the page. */
    PageTable pageTable() {
        return new PageTable("What is compared", HEADINGS.size(), HEADINGS, cells());
    }

    /** Whether both percentiles are told, and so their difference and ratio. */
    static boolean isTold(QuantileComparison result) {
        return !Double.isNaN(micros(result.before()) + micros(result.after()));
    }

    private static String difference(ConfidenceInterval difference, int unit) {
        String estimate = Durations.text(difference.estimate(), unit);
        return difference.isBounded()
                ? estimate + " (" + Durations.text(difference.low(), unit) + " to "
                        + Durations.text(difference.high(), unit) + ')'
                : estimate;
    }

    /** Of fewer than ten samples beyond it a percentile is not told. */
    private static double micros(QuantileEstimate estimate) {
        return new TailSamples(estimate.percentile(), estimate.samples()).isPrintable()
                ? estimate.nanos() / NANOS_PER_MICRO
                : Double.NaN;
    }

    /** Adds sentences and tables for scripts. */
    Answer figures(Answer answer) {
        answer.sentences().addAll(0, comparison.verdicts());
        sentences().forEach(answer::say);
        answer.add(
                TABLE,
                Figures.class,
                comparison.rows().stream().map(this::figures).toList());
        return causes().figures(beside(answer));
    }

    private Figures figures(Comparison.Row row) {
        QuantileComparison result = row.result();
        ConfidenceInterval ratio = result.ratio(comparison.confidence());
        ConfidenceInterval difference =
                result.difference(comparison.confidence()).map(nanos -> nanos / NANOS_PER_MICRO);
        boolean isBounded = result.isJudgeable();
        boolean isTold = isTold(result);
        return new Figures(
                row.probe(),
                row.percentile(),
                micros(result.before()),
                micros(result.after()),
                isTold ? difference.estimate() : Double.NaN,
                isBounded ? difference.low() : Double.NaN,
                isBounded ? difference.high() : Double.NaN,
                isTold ? ratio(ratio.estimate()) : null,
                isBounded ? ratio(ratio.low()) : null,
                isBounded ? ratio(ratio.high()) : null,
                result.finding(comparison.confidence()).name().toLowerCase(Locale.ROOT),
                result.verdict(comparison.confidence()));
    }

    private CausesAnswer causes() {
        return new CausesAnswer(CauseComparison.all(comparison));
    }

    /** Null where there is nothing to divide by. */
    private static BigDecimal ratio(double ratio) {
        return Double.isFinite(ratio) ? BigDecimal.valueOf(ratio).setScale(5, RoundingMode.HALF_UP) : null;
    }

    private Answer beside(Answer answer) {
        return answer.add(
                "beside",
                Beside.class,
                comparison.probes().stream()
                        .map(probe -> new Beside(
                                probe,
                                comparison.before().calls(probe),
                                comparison.after().calls(probe),
                                perSecond(comparison.before(), probe),
                                perSecond(comparison.after(), probe),
                                comparison.before().errorPercent(probe),
                                comparison.after().errorPercent(probe)))
                        .toList());
    }

    private static double perSecond(Side side, String probe) {
        double rate = side.perSecond(probe);
        return rate == 0 ? Double.NaN : rate;
    }

    private static String rate(Side side, String probe) {
        double rate = side.perSecond(probe);
        return rate == 0 ? "n/a" : String.format(Locale.ROOT, "%,.0f", rate);
    }

    /** What is said above the tables. */
    private List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add("before: " + side(comparison.before()) + "; after: " + side(comparison.after()));
        sentences.add("all intervals hold together with 95 % confidence");
        sentences.addAll(comparison.remarks());
        sentences.addAll(jitter());
        return sentences;
    }

    /** How much of it there was on both sides. */
    List<String> jitter() {
        List<String> sentences = new ArrayList<>();
        for (String jitter : comparison.jitter()) {
            if (jitter.equals("jitter.hiccup") || jitter.equals("jitter.os")) {
                sentences.add(jitter + " p99.9: " + jitter(comparison.before(), jitter) + " before, "
                        + jitter(comparison.after(), jitter) + " after");
            }
        }
        return sentences;
    }

    private static String side(Side side) {
        return side.name() + ", " + Plural.of(side.runs().size(), "run", "runs");
    }

    private static String jitter(Side side, String jitter) {
        double max = side.totals(jitter).stream()
                .mapToDouble(total -> tail(total))
                .average()
                .orElse(0);
        return Durations.text(max);
    }

    private static double tail(Histogram total) {
        return Percentiles.micros(total, TAIL);
    }

    /**
     * The comparison for a pull request.
     *
     * @param remarks what is to be said of the logs
     */
    String markdown(List<String> remarks) {
        StringBuilder text = new StringBuilder(
                        "**" + MarkdownText.escaped(String.join("; ", comparison.verdicts())) + "**\n\n")
                .append(MarkdownText.list(remarks))
                .append(MarkdownText.list(sentences()));
        text.append("\n| " + String.join(" | ", HEADINGS) + " |\n|---|---|---:|---:|---:|---|\n");
        cells().forEach(row -> text.append(MarkdownText.row(row.toArray(String[]::new))));
        text.append("\n| probe | calls per s | errors |\n|---|---|---|\n");
        for (String probe : comparison.probes()) {
            text.append(MarkdownText.row(
                    probe,
                    rate(comparison.before(), probe) + " → " + rate(comparison.after(), probe),
                    Numbers.percent(comparison.before().errorPercent(probe)) + " % → "
                            + Numbers.percent(comparison.after().errorPercent(probe)) + " %"));
        }
        return text.append(causes().markdown()).toString();
    }
}
