package org.latencyprobes.internal.jitter;

import java.util.Optional;
import org.latencyprobes.Readings;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/** The samples that samplers leave behind. */
final class Sampling {

    private Sampling() {}

    static long jitterCount(String probe, IntervalReader reader) {
        return Readings.of(probe, reader.read()).stream()
                .filter(Interval::isJitter)
                .mapToLong(Interval::count)
                .sum();
    }

    static Optional<Thread> thread(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findAny();
    }
}
