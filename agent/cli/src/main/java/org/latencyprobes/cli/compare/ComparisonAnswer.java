package org.latencyprobes.cli.compare;

import static org.latencyprobes.report.Percentiles.NANOS_PER_MICRO;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.analysis.markup.MarkdownText;
import org.latencyprobes.analysis.statistics.Interval;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.report.Percentiles;

/**
 * A comparison as an answer of the command line, and as Markdown.
 *
 * @param comparison what came out
 */
record ComparisonAnswer(Comparison comparison) {

    private static final double TAIL = 99.9;

    /** Adds sentences and tables for people. */
    Answer text(Answer answer) {
        sentences().forEach(answer::say);
        answer.table(
                "compare",
                Column.text("probe"),
                Column.text("percentile"),
                Column.micros("before"),
                Column.micros("after"),
                Column.text("difference"),
                Column.text("verdict"));
        comparison.rows().forEach(row -> answer.row(cells(row)));
        return causes().text(beside(answer));
    }

    private Object[] cells(Comparison.Row row) {
        QuantileComparison result = row.result();
        return new Object[] {
            row.probe(),
            row.percentile(),
            micros(result.before().nanos()),
            micros(result.after().nanos()),
            difference(result),
            result.verdict(comparison.confidence())
        };
    }

    private String difference(QuantileComparison result) {
        return result.difference(comparison.confidence())
                .map(nanos -> nanos / NANOS_PER_MICRO)
                .text();
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MICRO);
    }

    /** Adds sentences and tables for scripts. */
    Answer figures(Answer answer) {
        sentences().forEach(answer::say);
        answer.table(
                "compare",
                Column.text("probe"),
                Column.text("percentile"),
                Column.micros("beforeus"),
                Column.micros("afterus"),
                Column.micros("differenceus"),
                Column.micros("differenceLowus"),
                Column.micros("differenceHighus"),
                Column.number("ratio"),
                Column.number("ratioLow"),
                Column.number("ratioHigh"),
                Column.text("finding"),
                Column.text("verdict"));
        for (Comparison.Row row : comparison.rows()) {
            QuantileComparison result = row.result();
            Interval ratio = result.ratio(comparison.confidence());
            Interval difference = result.difference(comparison.confidence());
            boolean isBounded = result.isJudgeable();
            answer.row(
                    row.probe(),
                    row.percentile(),
                    micros(result.before().nanos()),
                    micros(result.after().nanos()),
                    micros(difference.estimate()),
                    isBounded ? micros(difference.low()) : "",
                    isBounded ? micros(difference.high()) : "",
                    number(ratio.estimate()),
                    isBounded ? number(ratio.low()) : "",
                    isBounded ? number(ratio.high()) : "",
                    result.finding(comparison.confidence()).name().toLowerCase(Locale.ROOT),
                    result.verdict(comparison.confidence()));
        }
        return causes().figures(beside(answer));
    }

    private CausesAnswer causes() {
        return new CausesAnswer(CauseComparison.all(comparison));
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.5f", ratio);
    }

    private Answer beside(Answer answer) {
        answer.table(
                "beside",
                Column.text("probe"),
                Column.number("callsBefore"),
                Column.number("callsAfter"),
                Column.number("perSecondBefore"),
                Column.number("perSecondAfter"),
                new Column("errorPercentBefore", Column.Type.PERCENT),
                new Column("errorPercentAfter", Column.Type.PERCENT));
        for (String probe : comparison.probes()) {
            answer.row(
                    probe,
                    comparison.before().calls(probe),
                    comparison.after().calls(probe),
                    perSecond(comparison.before(), probe),
                    perSecond(comparison.after(), probe),
                    String.format(Locale.ROOT, "%.3f", comparison.before().errorPercent(probe)),
                    String.format(Locale.ROOT, "%.3f", comparison.after().errorPercent(probe)));
        }
        return answer;
    }

    private static String perSecond(Side side, String probe) {
        double rate = side.perSecond(probe);
        return rate == 0 ? "" : String.format(Locale.ROOT, "%.1f", rate);
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
        for (String jitter : comparison.jitter()) {
            if (jitter.equals("jitter.hiccup") || jitter.equals("jitter.os")) {
                sentences.add(jitter + " p99.9: " + jitter(comparison.before(), jitter) + " µs before, "
                        + jitter(comparison.after(), jitter) + " µs after");
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
        return Percentiles.text(max);
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
        StringBuilder text = new StringBuilder(MarkdownText.list(remarks)).append(MarkdownText.list(sentences()));
        text.append("\n| probe | percentile | before µs | after µs | difference µs | verdict |\n");
        text.append("|---|---|---:|---:|---:|---|\n");
        for (Comparison.Row row : comparison.rows()) {
            QuantileComparison result = row.result();
            text.append(MarkdownText.row(
                    row.probe(),
                    row.percentile(),
                    Percentiles.text(result.before().nanos() / NANOS_PER_MICRO),
                    Percentiles.text(result.after().nanos() / NANOS_PER_MICRO),
                    difference(result),
                    result.verdict(comparison.confidence())));
        }
        text.append("\n| probe | calls per s | errors |\n|---|---|---|\n");
        for (String probe : comparison.probes()) {
            text.append(MarkdownText.row(
                    probe,
                    rate(comparison.before(), probe) + " → " + rate(comparison.after(), probe),
                    String.format(
                            Locale.ROOT,
                            "%.2f %% → %.2f %%",
                            comparison.before().errorPercent(probe),
                            comparison.after().errorPercent(probe))));
        }
        return text.append(causes().markdown()).toString();
    }
}
