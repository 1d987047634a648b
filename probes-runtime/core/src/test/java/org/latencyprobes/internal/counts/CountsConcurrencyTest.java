package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CountsConcurrencyTest {

    private static final int THREADS = 8;
    private static final int RECORDS_EACH = 500_000;
    private static final int RECORDS = THREADS * RECORDS_EACH;
    private static final int DISTINCT_VALUES = 1_000;

    private final Counts first = new Counts();
    private final Counts second = new Counts();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void recordsOfEightThreadsIntoTwoCountersAreExact() throws Exception {
        for (var done : threads.invokeAll(IntStream.range(0, THREADS)
                .mapToObj(thread -> (Callable<Void>) this::recordIntoBoth)
                .toList())) {
            done.get();
        }
        assertExact(first.snapshot());
        assertExact(second.snapshot());
    }

    @Test
    void readerMeanwhileSeesCountsThatOnlyGrow() throws Exception {
        var recorders = IntStream.range(0, THREADS)
                .mapToObj(thread -> threads.submit(this::recordIntoBoth))
                .toList();
        long[] before = first.snapshot();
        while (!recorders.stream().allMatch(recorder -> recorder.isDone())) {
            long[] now = first.snapshot();
            assertNowhereLess(before, now);
            before = now;
        }
        for (var recorder : recorders) {
            recorder.get();
        }
        assertExact(first.snapshot());
    }

    private Void recordIntoBoth() {
        for (int i = 0; i < RECORDS_EACH; i++) {
            (i % 2 == 0 ? first : second).record(value(i / 2));
        }
        return null;
    }

    /** Values over 20 buckets, each the lowest of a counter of its own. */
    private static long value(int i) {
        return Layout.lowestNanos(i % DISTINCT_VALUES * 3);
    }

    private static void assertExact(long[] snapshot) {
        assertThat(Read.total(snapshot)).isEqualTo(RECORDS / 2);
        for (int i = 0; i < DISTINCT_VALUES; i++) {
            assertThat(Read.countOf(snapshot, value(i))).isEqualTo(RECORDS / 2 / DISTINCT_VALUES);
        }
        assertThat(snapshot[Snapshot.MAX]).isEqualTo(value(DISTINCT_VALUES - 1));
    }

    private static void assertNowhereLess(long[] before, long[] now) {
        assertThat(now).hasSizeGreaterThanOrEqualTo(before.length);
        for (int at = Snapshot.COUNTS; at < before.length; at++) {
            assertThat(now[at]).isGreaterThanOrEqualTo(before[at]);
        }
    }
}
