package org.latencyprobes.benchmarks.stress;

import java.lang.reflect.Field;
import java.util.Arrays;
import org.latencyprobes.counts.Counts;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.counts.Memory;
import org.latencyprobes.counts.Snapshot;

/**
 * Lets recorders meet.
 *
 * <p>The production code keeps threads on lanes of their own and moves them on when they collide, so that two actors would hardly
 * ever touch one counter. Here each actor starts on the first lane; the field that says so is reached by reflection, since nothing
 * but a stress test has a reason to.
 */
final class OneLane {

    private static final byte FIRST_LANE = 1;
    private static final byte[] LANE_PLUS_ONE = lanes();

    static {
        Memory.cap(Long.MAX_VALUE); // counters come and go by the million, what they took is never given back
    }

    private OneLane() {}

    static Counts counts() {
        return new Counts();
    }

    /** Puts all threads on the first lane. */
    static void meet() {
        Arrays.fill(LANE_PLUS_ONE, FIRST_LANE);
    }

    static long countOf(long[] snapshot, long nanos) {
        int at = Snapshot.COUNTS + Layout.indexOf(nanos);
        return at < snapshot.length ? snapshot[at] : 0;
    }

    private static byte[] lanes() {
        try {
            Field field =
                    Class.forName(Counts.class.getPackageName() + ".Lanes").getDeclaredField("LANE_PLUS_ONE");
            field.setAccessible(true);
            return (byte[]) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
