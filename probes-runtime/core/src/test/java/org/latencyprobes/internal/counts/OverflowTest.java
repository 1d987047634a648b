package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverflowTest {

    private final Overflow overflow = new Overflow();

    @Test
    void countsSampleByIndex() {
        overflow.add(0);
        overflow.add(0);
        overflow.add(Layout.LENGTH - 1);
        long[] counts = new long[Layout.LENGTH];
        overflow.addTo(counts, 0);
        assertThat(counts).startsWith(2, 0).endsWith(0, 1);
    }

    @Test
    void indexesThatWantSameSlotFindOneEach() {
        assertThat(overflow.add(1)).isTrue();
        assertThat(overflow.add(1 + Overflow.SLOTS)).isTrue();
        List<Integer> indexes = new ArrayList<>();
        overflow.forEachIndex(indexes::add);
        assertThat(indexes).containsExactly(1, 1 + Overflow.SLOTS);
    }

    @Test
    void refusesIndexWhenAllSlotsAreTaken() {
        for (int index = 0; index < Overflow.SLOTS; index++) {
            assertThat(overflow.add(index)).isTrue();
        }
        assertThat(overflow.add(Overflow.SLOTS)).isFalse();
        assertThat(overflow.add(0)).isTrue();
    }

    @Test
    void leavesWhatThereIsNoRoomForToTheNextSnapshot() {
        overflow.add(3);
        overflow.add(300);
        long[] counts = new long[128];
        overflow.addTo(counts, 0);
        assertThat(counts[3]).isEqualTo(1);
        long[] more = new long[Layout.LENGTH];
        overflow.addTo(more, 0);
        assertThat(more[300]).isEqualTo(1);
    }
}
