package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.figures.Distribution;

/**
 * The messages of one run with the times at which each was due, was sent, and had its answer, in ns of {@link System#nanoTime()}. It is a
 * recorder independent of JLBH's.
 *
 * <p>One thread sends and one receives, in the same order. The times of a message are written before the count that publishes them, and the
 * counts are read before the times: {@link AtomicInteger#setRelease} pairs with {@link AtomicInteger#getAcquire}.
 */
final class RoundTrips {

    private static final int DIGITS = 3;

    private final long[] dueNanos;
    private final long[] sentNanos;
    private final long[] receivedNanos;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();

    RoundTrips(int most) {
        dueNanos = new long[most];
        sentNanos = new long[most];
        receivedNanos = new long[most];
    }

    /** A message is about to be sent. */
    void sent(long due, long now) {
        int index = sent.getPlain();
        dueNanos[index] = due;
        sentNanos[index] = now;
        sent.setRelease(index + 1);
    }

    /**
     * An answer came.
     *
     * @return whether it is the answer to the oldest message that has none
     */
    boolean received(long due, long now) {
        int index = received.getPlain();
        if (index >= sent.getAcquire() || dueNanos[index] != due) {
            return false;
        }
        receivedNanos[index] = now;
        received.setRelease(index + 1);
        return true;
    }

    int sent() {
        return sent.getAcquire();
    }

    /** The number of messages with an answer: all methods below are about these. */
    int answered() {
        return received.getAcquire();
    }

    long dueNanos(int index) {
        return dueNanos[index];
    }

    long sentNanos(int index) {
        return sentNanos[index];
    }

    long receivedNanos(int index) {
        return receivedNanos[index];
    }

    /** The time from when a message was due: so long a caller waits who keeps to the schedule. */
    long endToEndNanos(int index) {
        return receivedNanos[index] - dueNanos[index];
    }

    /** The time from when a message was really sent. */
    long roundTripNanos(int index) {
        return receivedNanos[index] - sentNanos[index];
    }

    Timing endToEnd() {
        return timing(indices().mapToLong(this::endToEndNanos));
    }

    Timing roundTrip() {
        return timing(indices().mapToLong(this::roundTripNanos));
    }

    /** The delay with which messages were sent. */
    Timing lag() {
        return timing(indices().mapToLong(index -> sentNanos[index] - dueNanos[index]));
    }

    /** The time from the first message's due time to the last answer; 0 if there was none. */
    double seconds() {
        int answered = answered();
        return answered == 0 ? 0 : (receivedNanos[answered - 1] - dueNanos[0]) / 1e9;
    }

    /** The answers a second in the last third of all; 0 for fewer than three. */
    double lastPerSecond() {
        int last = answered() - 1;
        int first = last - answered() / 3;
        return first == last ? 0 : (last - first) / ((receivedNanos[last] - receivedNanos[first]) / 1e9);
    }

    IntStream indices() {
        return IntStream.range(0, answered());
    }

    private static Timing timing(LongStream nanos) {
        Histogram histogram = new Histogram(DIGITS);
        long max = 0;
        long sum = 0;
        for (long value : nanos.map(each -> Math.max(0, each)).toArray()) {
            histogram.recordValue(value);
            max = Math.max(max, value);
            sum += value;
        }
        long count = histogram.getTotalCount();
        return new Timing(new Distribution(histogram, max), count == 0 ? 0 : (double) sum / count);
    }

    /** Writes a line of CSV for each. Times are in ns; {@code due} and {@code sent} count from the first message's due time. */
    void write(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("message,due,sent,round trip,end to end\n");
            long zeroNanos = answered() == 0 ? 0 : dueNanos(0);
            for (int i = 0; i < answered(); i++) {
                out.write((i + 1) + "," + (dueNanos(i) - zeroNanos) + "," + (sentNanos(i) - zeroNanos) + ","
                        + roundTripNanos(i) + "," + endToEndNanos(i) + "\n");
            }
        }
    }
}
