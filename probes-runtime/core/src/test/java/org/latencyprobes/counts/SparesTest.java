package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SparesTest {

    @BeforeEach
    @AfterEach
    void fill() {
        Memory.cap(Memory.DEFAULT_CAP_BYTES);
        Spares.refill();
    }

    @Test
    void spareIsZeroedOctave() {
        long[] spare = Spares.take();
        assertThat(spare).hasSize(Layout.OCTAVE_LENGTH).containsOnly(0);
        Spares.give(spare);
    }

    @Test
    void noSpareIsHandedOutTwice() {
        long[] one = Spares.take();
        long[] other = Spares.take();
        assertThat(one).isNotSameAs(other);
        Spares.give(one);
        Spares.give(other);
    }

    @Test
    void stockRunsOutWhereMemoryDoes() {
        try (NoSpares noSpares = new NoSpares()) {
            assertThat(noSpares).isNotNull();
            Spares.refill();
            assertThat(Spares.take()).isNull();
        }
    }

    @Test
    void stockIsRefilled() {
        for (int i = 0; i < Spares.KEPT; i++) {
            assertThat(Spares.take()).isNotNull();
        }
        assertThat(Spares.take()).isNull();
        Spares.refill();
        assertThat(Spares.take()).isNotNull();
    }

    @Test
    void whatHasNoPlaceInStockIsReleased() {
        long usedBytes = Memory.usedBytes();
        Spares.give(new long[Layout.OCTAVE_LENGTH]);
        assertThat(Memory.usedBytes()).isEqualTo(usedBytes - Memory.OCTAVE_BYTES);
        assertThat(Memory.grow(Memory.OCTAVE_BYTES)).isTrue();
    }
}
