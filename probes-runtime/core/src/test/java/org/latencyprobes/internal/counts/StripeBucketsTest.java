package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.TestJvm;

class StripeBucketsTest {

    private static final long NANOS = 1_000;
    private static final long MOST_SAMPLES = TimeUnit.MINUTES.toSeconds(10) * 1_000_000;

    private final Counts counts = new Counts();

    @Test
    void samplesBeforeAndAfterTheBucketCameAreCounted() {
        long recorded = recordUntilOwn();
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
    void ownBucketsAndSharedOnesCountAll() {
        for (int index = 0; index < Layout.LENGTH; index++) {
            counts.record(Layout.lowestNanos(index));
        }
        counts.open(0, 0);
        counts.open(0, Layout.LENGTH / 2);
        counts.open(1, Layout.LENGTH - 1);
        int entry = Stripes.entryOf(Thread.currentThread());
        for (int stripe = 0; stripe < Stripes.COUNT; stripe++) {
            Stripes.leave(entry);
            for (int index = 0; index < Layout.LENGTH; index++) {
                counts.recordUnowned(Layout.lowestNanos(index), entry);
            }
        }
        long[] snapshot = counts.snapshot();
        for (int index = 0; index < Layout.LENGTH; index++) {
            assertThat(Read.countOf(snapshot, Layout.lowestNanos(index))).isEqualTo(Stripes.COUNT + 1);
        }
    }

    @Test
    void durationOutOfRangeIsClampedWhereTheStripeHasBuckets() throws Exception {
        ThreadWithStripe.run(() -> {
            int stripe = OwnedStripes.ofCurrent().number;
            counts.open(stripe, 0);
            counts.open(stripe, Layout.LENGTH - 1);
            Stream.of(-1L, Long.MIN_VALUE, Layout.MAX_NANOS + 1, Long.MAX_VALUE).forEach(counts::record);
        });
        long[] snapshot = counts.snapshot();
        assertThat(snapshot[Snapshot.CLAMPED_LOW]).isEqualTo(2);
        assertThat(snapshot[Snapshot.CLAMPED_HIGH]).isEqualTo(2);
        assertThat(Read.countOf(snapshot, 0)).isEqualTo(2);
        assertThat(Read.countOf(snapshot, Layout.MAX_NANOS)).isEqualTo(2);
    }

    @Test
    void stripeGetsEachBucketIntoWhichManySamplesCome() {
        long recorded = recordUntilOwn();
        long others = 0;
        while (counts.ownBuckets() < 3) {
            counts.record(NANOS << 5);
            counts.record(NANOS << 10);
            others++;
            assertThat(others).isLessThan(MOST_SAMPLES);
        }
        long[] snapshot = counts.snapshot();
        assertThat(Read.countOf(snapshot, NANOS)).isEqualTo(recorded);
        assertThat(Read.countOf(snapshot, NANOS << 5)).isEqualTo(others);
        assertThat(Read.countOf(snapshot, NANOS << 10)).isEqualTo(others);
    }

    @Test
    void stripesGetNothingWhereHalfOfTheCapIsUsed() {
        try (NoSpares noSpares = new NoSpares()) {
            assertThat(noSpares).isNotNull();
            MemoryCap.cap(2 * MemoryCap.usedBytes());
            MemoryCap.stock();
            assertThat(Spares.STRIPE_BUCKETS.take()).isNull();
            assertThat(Spares.TABLES.take()).isNull();
            assertThat(Spares.BUCKETS.take()).isNotNull();
        }
    }

    @Test
    void wideProbeOfSixteenProcessorsTakesNoMoreThanPromised() throws Exception {
        assertThat(TestJvm.run(WideProbe.class, "-Xmx256m", "-XX:ActiveProcessorCount=16"))
                .isEqualTo("own buckets 40, at most 98 KiB");
    }

    private void openAllOf(int stripe) {
        for (int index = 0; index < Layout.LENGTH; index += Layout.BUCKET_LENGTH) {
            counts.open(stripe, index);
            counts.open(stripe, index);
            MemoryCap.stock();
        }
    }

    @Test
    void thereAreNoMoreThanPromisedAndEachStripeLeavesTwoForEachOfTheOthers() {
        openAllOf(0);
        assertThat(counts.ownBuckets()).isEqualTo(StripeBuckets.MOST - 2 * (StripeBuckets.MOST_STRIPES - 1));
        for (int stripe = 1; stripe < StripeBuckets.MOST_STRIPES; stripe++) {
            int before = counts.ownBuckets();
            openAllOf(stripe);
            assertThat(counts.ownBuckets()).isEqualTo(before + 2);
        }
        for (int stripe = StripeBuckets.MOST_STRIPES; stripe < StripeBuckets.STRIPES; stripe++) {
            openAllOf(stripe);
        }
        assertThat(counts.ownBuckets()).isEqualTo(StripeBuckets.MOST);
    }

    @Test
    void aStripeGetsItsShareHoweverManyTheOthersWant() {
        for (int stripe = 0; stripe < StripeBuckets.MOST_STRIPES; stripe++) {
            counts.open(stripe, 0);
            MemoryCap.stock();
        }
        openAllOf(0);
        assertThat(counts.ownBuckets()).isEqualTo(StripeBuckets.MOST - (StripeBuckets.MOST_STRIPES - 1));
        for (int stripe = 1; stripe < StripeBuckets.MOST_STRIPES; stripe++) {
            openAllOf(stripe);
        }
        assertThat(counts.ownBuckets()).isEqualTo(StripeBuckets.MOST);
    }

    @Test
    void aStripeThatTheStockHadNothingForGetsItsShareLater() {
        List<long[]> taken = NoSpares.all(Spares.STRIPE_BUCKETS);
        counts.open(1, 0);
        taken.forEach(Spares.STRIPE_BUCKETS::give);
        assertThat(counts.ownBuckets()).isZero();
        openAllOf(0);
        int before = counts.ownBuckets();
        openAllOf(1);
        assertThat(counts.ownBuckets()).isEqualTo(before + 2);
    }

    @Test
    void wideProbeOfEightProcessorsTakesNoMoreThanPromised() throws Exception {
        assertThat(TestJvm.run(WideProbe.class, "-Xmx256m", "-XX:ActiveProcessorCount=8"))
                .isEqualTo("own buckets 19, at most 72 KiB");
    }

    @Test
    void wideProbeOfTwoProcessorsTakesNoMoreThanPromised() throws Exception {
        assertThat(TestJvm.run(WideProbe.class, "-Xmx256m", "-XX:ActiveProcessorCount=2"))
                .isEqualTo("own buckets 19, at most 72 KiB");
    }

    private long recordUntilOwn() {
        long recorded = 0;
        while (counts.ownBuckets() == 0) {
            counts.record(NANOS);
            recorded++;
            assertThat(recorded).isLessThan(MOST_SAMPLES);
        }
        return recorded;
    }
}
