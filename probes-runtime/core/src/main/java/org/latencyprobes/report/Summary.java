package org.latencyprobes.report;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.histogram.Interval;

/** All probes of a reading in one table: count, rate, percentiles and worst, in µs; the jitter samplers last. */
public final class Summary {

    private final List<Interval> intervals;

    /**
     * Creates a summary.
     *
     * @param intervals what to show, in any order
     */
    public Summary(List<Interval> intervals) {
        this.intervals = intervals.stream()
                .sorted(Comparator.comparing(Interval::isJitter)
                        .thenComparing(Interval::name)
                        .thenComparing(interval -> interval.tags().toString())
                        .thenComparing(Interval::outcome, Comparator.reverseOrder()))
                .toList();
    }

    /**
     * The table, to be printed as text, Markdown or CSV.
     *
     * @return a grid in µs
     */
    public Grid grid() {
        List<String> headings = new ArrayList<>(List.of("probe", "outcome", "count", "per second"));
        headings.addAll(Percentiles.names());
        headings.add("worst");
        Grid grid = new Grid(2, headings);
        intervals.forEach(interval -> grid.add(row(interval)));
        return grid;
    }

    private static List<String> row(Interval interval) {
        List<String> cells = new ArrayList<>(List.of(
                label(interval),
                interval.outcome(),
                String.format(Locale.ROOT, "%,d", interval.count()),
                String.format(Locale.ROOT, "%,.1f", interval.perSecond())));
        Percentiles.SHOWN.forEach(
                percentile -> cells.add(Percentiles.text(Percentiles.micros(interval.histogram(), percentile))));
        cells.add(Percentiles.text(interval.worstNanos() / Percentiles.NANOS_PER_MICRO));
        return cells;
    }

    private static String label(Interval interval) {
        return inOneLine(interval.name() + tags(interval.tags()));
    }

    /**
     * A name made harmless: it may be any text, and a control character in it would break the table, or steer the terminal.
     *
     * @param label any text
     * @return the same with control characters written as numbers
     */
    public static String inOneLine(String label) {
        StringBuilder text = new StringBuilder(label.length());
        for (char c : label.toCharArray()) {
            text.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return text.toString();
    }

    private static String tags(Map<String, String> tags) {
        return tags.isEmpty()
                ? ""
                : tags.entrySet().stream()
                        .map(tag -> tag.getKey() + '=' + tag.getValue())
                        .collect(Collectors.joining(",", "{", "}"));
    }

    /**
     * What the table cannot show: samples that were clamped or found no bucket.
     *
     * @return a sentence for each probe concerned
     */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        for (Interval interval : intervals) {
            remark(remarks, interval, interval.clampedLow(), "below 0 and counted as 0");
            remark(remarks, interval, interval.clampedHigh(), "longer than 73 minutes and counted as that");
            remark(
                    remarks,
                    interval,
                    interval.unplaced(),
                    "counted but in no percentile: the memory cap left no bucket");
        }
        return remarks;
    }

    private static void remark(List<String> remarks, Interval interval, long count, String what) {
        if (count > 0) {
            remarks.add(label(interval) + ": " + count + " samples were " + what);
        }
    }

    /**
     * A probe's whole distribution, as HdrHistogram prints it for its plotting page.
     *
     * @param interval the samples
     * @return value in µs, percentile, total count, 1/(1 − percentile), by line
     */
    public static String distribution(Interval interval) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        interval.histogram()
                .outputPercentileDistribution(
                        new PrintStream(text, false, StandardCharsets.UTF_8), 5, Percentiles.NANOS_PER_MICRO);
        return text.toString(StandardCharsets.UTF_8);
    }
}
