package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.TestJvm;

class WindowsTest {

    private static final long NANOS = 1_000;
    private static final long MOST_SAMPLES = TimeUnit.MINUTES.toSeconds(10) * 1_000_000;

    private final Counts counts = new Counts();

    @Test
    void windowHasItsCounterInTheMiddleAndStaysInRange() {
        assertThat(firstIndexAround(2_000)).isEqualTo(2_000 - Windows.WIDTH / 2);
        assertThat(firstIndexAround(3)).isZero();
        assertThat(firstIndexAround(Layout.LENGTH - 1)).isEqualTo(Layout.LENGTH - Windows.WIDTH);
    }

    @Test
    void samplesBeforeAndAfterTheWindowCameAreCounted() {
        long recorded = recordUntilWindow();
        for (int i = 0; i < 10; i++) {
            counts.record(NANOS);
            counts.record(Layout.MAX_NANOS);
            counts.record(-1);
        }
        long[] snapshot = counts.snapshot();
        assertThat(Read.countOf(snapshot, NANOS)).isEqualTo(recorded + 10);
        assertThat(Read.countOf(snapshot, Layout.MAX_NANOS)).isEqualTo(10);
        assertThat(Read.countOf(snapshot, 0)).isEqualTo(10);
        assertThat(Read.total(snapshot)).isEqualTo(recorded + 30);
    }

    @Test
    void windowAtEitherEndOfTheRangeCountsAll() {
        for (int index = 0; index < Layout.LENGTH; index++) {
            counts.record(Layout.lowestNanos(index));
        }
        counts.open(0, 0);
        counts.open(1, Layout.LENGTH - 1);
        int entry = Lanes.entryOf(Thread.currentThread());
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            Lanes.leave(entry);
            for (int index = 0; index < Layout.LENGTH; index++) {
                counts.recordUnowned(Layout.lowestNanos(index), entry);
            }
        }
        long[] snapshot = counts.snapshot();
        for (int index = 0; index < Layout.LENGTH; index++) {
            assertThat(Read.countOf(snapshot, Layout.lowestNanos(index))).isEqualTo(Lanes.COUNT + 1);
        }
    }

    @Test
    void windowsAreLeftOutWhereHalfOfTheCapIsUsed() {
        try (NoSpares noSpares = new NoSpares()) {
            assertThat(noSpares).isNotNull();
            Memory.cap(2 * Memory.usedBytes());
            Memory.stock();
            assertThat(Spares.WINDOWS.take()).isNull();
            assertThat(Spares.OCTAVES.take()).isNotNull();
        }
    }

    @Test
    void wideProbeOfSixteenProcessorsTakesNoMoreThanPromised() throws Exception {
        assertThat(TestJvm.run(WideProbe.class, "-XX:ActiveProcessorCount=16")).isEqualTo("windows 16, at most 90 KiB");
    }

    @Test
    void thereAreNoMoreWindowsThanPromised() {
        for (int lane = 0; lane < Lanes.COUNT + OwnedLanes.COUNT; lane++) {
            counts.open(lane, 0);
            counts.open(lane, 0);
            Memory.stock();
        }
        assertThat(counts.windows()).isEqualTo(Windows.MOST);
    }

    @Test
    void wideProbeOfEightProcessorsTakesNoMoreThanPromised() throws Exception {
        assertThat(TestJvm.run(WideProbe.class, "-XX:ActiveProcessorCount=8")).isEqualTo("windows 7, at most 64 KiB");
    }

    @Test
    void wideProbeOfTwoProcessorsTakesNoMoreThanPromised() throws Exception {
        assertThat(TestJvm.run(WideProbe.class, "-XX:ActiveProcessorCount=2")).isEqualTo("windows 7, at most 64 KiB");
    }

    private static int firstIndexAround(int index) {
        long[] spare = new long[Windows.WIDTH + 1];
        Windows.place(spare, index);
        return Windows.firstIndex(spare);
    }

    private long recordUntilWindow() {
        long recorded = 0;
        while (counts.windows() == 0) {
            counts.record(NANOS);
            recorded++;
            assertThat(recorded).isLessThan(MOST_SAMPLES);
        }
        return recorded;
    }
}
