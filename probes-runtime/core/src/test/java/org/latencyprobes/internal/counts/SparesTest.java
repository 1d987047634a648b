package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SparesTest {

    @BeforeEach
    @AfterEach
    void fill() {
        MemoryCap.cap(MemoryCap.DEFAULT_CAP_BYTES);
        MemoryCap.stock();
    }

    @Test
    void spareIsZeroedBucket() {
        long[] spare = Spares.BUCKETS.take();
        assertThat(spare).hasSize(Layout.BUCKET_LENGTH).containsOnly(0);
        Spares.BUCKETS.give(spare);
    }

    @Test
    void noSpareIsHandedOutTwice() {
        long[] one = Spares.BUCKETS.take();
        long[] other = Spares.BUCKETS.take();
        assertThat(one).isNotSameAs(other);
        Spares.BUCKETS.give(one);
        Spares.BUCKETS.give(other);
    }

    @Test
    void stockRunsOutWhereMemoryDoes() {
        try (NoSpares noSpares = new NoSpares()) {
            assertThat(noSpares).isNotNull();
            Spares.BUCKETS.refill();
            assertThat(Spares.BUCKETS.take()).isNull();
        }
    }

    @Test
    void stockIsRefilled() {
        for (int i = 0; i < Spares.BUCKETS.kept(); i++) {
            assertThat(Spares.BUCKETS.take()).isNotNull();
        }
        assertThat(Spares.BUCKETS.take()).isNull();
        Spares.BUCKETS.refill();
        assertThat(Spares.BUCKETS.take()).isNotNull();
    }

    @Test
    void whatHasNoPlaceInStockIsReleased() {
        long usedBytes = MemoryCap.usedBytes();
        Spares.BUCKETS.give(new long[Layout.BUCKET_LENGTH]);
        assertThat(MemoryCap.usedBytes()).isEqualTo(usedBytes - Spares.BUCKETS.bytes());
        assertThat(MemoryCap.take(Spares.BUCKETS.bytes(), 4)).isTrue();
    }
}
