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
    void spareIsZeroedOctave() {
        long[] spare = Spares.OCTAVES.take();
        assertThat(spare).hasSize(Layout.OCTAVE_LENGTH).containsOnly(0);
        Spares.OCTAVES.give(spare);
    }

    @Test
    void noSpareIsHandedOutTwice() {
        long[] one = Spares.OCTAVES.take();
        long[] other = Spares.OCTAVES.take();
        assertThat(one).isNotSameAs(other);
        Spares.OCTAVES.give(one);
        Spares.OCTAVES.give(other);
    }

    @Test
    void stockRunsOutWhereMemoryDoes() {
        try (NoSpares noSpares = new NoSpares()) {
            assertThat(noSpares).isNotNull();
            Spares.OCTAVES.refill();
            assertThat(Spares.OCTAVES.take()).isNull();
        }
    }

    @Test
    void stockIsRefilled() {
        for (int i = 0; i < Spares.OCTAVES.kept(); i++) {
            assertThat(Spares.OCTAVES.take()).isNotNull();
        }
        assertThat(Spares.OCTAVES.take()).isNull();
        Spares.OCTAVES.refill();
        assertThat(Spares.OCTAVES.take()).isNotNull();
    }

    @Test
    void whatHasNoPlaceInStockIsReleased() {
        long usedBytes = MemoryCap.usedBytes();
        Spares.OCTAVES.give(new long[Layout.OCTAVE_LENGTH]);
        assertThat(MemoryCap.usedBytes()).isEqualTo(usedBytes - Spares.OCTAVES.bytes());
        assertThat(MemoryCap.take(Spares.OCTAVES.bytes(), 4)).isTrue();
    }
}
