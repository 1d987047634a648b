package org.latencyprobes.internal.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.probe.Hub;

/**
 * The figures that a table shows of one probe and outcome. Immutable.
 *
 * @param name the probe's name
 * @param tags its tags, {@code {key=value,…}}, or empty
 * @param outcome {@code ok}, {@code error} or {@code cancelled}, {@code ok self} and {@code error self}; empty where it is not known
 * @param isJitter whether the samples are delays of the JVM or the machine
 * @param count how many calls there were
 * @param timed how many of them were timed: the figures in µs are of these
 * @param perSecond calls per second
 * @param totalMicros the sum of the calls' durations, in µs: at most 0.4 % off where all were timed, else estimated from those that were;
 *     NaN where none was, or where they are no uniform choice
 * @param micros the percentiles of {@link Percentiles#SHOWN}, in µs, none above the longest; NaN where the samples do not support one
 * @param bounds their confidence intervals, each null where it has none; empty where all calls were timed
 * @param isUniform whether the timed calls are a uniform choice of all; false where the mode changed within the time
 * @param maxMicros the longest that was timed, in µs; NaN where none was
 */
public record Figures(
        String name,
        String tags,
        String outcome,
        boolean isJitter,
        long count,
        long timed,
        double perSecond,
        double totalMicros,
        List<Double> micros,
        List<PercentileBounds> bounds,
        boolean isUniform,
        double maxMicros) {

    /**
     * The order of tables.
     *
     * @return by name, the outcomes of a probe together and {@code ok} first, self times below theirs, the jitter samplers last
     */
    public static Comparator<Figures> byName() {
        return Figures::compare; // one comparator: to link many is much of what a first table costs
    }

    private static int compare(Figures one, Figures other) {
        int order = Boolean.compare(one.isJitter, other.isJitter);
        order = order == 0 ? one.name.compareTo(other.name) : order;
        order = order == 0 ? one.tags.compareTo(other.tags) : order;
        order = order == 0 ? other.outcomeOfCall().compareTo(one.outcomeOfCall()) : order;
        return order == 0 ? one.outcome.compareTo(other.outcome) : order;
    }

    private String outcomeOfCall() {
        return outcome.replace(Hub.SELF_SUFFIX, "");
    }

    /**
     * The figures of an interval.
     *
     * @param interval the samples; not kept
     * @return its figures
     */
    public static Figures of(Interval interval) {
        return of(interval, interval.perSecond());
    }

    /**
     * The figures of an interval whose rate is that of another time.
     *
     * @param interval the samples; not kept
     * @param perSecond samples per second
     * @return its figures
     */
    public static Figures of(Interval interval, double perSecond) {
        boolean isTimed = interval.timed() > 0 || interval.untimed() == 0;
        double maxMicros = isTimed ? interval.maxNanos() / UnitFactors.NANOS_PER_MICRO : Double.NaN;
        List<Double> micros = new ArrayList<>();
        List<PercentileBounds> bounds = new ArrayList<>();
        for (double percentile : Percentiles.SHOWN) {
            boolean isSupported = PercentileBounds.isSupported(interval.timed(), percentile);
            micros.add(
                    isSupported
                            ? Math.min(maxMicros, Percentiles.micros(interval.histogram(), percentile))
                            : Double.NaN);
            if (interval.untimed() > 0) {
                bounds.add(
                        isSupported && interval.isUniform()
                                ? PercentileBounds.of(interval.histogram(), percentile)
                                : null);
            }
        }
        return new Figures(
                interval.name(),
                tags(interval.tags()),
                interval.outcome(),
                interval.isJitter(),
                interval.count(),
                interval.timed(),
                perSecond,
                totalMicros(interval),
                Collections.unmodifiableList(micros),
                Collections.unmodifiableList(bounds),
                interval.isUniform(),
                maxMicros);
    }

    /**
     * The same with another total.
     *
     * @param micros the sum of the calls' durations, in µs, estimated elsewhere
     * @return new figures
     */
    public Figures withTotal(double micros) {
        return new Figures(
                name,
                tags,
                outcome,
                isJitter,
                count,
                timed,
                perSecond,
                micros,
                this.micros,
                bounds,
                isUniform,
                maxMicros);
    }

    /**
     * The sum of the durations, without the rest of the figures.
     *
     * @param interval the samples; not kept
     * @return as {@link Figures#totalMicros()}
     */
    public static double totalMicros(Interval interval) {
        Histogram histogram = interval.histogram();
        if (interval.untimed() > 0 && !interval.isUniform()) {
            return Double.NaN;
        }
        if (histogram.getTotalCount() == 0) {
            return interval.untimed() == 0 ? 0 : Double.NaN;
        }
        double nanos = histogram.getMean() * histogram.getTotalCount(); // a sub-bucket's middle, where the max is exact
        double micros = Math.max(nanos, interval.maxNanos()) / UnitFactors.NANOS_PER_MICRO;
        return interval.untimed() == 0 ? micros : micros / interval.timed() * interval.count();
    }

    /**
     * Name and tags of an interval.
     *
     * @param interval any
     * @return as they stand in tables of methods, control characters and all
     */
    public static String label(Interval interval) {
        return label(interval.name(), interval.tags());
    }

    /**
     * Name and tags of a probe.
     *
     * @param name any
     * @param tags in order
     * @return as they stand in tables of methods, control characters and all
     */
    public static String label(String name, Map<String, String> tags) {
        return name + tags(tags);
    }

    private static String tags(Map<String, String> tags) {
        StringJoiner text = new StringJoiner(",", "{", "}").setEmptyValue("");
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            text.add(tag.getKey() + '=' + tag.getValue());
        }
        return text.toString();
    }

    /**
     * The mean duration.
     *
     * @return in µs, not above the longest; 0 where there was no call, NaN where the total is
     */
    public double meanMicros() {
        return count == 0 ? 0 : Math.min(maxMicros, totalMicros / count);
    }

    /**
     * Whether total and mean are estimated, and the longest is that of a part: where not all calls were timed.
     *
     * @return true where some were counted only
     */
    public boolean isEstimated() {
        return timed < count;
    }

    /**
     * Name and tags.
     *
     * @return a text on one line, for people
     */
    public String label() {
        return inOneLine(name + tags);
    }

    /**
     * A text on one line. A name may be any text; a control character in it would break the table, or control the terminal.
     *
     * @param label any text
     * @return the same with control characters written as numbers
     */
    public static String inOneLine(String label) {
        int at = 0;
        while (at < label.length() && !Character.isISOControl(label.charAt(at))) {
            at++;
        }
        if (at == label.length()) {
            return label;
        }
        StringBuilder text = new StringBuilder(label.length());
        for (char c : label.toCharArray()) {
            text.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return text.toString();
    }

    /** The numbers in the order of {@link ReportTableText#HEADINGS}, times in µs. */
    double[] numbers() {
        double[] numbers = new double[ReportTableText.HEADINGS.size()];
        numbers[0] = count;
        numbers[1] = perSecond;
        numbers[2] = totalMicros;
        numbers[3] = meanMicros();
        for (int i = 0; i < micros.size(); i++) {
            numbers[4 + i] = micros.get(i);
        }
        numbers[numbers.length - 1] = maxMicros;
        return numbers;
    }
}
