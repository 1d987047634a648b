package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** A wait for what depends on time alone. */
final class TimedWait {

    private static final Duration LONGER_THAN_READING_TWICE = Duration.ofMillis(200);

    private TimedWait() {}

    /** Until a registry that reads a meter again is taken for publishing again. */
    static void untilReadingAgainCounts() {
        long startNanos = System.nanoTime();
        await().atMost(2, MINUTES)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> System.nanoTime() - startNanos > LONGER_THAN_READING_TWICE.toNanos());
    }
}
