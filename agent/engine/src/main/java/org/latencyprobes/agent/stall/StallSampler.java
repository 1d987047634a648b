package org.latencyprobes.agent.stall;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.latencyprobes.internal.jitter.SleepListener;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * A listener to the hiccup sampler that looks for stalls after each sleep. It adds them to a timeline and records each into the jitter
 * probe {@value #PROBE} with the tag {@value #KIND}, from where reports and backends have counts and sums.
 *
 * <p>All work is the sampler's thread's, which reads for {@link ThreadTimes} too. A sleep without a stall costs some loads from memory, and a
 * read of a small file every 16 ms. Waking another thread allocates some bytes; nothing else here allocates after the start. All kinds have
 * their probes from the start, since who adds up what a series gained does not see the value that it begins with.
 */
public class StallSampler implements SleepListener {

    /** Name of the probe. */
    public static final String PROBE = HiccupSampler.STALL_PROBE;

    /** The tag whose value is a {@link StallKind}'s label. */
    public static final String KIND = "kind";

    /** A sleep that is longer by this is no stall, but the thread may have waited for a CPU. */
    private static final long RATHER_LONG_NANOS = 500_000;

    /** For so long after the start, and after a class was redefined, the JVM does much that holds its threads. */
    private static final long UNSTEADY_NANOS = 5_000_000_000L;

    /** After an {@link OutOfMemoryError}, which may be over soon, so many sleeps are passed over: about a second. */
    private static final int SLEEPS_PASSED_OVER = 1_000;

    /** So many in a row end it. */
    private static final int MOST_OUT_OF_MEMORY = 10;

    private final Instrumentation instrumentation;
    private final StallTimeline timeline;
    private final ThreadTimes threads;
    private final LongSupplier redefinitions;
    private final Runnable afterSleep;
    private final ProbeRecorder[] probes = new ProbeRecorder[StallKind.values().length];
    private JvmCounters counters;
    private CounterReading now;
    private SystemCounters system;
    private StallFinder finder;
    private long safepoints;
    private long awakeSinceNanos;
    private long redefined;
    private long redefinedNanos;
    private int passedOver;
    private int outOfMemory;
    private boolean isOver;
    private volatile String sources = "starting";
    private volatile PerfCounters opened;

    /**
     * Opens nothing yet.
     *
     * @param instrumentation shows the JVM's counters to the agent
     * @param timeline gets the stalls
     * @param threads looks at threads after each sleep
     * @param redefinitions counts changes of loaded classes
     * @param afterSleep called after each sleep, too; should return at once, and throws nothing
     */
    public StallSampler(
            Instrumentation instrumentation,
            StallTimeline timeline,
            ThreadTimes threads,
            LongSupplier redefinitions,
            Runnable afterSleep) {
        this.instrumentation = instrumentation;
        this.timeline = timeline;
        this.threads = threads;
        this.redefinitions = redefinitions;
        this.afterSleep = afterSleep;
    }

    /**
     * What stalls are told by, for people.
     *
     * @return a list of what was found, and what was not
     */
    public String sources() {
        return sources;
    }

    @Override
    public final void begin() {
        guarded(this::open);
    }

    /** What is there already stays open. */
    private void open() {
        if (system == null) {
            List<String> found = new ArrayList<>();
            counters = counters(found);
            SystemCounters opened = systemCounters();
            found.addAll(opened.names());
            sources = String.join(", ", found);
            for (StallKind kind : StallKind.values()) {
                probes[kind.ordinal()] = ProbeRecorder.jitter(PROBE, KIND, kind.label());
            }
            system = opened;
        } else {
            system.takeAll();
        }
        now = new CounterReading(counters.collectors());
        StallFinder begun = new StallFinder(counters, nanoTime(), this::add);
        awakeSinceNanos = nanoTime();
        redefinedNanos = awakeSinceNanos;
        timeline.beginWatch(awakeSinceNanos);
        finder = begun;
    }

    /** The JVM's counters, for others too; null before the start, and where there are none. */
    PerfCounters opened() {
        return opened;
    }

    /** Opens the JVM's counters, and adds what they are. */
    JvmCounters counters(List<String> found) {
        PerfCounters perf = PerfCounters.open(instrumentation);
        opened = perf;
        JvmCounters present = perf != null ? perf : beans();
        found.add(
                perf != null
                        ? "JVM counters"
                        : "no JVM counters" + (present == null ? " and no collector beans" : ", collector beans"));
        return present != null ? present : new NoCounters();
    }

    /** Opens the system's counters, on the thread of the sampler. */
    SystemCounters systemCounters() {
        return SystemCounters.open();
    }

    /** As {@link System#nanoTime}. */
    long nanoTime() {
        return System.nanoTime();
    }

    /** Null also where the class that asks for them can't be linked, in an image without {@code java.management}. */
    private static JvmCounters beans() {
        try {
            return CollectorBeans.open();
        } catch (LinkageError noManagement) {
            return null;
        }
    }

    @Override
    public final void slept(long periodNanos, long startNanos, long endNanos) {
        if (isOver) {
            return;
        }
        if (finder != null) {
            look(periodNanos, startNanos, endNanos);
        } else if (--passedOver <= 0) {
            guarded(this::open);
        }
        boolean hasWaited = !isOver && system != null && threads.look(system);
        afterSleep.run(); // last: it may wake a thread
        if (hasWaited || counters == null || counters.mayWaitForMemory()) {
            awakeSinceNanos = nanoTime(); // what came before may allocate, and have waited
        }
    }

    private void look(long periodNanos, long startNanos, long endNanos) {
        timeline.settle(finder.settledNanos());
        long sinceNanos = system.hasRuns() ? awakeSinceNanos : startNanos; // else its own work would look like a stall
        awakeSinceNanos = endNanos;
        if (redefinitions.getAsLong() != redefined) {
            redefined = redefinitions.getAsLong();
            redefinedNanos = endNanos;
        }
        try {
            counters.read(now);
            long dueNanos = sinceNanos + periodNanos;
            if (finder.slept(periodNanos, sinceNanos, startNanos, endNanos, now)) {
                system.read(finder.systemWait(), dueNanos);
                finder.systemWait().isUnsteady = isUnsteady(endNanos);
                awakeSinceNanos = counters.mayWaitForMemory() ? endNanos : finder.systemWasRead(endNanos);
            } else {
                system.slept(endNanos, now.safepoints != safepoints || endNanos - dueNanos > RATHER_LONG_NANOS);
            }
            safepoints = now.safepoints;
            outOfMemory = 0;
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Whether the agent is new, or classes have just been redefined. */
    boolean isUnsteady(long nanos) {
        return nanos - redefinedNanos < UNSTEADY_NANOS;
    }

    private void add(StallKind kind, long startNanos, long nanos, long reachNanos) {
        timeline.add(kind, startNanos, nanos, reachNanos);
        probes[kind.ordinal()].recordNanos(nanos);
    }

    @Override
    public final void end() {
        timeline.endWatch();
        guarded(() -> {
            threads.close();
            if (system != null) {
                system.close();
            }
        });
    }

    /** The sampler must go on. */
    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Stalls are looked for again after a while where only memory was missing. What was half done is not gone on with. */
    private void fail(Throwable fault) {
        finder = null;
        timeline.endWatch();
        if (fault instanceof OutOfMemoryError && ++outOfMemory < MOST_OUT_OF_MEMORY) {
            passedOver = SLEEPS_PASSED_OVER;
        } else {
            giveUp(fault);
        }
    }

    private void giveUp(Throwable fault) {
        isOver = true;
        threads.close();
        try {
            sources = "failed: " + Log.describe(fault);
            Log.sayLater("stalls are not looked for any more: " + Log.describe(fault));
        } catch (OutOfMemoryError unsaid) {
            return; // the sampler goes on all the same
        }
    }

    /** Counters of a JVM that shows none. */
    private static final class NoCounters implements JvmCounters {

        @Override
        public int collectors() {
            return 0;
        }

        @Override
        public boolean hasSafepoints() {
            return false;
        }

        @Override
        public void read(CounterReading into) {
            // there is nothing to read
        }
    }
}
