package org.latencyprobes.demo.fix.jvm;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.machine.OwnCpuTime;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/** A meter of the resources that this JVM uses from one reading to the next. Not thread-safe. */
public final class ResourceMeter {

    /** Time for a thread that has handed on the last message, and then lost its processor, to record that it did. */
    private static final long SETTLING_NANOS = 100_000_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OwnCpuTime cpu = new OwnCpuTime();
    private final GcPauses collections = GcPauses.OF_THIS_JVM;
    private final IntervalReader reader = new IntervalReader();
    private final Runnable settling;
    private long startNanos;
    private long allocatedBefore;
    private long compiledBeforeMillis;
    private long excludedFromBytes = -1;
    private ResourceUsage used;

    public ResourceMeter() {
        this(() -> LockSupport.parkNanos(SETTLING_NANOS));
    }

    /** @param settling waits until calls have ended whose messages are answered */
    ResourceMeter(Runnable settling) {
        this.settling = settling;
        begin();
    }

    /** Begins anew: drops everything up to now, and, where there were calls since the last reading, those that end within the next moment. */
    public void begin() {
        stages();
        cpu.begin();
        compiledBeforeMillis = compiledMillis();
        allocatedBefore = allocatedBytes();
        excludedFromBytes = -1;
        used = null;
        startNanos = System.nanoTime();
    }

    /** Excludes what the calling thread allocates from here until it asks for the {@link #usage}. */
    public void exclude() {
        excludedFromBytes = ownBytes();
    }

    private long ownBytes() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Ends the time that is measured, if nobody has. */
    public void end() {
        if (used == null) {
            long endNanos = System.nanoTime();
            long excluded = excludedFromBytes < 0 ? 0 : ownBytes() - excludedFromBytes;
            long allocated = allocatedBytes() - allocatedBefore - excluded;
            used = new ResourceUsage(
                    Math.max(0, allocated),
                    cpu.nanos(),
                    compiledMillis() - compiledBeforeMillis,
                    collections.between(startNanos, endNanos),
                    Map.of());
        }
    }

    /** The resources used from the beginning to the {@link #end}. */
    public ResourceUsage usage() {
        end();
        return new ResourceUsage(used.allocatedBytes(), used.cpuNanos(), used.compileMillis(), used.pauses(), stages());
    }

    private static long compiledMillis() {
        return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    }

    private Map<String, Distribution> stages() {
        Map<String, Distribution> stages = new LinkedHashMap<>();
        addNew(stages);
        if (!stages.isEmpty()) {
            settling.run();
            addNew(stages);
        }
        return stages;
    }

    private void addNew(Map<String, Distribution> stages) {
        for (Interval interval : reader.read()) {
            if (!interval.isJitter()) {
                stages.merge(interval.name(), Distribution.of(interval), Distribution::plus);
            }
        }
    }

    /** The bytes that the living threads have allocated. Those of ended threads are lost, but threads end only with a session. */
    private long allocatedBytes() {
        return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
