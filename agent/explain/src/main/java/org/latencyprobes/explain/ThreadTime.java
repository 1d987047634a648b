package org.latencyprobes.explain;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What one thread did during a call, by readings of its times. Between the last reading before the call and the first one in it lies the call's
 * start, and between the last two its end: what the thread did then may have been outside of the call. Immutable.
 *
 * @param fromNanos the first reading in the call, as {@link System#nanoTime()} counts
 * @param cpuNanos for how long the thread ran on a CPU since then, in ns, if it did so in the call as long as that fits
 * @param leastCpuNanos the same, if it did so outside of the call as long as that fits
 * @param runDelayNanos for how long it was ready to run since then and had no CPU, in ns, if that was in the call as long as it fits
 * @param leastRunDelayNanos the same, if that was outside of the call as long as it fits
 * @param throttledNanos how much of that its control group was throttled for, in ns
 * @param beginRunningNanos for how long it ran or was ready to before the first reading at most, in ns
 * @param begin what it did before the first reading; null where that is not known
 */
public record ThreadTime(
        long fromNanos,
        long cpuNanos,
        long leastCpuNanos,
        long runDelayNanos,
        long leastRunDelayNanos,
        long throttledNanos,
        long beginRunningNanos,
        Begin begin) {

    /**
     * The begin of a call, before the first reading in it.
     *
     * @param leastCpuNanos for how long the thread ran on a CPU at least, in ns
     * @param runDelayNanos for how long it was ready to run and had no CPU, in ns, by an estimate
     */
    public record Begin(long leastCpuNanos, long runDelayNanos) {}

    private static final int NUMBERS = 7;

    /**
     * The same as a text: numbers in the order of the components, the first one from the call's start on.
     *
     * @param startNanos when the call began
     * @return seven numbers, or nine where the begin is known
     */
    public String text(long startNanos) {
        LongStream read = LongStream.of(
                fromNanos - startNanos,
                cpuNanos,
                leastCpuNanos,
                runDelayNanos,
                leastRunDelayNanos,
                throttledNanos,
                beginRunningNanos);
        LongStream before =
                begin == null ? LongStream.empty() : LongStream.of(begin.leastCpuNanos, begin.runDelayNanos);
        return LongStream.concat(read, before).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }

    /**
     * Reads such a text.
     *
     * @param text what {@link #text} gave, or an empty one
     * @param startNanos when the call began
     * @return null where the text is empty, or another version has written it
     */
    public static ThreadTime parse(String text, long startNanos) {
        if (text.isEmpty()) {
            return null;
        }
        long[] numbers =
                Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
        if (numbers.length != NUMBERS && numbers.length != NUMBERS + 2) {
            return null; // of another version
        }
        return new ThreadTime(
                startNanos + numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                numbers.length > NUMBERS ? new Begin(numbers[NUMBERS], numbers[NUMBERS + 1]) : null);
    }

    /**
     * For how long the thread ran on a CPU in the call, at least.
     *
     * @return in ns, the begin included
     */
    public long allLeastCpuNanos() {
        return begin == null ? leastCpuNanos : begin.leastCpuNanos + leastCpuNanos;
    }

    /**
     * For how long the thread was ready to run and had no CPU, as far as that is known.
     *
     * @return in ns, the begin included
     */
    public long allRunDelayNanos() {
        return begin == null ? runDelayNanos : begin.runDelayNanos + runDelayNanos;
    }
}
