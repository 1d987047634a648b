package org.latencyprobes.internal.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.Layout;
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
        long[] unpacked =
                Arrays.copyOf(PackedSnapshot.of(KEY, reading(snapshot), null).unpack(), snapshot.length);
        assertThat(unpacked).isEqualTo(snapshot);
    }

    @Test
    void givesBackAllOnes() {
        long[] snapshot = snapshot(Layout.LENGTH);
        Arrays.fill(snapshot, Snapshot.COUNTS, snapshot.length, -1L >>> 1);
        assertThat(Arrays.copyOf(PackedSnapshot.of(KEY, reading(snapshot), null).unpack(), snapshot.length))
                .isEqualTo(snapshot);
    }

    @Test
    void zerosTakeNoRoom() {
        long[] sparse = snapshot(Layout.LENGTH);
        sparse[Snapshot.COUNTS + Layout.LENGTH - 1] = 1;
        assertThat(PackedSnapshot.of(KEY, reading(sparse), null).bytes(null)).isLessThan(130);
        assertThat(PackedSnapshot.of(KEY, reading(snapshot(0)), null).unpack()).hasSize(Snapshot.COUNTS);
    }

    @Test
    void sharesWhatHasNotChangedWithTheOneBefore() {
        PackedSnapshot former = PackedSnapshot.of(KEY, reading(counting(5)), null);
        PackedSnapshot same = PackedSnapshot.of(List.of("a key"), reading(counting(5)), former);
        PackedSnapshot other = PackedSnapshot.of(KEY, reading(counting(6)), former);
        assertThat(same.key()).isSameAs(former.key());
        assertThat(same.bytes(former)).isLessThan(same.bytes(null));
        assertThat(other.bytes(former)).isEqualTo(other.bytes(null));
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
