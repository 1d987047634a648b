package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpillTest {

    private final Spill spill = new Spill();

    @Test
    void countsSampleByIndex() {
        spill.add(0);
        spill.add(0);
        spill.add(Layout.LENGTH - 1);
        long[] counts = new long[Layout.LENGTH];
        spill.addTo(counts, 0);
        assertThat(counts).startsWith(2, 0).endsWith(0, 1);
    }

    @Test
    void indexesThatWantSameSlotFindOneEach() {
        assertThat(spill.add(1)).isTrue();
        assertThat(spill.add(1 + Spill.SLOTS)).isTrue();
        List<Integer> indexes = new ArrayList<>();
        spill.forEachIndex(indexes::add);
        assertThat(indexes).containsExactly(1, 1 + Spill.SLOTS);
    }

    @Test
    void refusesIndexWhenAllSlotsAreTaken() {
        for (int index = 0; index < Spill.SLOTS; index++) {
            assertThat(spill.add(index)).isTrue();
        }
        assertThat(spill.add(Spill.SLOTS)).isFalse();
        assertThat(spill.add(0)).isTrue();
    }

    @Test
    void leavesWhatThereIsNoRoomForToTheNextSnapshot() {
        spill.add(3);
        spill.add(300);
        long[] counts = new long[128];
        spill.addTo(counts, 0);
        assertThat(counts[3]).isEqualTo(1);
        long[] more = new long[Layout.LENGTH];
        spill.addTo(more, 0);
        assertThat(more[300]).isEqualTo(1);
    }
}
