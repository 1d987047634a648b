package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.latencyprobes.Readings;
import org.latencyprobes.probe.LatencyProbe;

class ConcurrentReadersTest {

    private static final String NAME = "read by many";
    private static final int RECORDS = 2_000_000;

    /** The common pool's threads would live on, and keep stripes that other tests count. */
    private static final Executor ON_NEW_THREAD = task -> new Thread(task).start();

    private final LatencyProbe probe = LatencyProbe.named(NAME);

    @Test
    void readersThatReadMeanwhileEachGetEverySampleOnce() {
        CompletableFuture<Void> recorder = CompletableFuture.runAsync(this::recordAll, ON_NEW_THREAD);
        CompletableFuture<Long> one = CompletableFuture.supplyAsync(() -> sumUntil(recorder), ON_NEW_THREAD);
        CompletableFuture<Long> another = CompletableFuture.supplyAsync(() -> sumUntil(recorder), ON_NEW_THREAD);
        assertThat(one.join()).isEqualTo(RECORDS);
        assertThat(another.join()).isEqualTo(RECORDS);
    }

    private void recordAll() {
        for (int i = 0; i < RECORDS; i++) {
            probe.recordNanos(i);
        }
    }

    private static long sumUntil(CompletableFuture<Void> recorder) {
        IntervalReader reader = new IntervalReader();
        long sum = 0;
        boolean last;
        do {
            last = recorder.isDone();
            sum += Readings.of(NAME, reader.read()).stream()
                    .mapToLong(Interval::count)
                    .sum();
        } while (!last);
        return sum;
    }
}
