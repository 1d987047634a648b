package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.figures.SeriesRow;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.histogram.SeriesReader;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Tests of which series are read, and of what that allocates. */
final class SeriesRowsTest {

    private static final int PROBES = 100;
    private static final ProbeModes NO_MODES = new ProbeModes(List.of(), List.of());
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<ProbeRecorder> probes = IntStream.range(0, PROBES)
            .mapToObj(i -> ProbeRecorder.named("series " + i, "desk", "fx"))
            .toList();
    private final SeriesRows rows = new SeriesRows(UnaryOperator.identity());
    private long number;

    /** Calls of some length, from 1 µs on. */
    private void calls() {
        for (ProbeRecorder probe : probes) {
            for (int bucket = 10; bucket < 17; bucket++) {
                probe.recordNanos((1L << bucket) + number);
            }
        }
    }

    /** How many bytes a reading allocates. */
    private long read() {
        long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        rows.read(++number, NO_MODES);
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    private void warmUp() {
        for (int i = 0; i < 3; i++) {
            calls();
            read();
        }
    }

    /** The row of the first probe. */
    private SeriesRow row() {
        return rows.since(0).stream()
                .filter(row -> row.probe().equals("series 0") && row.outcome().equals("ok"))
                .findFirst()
                .orElseThrow();
    }

    /** Also those of other tests in this JVM. */
    private static long series() {
        AtomicLong series = new AtomicLong();
        new SeriesReader().read(one -> series.incrementAndGet());
        return series.get();
    }

    /** The counters of one series are some 10 KB. */
    @Test
    void withoutNewCallsAReadingAllocatesNextToNothing() {
        warmUp();
        assertThat(read()).isLessThan(1_000 * series());
    }

    @Test
    void aReadingOfNewCallsAllocatesLittleMoreThanTheTextsOfHistograms() {
        warmUp();
        calls();
        assertThat(read())
                .isLessThan(1_000 * series() + PROBES * 5L * row().histogram().length());
    }

    @Test
    void aRowIsTheSameObjectUntilThereIsACall() {
        calls();
        read();
        SeriesRow former = row();
        read();
        assertThat(row()).isSameAs(former);
        assertThat(rows.since(number - 1)).doesNotContain(former);
        probes.get(0).recordNanos(5, Outcome.OK);
        read();
        assertThat(row().count()).isEqualTo(former.count() + 1);
        assertThat(rows.since(number - 1)).extracting(SeriesRow::probe).contains("series 0");
        assertThat(HistogramText.parse(row().histogram()).getCountAtValue(5)).isPositive();
    }

    @Test
    void aRowIsOneReadingWhateverIsRecordedMeanwhile() throws InterruptedException {
        probes.get(0).recordNanos(1);
        Thread recording = new Thread(() ->
                IntStream.range(0, 1_000_000).forEach(call -> probes.get(0).recordNanos(call & 0xFFFF)));
        recording.start();
        long least = 0;
        while (recording.isAlive()) {
            read();
            assertThat(HistogramText.parse(row().histogram()).getTotalCount())
                    .isEqualTo(row().timed())
                    .isGreaterThanOrEqualTo(least);
            least = row().timed();
        }
        recording.join();
        read();
        long last = row().count();
        calls();
        read();
        assertThat(row().count()).isEqualTo(last + 7);
        assertThat(last).isGreaterThanOrEqualTo(1_000_000);
    }

    @Test
    void whatIsNoneOfTheBusiestHasNoRowAndFewerCallsThanThese() {
        calls();
        SeriesRows few = new SeriesRows(UnaryOperator.identity(), 3);
        few.read(1, NO_MODES);
        assertThat(few.since(0)).hasSize(3).allMatch(row -> row.count() >= few.leastCount());
        assertThat(few.leftOut()).isPositive();
        assertThat(few.leastCount()).isPositive();
        read();
        assertThat(rows.leastCount()).isZero();
    }
}
