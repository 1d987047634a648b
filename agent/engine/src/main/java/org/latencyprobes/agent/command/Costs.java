package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.report.Numbers;

/**
 * The costs of measuring in a JVM.
 *
 * @param clock what calls are timed by: {@code tsc} or {@code nanotime}
 * @param source the kernel's clock source, which {@code nanotime} reads
 * @param readNanos one reading of it, in ns
 * @param stepNanos its resolution, in ns
 * @param errorPerMillion by how much {@code tsc} ran faster than {@code nanotime} so far, in millionths
 * @param callNanos the probe's own instructions in a call, in ns
 * @param calls how many were timed
 * @param spanMillis in what time, in ms; 0 where it is not known
 * @param methods how many are woven
 * @param classes how many are woven
 * @param weavingMillis what weaving took, in ms
 * @param linkingMillis what linking took, in ms
 * @param refused how many methods and probes were refused
 * @param countNanos the probe's own instructions in a call that is counted only, in ns; 0 where there is none
 * @param counted how many calls were counted only
 * @param basis what the two figures of a call are told by
 */
public record Costs(
        String clock,
        String source,
        double readNanos,
        long stepNanos,
        double errorPerMillion,
        double callNanos,
        long calls,
        long spanMillis,
        int methods,
        int classes,
        double weavingMillis,
        double linkingMillis,
        int refused,
        double countNanos,
        long counted,
        Basis basis) {

    /** What the cost of a call is told by. */
    public enum Basis {
        /** Calls of the application's, some of which were measured as they were recorded. */
        IN_PLACE("in place"),
        /** A loop of the agent's, compiled: too few calls were measured in place. */
        LOOP("loop"),
        /** The same before it was compiled, which is an upper bound and no estimate. */
        COLD_LOOP("cold loop");

        private final String label;

        Basis(String label) {
            this.label = label;
        }

        private static Basis labelled(String label) {
            return label.equals(LOOP.label) ? LOOP : label.equals(COLD_LOOP.label) ? COLD_LOOP : IN_PLACE;
        }

        private String sentence() {
            return switch (this) {
                case IN_PLACE -> "an estimate of the probes' own instructions: what lost inlining costs is not in it";
                case LOOP -> "an estimate of the probes' own instructions, by a loop of the agent's: rather low";
                case COLD_LOOP -> "an upper bound of the probes' own instructions: the agent's loop was not compiled";
            };
        }
    }

    /**
     * The calls of some time.
     *
     * @param timed how many were timed
     * @param counted how many were counted only
     * @param spanMillis in what time, in ms; 0 where it is not known
     * @param sinceOrNull what they are counted from; null for the start
     */
    public record Calls(long timed, long counted, long spanMillis, InPlaceCost.Mark sinceOrNull) {

        /**
         * In what time.
         *
         * @return in ns; 0 where it is not known
         */
        public long spanNanos() {
            return TimeUnit.MILLISECONDS.toNanos(spanMillis);
        }

        /**
         * The calls of intervals.
         *
         * @param intervals of any probes
         * @param spanMillis as above
         * @param sinceOrNull as above
         * @return the sums over them
         */
        static Calls of(Iterable<Interval> intervals, long spanMillis, InPlaceCost.Mark sinceOrNull) {
            long timed = 0;
            long counted = 0;
            for (Interval interval : intervals) {
                timed += interval.isCalls() ? interval.timed() : 0;
                counted += interval.isCalls() ? interval.untimed() : 0;
            }
            return new Calls(timed, counted, spanMillis, sinceOrNull);
        }
    }

    /** A function that measures the costs now. */
    @FunctionalInterface
    public interface Measure {

        /**
         * Measures.
         *
         * @param calls which ones
         * @return what they cost
         */
        Costs of(Calls calls);
    }

    /** Name of the table in an answer. */
    public static final String TABLE = "measuring";

    private static final Column[] COLUMNS = {
        text("clock"),
        text("source"),
        number("readNanos"),
        number("stepNanos"),
        number("errorPerMillion"),
        number("callNanos"),
        number("calls"),
        number("spanMillis"),
        number("methods"),
        number("classes"),
        number("weavingMillis"),
        number("linkingMillis"),
        number("refused"),
        number("countNanos"),
        number("counted"),
        text("basis"),
    };
    private static final int BASIS = COLUMNS.length - 1;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;
    private static final String COUNTER = "tsc";

    /**
     * Adds a table of one row.
     *
     * @param answer gets it
     * @return the answer
     */
    public Answer to(Answer answer) {
        return answer.table(TABLE, COLUMNS)
                .row(
                        clock,
                        source,
                        Texts.decimal(readNanos),
                        stepNanos,
                        Texts.decimal(errorPerMillion),
                        Texts.decimal(callNanos),
                        calls,
                        spanMillis,
                        methods,
                        classes,
                        Texts.decimal(weavingMillis),
                        Texts.decimal(linkingMillis),
                        refused,
                        Texts.decimal(countNanos),
                        counted,
                        basis.label);
    }

    /**
     * Adds facts about the clock alone.
     *
     * @param answer gets them
     */
    public void clockTo(Answer answer) {
        answer.fact(text("clock"), clock)
                .fact(number("clockReadNanos"), Texts.decimal(readNanos))
                .fact(number("clockStepNanos"), stepNanos)
                .fact(number("clockErrorPerMillion"), Texts.decimal(errorPerMillion));
    }

    /**
     * Reads a row.
     *
     * @param row as {@link #to} made it
     * @return the costs
     * @throws RuntimeException if it is none
     */
    public static Costs of(List<String> row) {
        return new Costs(
                row.get(0),
                row.get(1),
                Double.parseDouble(row.get(2)),
                Long.parseLong(row.get(3)),
                Double.parseDouble(row.get(4)),
                Double.parseDouble(row.get(5)),
                Long.parseLong(row.get(6)),
                Long.parseLong(row.get(7)),
                Integer.parseInt(row.get(8)),
                Integer.parseInt(row.get(9)),
                Double.parseDouble(row.get(10)),
                Double.parseDouble(row.get(11)),
                Integer.parseInt(row.get(12)),
                Double.parseDouble(row.get(13)),
                Long.parseLong(row.get(14)),
                Basis.labelled(row.size() > BASIS ? row.get(BASIS) : "")); // an older agent does not tell
    }

    /**
     * For people, below the table of what was recorded.
     *
     * @return lines, not ended
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(clockLine());
        lines.add(measuringLine());
        lines.add("  " + basis.sentence());
        lines.add("weaving: " + Plural.of(methods, "method", "methods") + " in "
                + Plural.of(classes, "class", "classes")
                + " in " + Numbers.fixed(weavingMillis, 0) + " ms, linking " + Numbers.fixed(linkingMillis, 1) + " ms"
                + (refused == 0 ? "" : ", " + refused + " refused"));
        return lines;
    }

    private String measuringLine() {
        List<String> terms = new ArrayList<>();
        if (calls > 0 || counted == 0) {
            terms.add(Numbers.fixed(callNanos, 0) + " ns a call × " + Numbers.fixed(calls, 0) + " calls");
        }
        if (counted > 0) {
            terms.add(Numbers.fixed(countNanos, 1) + " ns × " + Numbers.fixed(counted, 0)
                    + (calls > 0 ? " that" : " calls that") + " were counted only");
        }
        double millis = (calls * callNanos + counted * countNanos) / NANOS_PER_MILLI;
        return "measuring: " + (basis == Basis.COLD_LOOP ? "at most " : "") + String.join(", ", terms) + " = "
                + Numbers.fixed(millis, 1) + " ms"
                + (spanMillis > 0 ? ", " + Numbers.fixed(PERCENT * millis / spanMillis, 3) + " % of one core" : "");
    }

    private String clockLine() {
        boolean isCounter = clock.equals(COUNTER);
        // consecutive readings are that far apart at least, however often the clock steps
        String resolution = stepNanos <= 2 * readNanos ? "below that" : stepNanos + " ns";
        String line = "clock: " + clock + (isCounter ? "" : ", read from the kernel's " + source) + ", one reading "
                + Numbers.fixed(readNanos, 0) + " ns, resolution " + resolution;
        return isCounter
                ? line + ", " + Numbers.fixed(Math.abs(errorPerMillion), 1) + " ppm "
                        + (errorPerMillion < 0 ? "slower" : "faster") + " than nanotime"
                : line;
    }
}
