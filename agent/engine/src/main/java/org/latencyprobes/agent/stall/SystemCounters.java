package org.latencyprobes.agent.stall;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.base.ProcFile;

/**
 * The system's counters about waiting: the sampler thread's own and the first thread's from {@code schedstat}, the control groups'
 * throttling, the hypervisor's steal. A reading is a difference to a baseline, which is taken anew now and then. For one thread: that of the sampler
 * opens them, since they are its own. Reading allocates nothing.
 */
class SystemCounters implements Closeable, LongSupplier {

    /** The hypervisor's steal can't be told below this. */
    static final long STEAL_STEP_NANOS = 10_000_000;

    private static final int SLEEPS_PER_RUN_BASELINE = 16;
    private static final int SLEEPS_PER_OTHER_BASELINE = 128;

    /** The same once they have not moved for long: without steal and a quota they never do, and to read them takes longest. */
    private static final int SLEEPS_PER_STEADY_BASELINE = 1_024;

    /** That is so after so many baselines, some 8 s. */
    private static final int STEADY_BASELINES = 64;

    /** What the thread runs for each sleep is taken to be no more than this, which is enough for all that it does as a rule. */
    private static final long MOST_USUAL_NANOS = 50_000;

    /** The first thread rests once it has done so for so many sleeps, a quarter of a second. */
    private static final int SLEEPS_OF_REST = 250;

    private static final int RAN = 0;
    private static final int RUN_DELAY = 1;
    private static final int RUNS = 2;
    private static final int STEAL = 7;
    private static final int BYTES = 256;

    private final ProcFile own;
    private final ProcFile first;
    private final ProcFile stat;
    private final ControlGroup group;
    private int sleeps;
    private int otherSleeps;
    private long ranNanos;
    private long usualNanos = MOST_USUAL_NANOS;
    private long runDelayNanos;
    private long runs;
    private long firstRuns;
    private long restSleeps;
    private long sleepsToReturn;
    private long throttledNanos;
    private long stealNanos;
    private int steadyBaselines;

    SystemCounters(ProcFile own, ProcFile first, ProcFile stat, ControlGroup group) {
        this.own = own;
        this.first = first;
        this.stat = stat;
        this.group = group;
    }

    /** On the thread of the sampler; {@code thread-self} leads to that thread for as long as the file is open. */
    static SystemCounters open() {
        SystemCounters counters = new SystemCounters(
                ProcFile.open("/proc/thread-self/schedstat", BYTES),
                ProcFile.open("/proc/self/schedstat", BYTES),
                ProcFile.open("/proc/stat", BYTES),
                ControlGroup.open(Path.of("/proc/self")));
        counters.takeAll();
        return counters;
    }

    /** Takes baselines, as at the start. */
    void takeAll() {
        readRuns();
        keepRuns();
        takeOthers();
    }

    /**
     * After a sleep without a stall: takes baselines where they are due, or at once after a sleep that moved the counters. What is read after a
     * stall since that sleep is no baseline: the stall is still to be told of.
     */
    void slept(long endNanos, boolean isMoved) {
        sleeps++;
        otherSleeps++;
        if (sleeps >= SLEEPS_PER_RUN_BASELINE || isMoved) {
            readRuns();
            if (isTimely(endNanos)) {
                usualNanos = own == null ? 0 : Math.min(MOST_USUAL_NANOS, (own.number(RAN) - ranNanos) / sleeps);
                judgeRest();
                keepRuns();
            }
        }
        boolean isSteady = steadyBaselines >= STEADY_BASELINES;
        if (otherSleeps >= (isSteady ? SLEEPS_PER_STEADY_BASELINE : SLEEPS_PER_OTHER_BASELINE)
                && isTimely(endNanos)) { // asked before: with many CPUs these readings may take longer
            takeOthers();
        }
    }

    private boolean isTimely(long endNanos) {
        return nanoTime() - endNanos < StallFinder.SHORTEST_NANOS;
    }

    /** As {@link System#nanoTime}. */
    long nanoTime() {
        return System.nanoTime();
    }

    /**
     * A run of the first thread is a stop's if the sampler ran once more, too. The thread runs again as the process goes on, maybe later. Since all
     * threads go on at once, it may lose its CPU before it rests, and so run a third time. So the next run soon after a stop says nothing.
     */
    private void judgeRest() {
        long runsOfFirst = firstRuns() - firstRuns;
        boolean isStop = own == null || own.number(RUNS) - runs > sleeps;
        restSleeps = runsOfFirst > 0 && !isStop && sleepsToReturn <= 0 ? 0 : restSleeps + sleeps;
        if (runsOfFirst > 0) {
            sleepsToReturn = isStop ? SLEEPS_OF_REST : 0;
        } else {
            sleepsToReturn -= sleeps;
        }
    }

    private long firstRuns() {
        return first == null ? 0 : first.number(RUNS);
    }

    private void readRuns() {
        if (own != null) {
            own.read();
        }
        if (first != null) {
            first.read();
        }
    }

    private void keepRuns() {
        sleeps = 0;
        firstRuns = firstRuns();
        if (own != null) {
            ranNanos = own.number(RAN);
            runDelayNanos = own.number(RUN_DELAY);
            runs = own.number(RUNS);
        }
    }

    private void takeOthers() {
        otherSleeps = 0;
        steadyBaselines++;
        throttled();
        stolen();
    }

    /** What has come since the baseline, which is taken anew. */
    private long throttled() {
        long before = throttledNanos;
        throttledNanos = group == null ? 0 : group.throttledNanos();
        return moved(throttledNanos - before);
    }

    /** For how long the control group has been throttled, now; 0 where it never was by the last baseline. The baseline stays. */
    @Override
    public long getAsLong() {
        return throttledNanos == 0 ? 0 : group.throttledNanos();
    }

    private long stolen() {
        long before = stealNanos;
        stealNanos = steal();
        return moved(stealNanos - before);
    }

    private long moved(long nanos) {
        steadyBaselines = nanos == 0 ? steadyBaselines : 0;
        return nanos;
    }

    private long steal() {
        if (stat == null) {
            return 0;
        }
        stat.read();
        return stat.number(STEAL) * STEAL_STEP_NANOS;
    }

    /** After a sleep, or a time before it, that was over later than it was due: what has come since the baselines, which are taken anew. */
    void read(SystemWait into, long dueNanos) {
        long sleepsSince = sleeps + 1L;
        long ranBefore = ranNanos;
        long delayBefore = runDelayNanos;
        long runsBefore = runs;
        long firstRunsBefore = firstRuns;
        readRuns();
        into.readNanos = nanoTime();
        long oversleptNanos = into.readNanos - dueNanos;
        keepRuns();
        boolean isKnown = own != null && runs > 0;
        into.ranNanos = isKnown ? ranNanos - ranBefore : ProcFile.UNKNOWN;
        into.unusualNanos = isKnown ? into.ranNanos - usualNanos * sleepsSince : 0;
        into.runDelayNanos = isKnown ? runDelayNanos - delayBefore : ProcFile.UNKNOWN;
        into.extraRuns = isKnown ? runs - runsBefore - sleepsSince : ProcFile.UNKNOWN;
        long runsOfFirst = firstRuns - firstRunsBefore;
        boolean isBegun = runsOfFirst == 1; // the sampler may have still to be stopped
        if (isBegun || runsOfFirst > 1 && into.extraRuns > 0) {
            sleepsToReturn = SLEEPS_OF_REST;
        }
        restSleeps += runsOfFirst == 0 ? sleepsSince : 0;
        into.firstRuns = first == null || restSleeps < SLEEPS_OF_REST ? ProcFile.UNKNOWN : runsOfFirst;
        into.throttledNanos = ProcFile.UNKNOWN;
        if (group != null
                && (throttledNanos > 0 || oversleptNanos >= STEAL_STEP_NANOS)) { // else there is no quota, as a rule
            into.throttledNanos = throttled();
        }
        into.stealNanos = ProcFile.UNKNOWN;
        if (stat != null && oversleptNanos >= STEAL_STEP_NANOS) { // takes long on machines with many CPUs
            into.stealNanos = stolen();
        }
    }

    /** Whether it is known for how long the sampler's thread ran, and waited for a CPU. */
    boolean hasRuns() {
        return own != null && runs > 0;
    }

    /** What there is to read, in words. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        if (hasRuns()) {
            names.add("run delay");
        }
        if (group != null) {
            names.add("control group");
        }
        if (stat != null) {
            names.add("steal");
        }
        return names;
    }

    @Override
    public void close() {
        ProcFile.closeAll(own, first, stat);
        if (group != null) {
            group.close();
        }
    }
}
