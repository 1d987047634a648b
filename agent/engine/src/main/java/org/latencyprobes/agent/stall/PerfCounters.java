package org.latencyprobes.agent.stall;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.latencyprobes.agent.base.TemporaryLoader;

/**
 * The JVM's performance counters, which are plain memory of this process: a reading is some loads.
 *
 * <p>The class that gives the memory, {@code jdk.internal.perf.Perf}, is exported only for as long as it takes to get it. HotSpot counts in
 * ticks of its own clock, which is mapped to {@link System#nanoTime()}. It writes the time of a safepoint after the threads run again.
 */
final class PerfCounters implements JvmCounters {

    private static final String PACKAGE = "jdk.internal.perf";
    private static final String COLLECTOR = "sun.gc.collector.";

    /** Of a collector that collects beside the threads there is no survivors' space. */
    private static final String SURVIVORS = "sun.gc.generation.0.space.1.capacity";

    private static final int MOST_COLLECTORS = 8;
    private static final int MAPPINGS = 20;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final ByteBuffer memory;
    private final double nanosPerTick;
    private final long originNanos;
    private final boolean mayWaitForMemory;
    private final int safepoints;
    private final int safepointTime;
    private final int reachTime;
    private final int applicationTime;
    private final int[] pauses;
    private final int[] pauseTimes;
    private final int[] lastStarts;
    private final int[] lastEnds;
    private final Integer compileTime;
    private final long openedNanos = System.nanoTime();
    private final long compileNanosAtOpen;

    private PerfCounters(ByteBuffer memory, Map<String, Integer> offsets, double nanosPerTick, long originNanos) {
        this.memory = memory;
        this.nanosPerTick = nanosPerTick;
        this.originNanos = originNanos;
        mayWaitForMemory = !offsets.containsKey(SURVIVORS);
        safepoints = offsets.get("sun.rt.safepoints");
        safepointTime = offsets.get("sun.rt.safepointTime");
        reachTime = offsets.get("sun.rt.safepointSyncTime");
        applicationTime = offsets.get("sun.rt.applicationTime");
        int[] collectors = new int[MOST_COLLECTORS];
        int count = 0;
        for (int number = 0; number < MOST_COLLECTORS; number++) {
            if (offsets.containsKey(COLLECTOR + number + ".lastExitTime")) {
                collectors[count++] = number;
            }
        }
        collectors = Arrays.copyOf(collectors, count);
        pauses = offsets(offsets, collectors, ".invocations");
        pauseTimes = offsets(offsets, collectors, ".time");
        lastStarts = offsets(offsets, collectors, ".lastEntryTime");
        lastEnds = offsets(offsets, collectors, ".lastExitTime");
        compileTime = offsets.get("java.ci.totalTime");
        compileNanosAtOpen = compileNanos();
    }

    private static int[] offsets(Map<String, Integer> offsets, int[] collectors, String what) {
        return Arrays.stream(collectors)
                .map(number -> offsets.get(COLLECTOR + number + what))
                .toArray();
    }

    /**
     * Opens them.
     *
     * @return null where the JVM has none, as with {@code -XX:-UsePerfData}, or does not show them
     */
    static PerfCounters open(Instrumentation instrumentation) {
        try {
            MethodHandles.Lookup lookup = TemporaryLoader.exported(instrumentation, Object.class.getModule(), PACKAGE);
            return open(lookup, Class.forName(PACKAGE + ".Perf", true, null));
        } catch (Throwable notThisJvm) { // another JVM than HotSpot, or a later one; handles declare Throwable
            return null;
        }
    }

    private static PerfCounters open(MethodHandles.Lookup lookup, Class<?> type) throws Throwable {
        Object perf =
                lookup.findStatic(type, "getPerf", MethodType.methodType(type)).invoke();
        ByteBuffer memory = attach(lookup, type, perf);
        Map<String, Integer> offsets = PerfData.offsets(memory);
        if (offsets.isEmpty()) {
            return null;
        }
        MethodHandle ticks = lookup.findVirtual(type, "highResCounter", MethodType.methodType(long.class))
                .bindTo(perf);
        // not its counter of the same: that is missing until agents have been started
        long ticksPerSecond = (long) lookup.findVirtual(type, "highResFrequency", MethodType.methodType(long.class))
                .invoke(perf);
        double nanosPerTick = (double) NANOS_PER_SECOND / ticksPerSecond;
        return new PerfCounters(memory, offsets, nanosPerTick, origin(ticks, nanosPerTick));
    }

    /** Until the JDK 23 a mode is to be given. */
    private static ByteBuffer attach(MethodHandles.Lookup lookup, Class<?> type, Object perf) throws Throwable {
        try {
            MethodType signature = MethodType.methodType(ByteBuffer.class, int.class);
            return (ByteBuffer) lookup.findVirtual(type, "attach", signature).invoke(perf, 0);
        } catch (NoSuchMethodException earlier) {
            MethodType signature = MethodType.methodType(ByteBuffer.class, int.class, String.class);
            return (ByteBuffer) lookup.findVirtual(type, "attach", signature).invoke(perf, 0, "r");
        }
    }

    /** What nanoTime was when the JVM's ticks were 0, from the mapping that took least time. */
    private static long origin(MethodHandle ticks, double nanosPerTick) throws Throwable {
        long shortestNanos = Long.MAX_VALUE;
        long originNanos = 0;
        for (int i = 0; i < MAPPINGS; i++) {
            long beforeNanos = System.nanoTime();
            long now = (long) ticks.invoke();
            long tookNanos = System.nanoTime() - beforeNanos;
            if (tookNanos < shortestNanos) {
                shortestNanos = tookNanos;
                originNanos = beforeNanos + tookNanos / 2 - (long) (now * nanosPerTick);
            }
        }
        return originNanos;
    }

    @Override
    public int collectors() {
        return pauses.length;
    }

    @Override
    public boolean hasSafepoints() {
        return true;
    }

    @Override
    public boolean mayWaitForMemory() {
        return mayWaitForMemory;
    }

    @Override
    public void read(CounterReading into) {
        into.safepoints = memory.getLong(safepoints);
        into.safepointNanos = nanos(safepointTime);
        into.reachNanos = nanos(reachTime);
        into.applicationNanos = nanos(applicationTime);
        for (int i = 0; i < pauses.length; i++) {
            into.pauses[i] = memory.getLong(pauses[i]);
            into.pauseNanos[i] = nanos(pauseTimes[i]);
            into.lastStartNanos[i] = originNanos + nanos(lastStarts[i]);
            into.lastEndNanos[i] = originNanos + nanos(lastEnds[i]);
        }
    }

    /** What the JIT compilers have taken, in ns; −1 where the JVM does not count it. */
    long compileNanos() {
        return compileTime == null ? -1 : nanos(compileTime);
    }

    /** When these were opened, as {@link System#nanoTime()} counts. */
    long openedNanos() {
        return openedNanos;
    }

    /** What {@link #compileNanos} was then. */
    long compileNanosAtOpen() {
        return compileNanosAtOpen;
    }

    private long nanos(int offset) {
        return (long) (memory.getLong(offset) * nanosPerTick);
    }
}
