package org.latencyprobes.internal.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.internal.probe.Hub;

class PackedSnapshotTest {

    private static final List<Object> KEY = List.of("a key");

    @Test
    void givesBackWhatWasPacked() {
        long[] snapshot = snapshot(Layout.LENGTH);
        snapshot[Snapshot.CLAMPED_LOW] = 1;
        snapshot[Snapshot.CLAMPED_HIGH] = 1 << 20;
        snapshot[Snapshot.UNPLACED] = Long.MAX_VALUE;
        snapshot[Snapshot.PERIOD] = 77;
        snapshot[Snapshot.COUNTS] = 127;
        snapshot[Snapshot.COUNTS + 1] = 128;
        snapshot[Snapshot.COUNTS + 4_000] = Long.MAX_VALUE;
        long[] unpacked = Arrays.copyOf(packed(KEY, reading(snapshot), null).unpack(new long[0]), snapshot.length);
        assertThat(unpacked).isEqualTo(snapshot);
    }

    @Test
    void whatWasInsideBeforeIsNotOfTheNextInterval() {
        Map<String, Object> first = Map.of(Hub.SNAPSHOT, counting(5), Hub.INSIDE, new long[] {5, 50, 2, 3, 4});
        PackedSnapshot before = packed(KEY, first, null);
        Map<String, Object> next = Map.of(Hub.SNAPSHOT, counting(9), Hub.INSIDE, new long[] {6, 60, 2, 3, 5});
        Nesting nesting = new IntervalCounts("", before, before.unpack(new long[0]), next, 0, 1).nesting();
        assertThat(nesting).isEqualTo(new Nesting(4, nesting.usualNanos(), 0, 1, 10, 0, 1));
    }

    @Test
    void whatAnOwnerOfAnOlderVersionCountsInsideIsKept() {
        Map<String, Object> reading = Map.of(Hub.SNAPSHOT, counting(5), Hub.INSIDE, new long[] {5, 50, 2, 3});
        PackedSnapshot packed = packed(KEY, reading, null);
        assertThat(packed.inside()).containsExactly(5, 50, 2, 3, 0);
    }

    @Test
    void givesBackAllOnes() {
        long[] snapshot = snapshot(Layout.LENGTH);
        Arrays.fill(snapshot, Snapshot.COUNTS, snapshot.length, -1L >>> 1);
        assertThat(Arrays.copyOf(packed(KEY, reading(snapshot), null).unpack(new long[0]), snapshot.length))
                .isEqualTo(snapshot);
    }

    @Test
    void zerosTakeNoRoom() {
        long[] sparse = snapshot(Layout.LENGTH);
        sparse[Snapshot.COUNTS + Layout.LENGTH - 1] = 1;
        assertThat(packed(KEY, reading(sparse), null).bytes(null)).isLessThan(150);
        assertThat(packed(KEY, reading(snapshot(0)), null).unpack(new long[0])).hasSize(Snapshot.COUNTS);
    }

    @Test
    void sharesWhatHasNotChangedWithTheOneBefore() {
        PackedSnapshot former = packed(KEY, reading(counting(5)), null);
        PackedSnapshot same = packed(List.of("a key"), reading(counting(5)), former);
        PackedSnapshot other = packed(KEY, reading(counting(6)), former);
        assertThat(same.key()).isSameAs(former.key());
        assertThat(same.bytes(former)).isLessThan(same.bytes(null));
        assertThat(other.bytes(former)).isEqualTo(other.bytes(null));
    }

    @Test
    void knowsWhetherACallHasCome() {
        PackedSnapshot known =
                PackedSnapshot.of(KEY, new long[] {3, 5}, reading(counting(3)), null, new PackedSnapshot.Packing());
        assertThat(known.isStill(new long[] {3, 5}, 0)).isTrue();
        assertThat(known.isStill(new long[] {4, 5}, 0)).isFalse();
        assertThat(known.isStill(new long[] {3, 6}, 0)).isFalse();
        assertThat(known.isStill(new long[] {3, 5}, 1)).isFalse();
        assertThat(known.isStill(null, 0)).isFalse();
        assertThat(packed(KEY, reading(counting(3)), null).isStill(null, 0)).isFalse();
    }

    @Test
    void roomIsUsedAgain() {
        long[] array = packed(KEY, reading(snapshot(Layout.LENGTH)), null).unpack(new long[500]);
        Arrays.fill(array, 7);
        assertThat(packed(KEY, reading(counting(1)), null).unpack(array))
                .isSameAs(array)
                .startsWith(Arrays.copyOf(counting(1), Snapshot.COUNTS))
                .endsWith(0, 0);
    }

    private static PackedSnapshot packed(List<Object> key, Map<String, Object> reading, PackedSnapshot formerOrNull) {
        return PackedSnapshot.of(key, null, reading, formerOrNull, new PackedSnapshot.Packing());
    }

    private static Map<String, Object> reading(long[] snapshot) {
        return Map.of(Hub.SNAPSHOT, snapshot, Hub.UNTIMED, 5L);
    }

    private static long[] counting(long count) {
        long[] snapshot = snapshot(3);
        snapshot[Snapshot.COUNTS + 2] = count;
        return snapshot;
    }

    private static long[] snapshot(int counters) {
        long[] snapshot = new long[Snapshot.COUNTS + counters];
        snapshot[0] = Snapshot.LAYOUT;
        return snapshot;
    }
}
