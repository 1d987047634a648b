package org.latencyprobes.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Interval;

/**
 * The figures that a table shows of one probe and outcome. Immutable.
 *
 * @param name the probe's name
 * @param tags its tags, {@code {key=value,…}}, or empty
 * @param outcome {@code ok}, {@code error} or {@code cancelled}; empty where it is not known
 * @param isJitter whether the samples are delays of the JVM or the machine
 * @param count how many samples there were
 * @param perSecond samples per second
 * @param totalMicros the sum of their durations, in µs, at most 0.4 % off
 * @param micros the percentiles of {@link Percentiles#SHOWN}, in µs, none above the worst
 * @param worstMicros the longest, in µs
 */
public record Figures(
        String name,
        String tags,
        String outcome,
        boolean isJitter,
        long count,
        double perSecond,
        double totalMicros,
        List<Double> micros,
        double worstMicros) {

    /** By name, the outcomes of a probe together and {@code ok} first, the jitter samplers last. */
    public static final Comparator<Figures> BY_NAME = Comparator.comparing(Figures::isJitter)
            .thenComparing(Figures::name)
            .thenComparing(Figures::tags)
            .thenComparing(Figures::outcome, Comparator.reverseOrder());

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
        Histogram histogram = interval.histogram();
        double worstMicros = interval.worstNanos() / Percentiles.NANOS_PER_MICRO;
        Double[] micros = new Double[Percentiles.SHOWN.size()];
        for (int i = 0; i < micros.length; i++) {
            micros[i] = Math.min(worstMicros, Percentiles.micros(histogram, Percentiles.SHOWN.get(i)));
        }
        return new Figures(
                interval.name(),
                tags(interval.tags()),
                interval.outcome(),
                interval.isJitter(),
                interval.count(),
                perSecond,
                histogram.getTotalCount() == 0
                        ? 0
                        : histogram.getMean() * histogram.getTotalCount() / Percentiles.NANOS_PER_MICRO,
                List.of(micros),
                worstMicros);
    }

    private static String tags(Map<String, String> tags) {
        return tags.isEmpty()
                ? ""
                : tags.entrySet().stream()
                        .map(tag -> tag.getKey() + '=' + tag.getValue())
                        .collect(Collectors.joining(",", "{", "}"));
    }

    /**
     * The mean duration.
     *
     * @return in µs, not above the worst; 0 where there was no sample
     */
    public double meanMicros() {
        return count == 0 ? 0 : Math.min(worstMicros, totalMicros / count);
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

    /** The cells of every table: count, rate, total in ms, mean, percentiles and worst in µs. */
    List<String> cells() {
        String[] cells = new String[ReportTableText.HEADINGS.size()];
        double[] numbers = numbers();
        for (int i = 0; i < cells.length; i++) {
            cells[i] = ReportTableText.text(i, numbers[i]);
        }
        return List.of(cells);
    }

    /** The numbers in the order of {@link ReportTableText#HEADINGS}. */
    double[] numbers() {
        double[] numbers = new double[ReportTableText.HEADINGS.size()];
        numbers[0] = count;
        numbers[1] = perSecond;
        numbers[2] = totalMicros / ReportTableText.MICROS_PER_MILLI;
        numbers[3] = meanMicros();
        for (int i = 0; i < micros.size(); i++) {
            numbers[4 + i] = micros.get(i);
        }
        numbers[numbers.length - 1] = worstMicros;
        return numbers;
    }
}
