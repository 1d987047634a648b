package org.latencyprobes.agent.thread;

import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.explain.ThreadTime;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.KeptMemory;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.inflight.UnownedCalls;

/**
 * The readings of threads whose calls have been in flight for {@value #LEAST_MILLIS} ms: one then, and one once the call has ended. The
 * difference is what the thread did during the call. In between, what the thread waits for is sampled ({@link ThreadStates}, {@link
 * NativeLooks}). The sampler's thread reads, every 2 ms; the agent's other thread finds the kernel's files and asks. Those are Linux's {@code
 * schedstat} and {@link java.lang.management.ThreadMXBean}. Without one of them nothing is known.
 *
 * <p><b>Cost.</b> Threads of the application do nothing for it, but for those without a stripe, as virtual threads are: these note their calls in
 * {@link UnownedCalls}. A look without such a call is some loads from memory for each thread that calls
 * probes. There are some {@value #MOST_READINGS} readings a second, and {@value #MOST_WATCHED} for {@code why}: where more would be due, calls
 * have to be older. A look allocates 11.4 KB for a thread's readings at its first one, of which there are {@link OpenCalls#THREADS} at most, and
 * some hundred bytes where it finds out what a file descriptor is, or reads {@linkplain UnownedLooks those notes}; then what {@link SynchronizerOwners}
 * does. Else it allocates nothing.
 */
public class ThreadTimes implements BiConsumer<Thread, OpenCalls> {

    static final long LEAST_MILLIS = 1;
    static final int MOST_READINGS = 150;
    static final int MOST_WATCHED = 2_000;

    private static final long LEAST_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(LEAST_MILLIS);
    private static final long GREATEST_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(90);
    private static final int PAUSE_SHARE = 500;
    private static final int SHARE_OF_FILES = 16;

    /** What a look stands for at most: where the JVM stood still, that is a cause of its own. */
    static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** After an {@link OutOfMemoryError}, which may be over soon, so many looks are passed over: about two seconds. */
    private static final int LOOKS_PASSED_OVER = 1_000;

    /** So many in a row end it. */
    private static final int MOST_OUT_OF_MEMORY = 10;

    private final Supplier<Clock> clock;
    private final Instrumentation instrumentation;
    private volatile ThreadStates states; // null until it is first needed, and where it is not to be had
    private volatile SynchronizerOwners holders; // made before them
    private volatile ThreadReadings[] stripes = {}; // made at the first look: the start of a JVM is spared their class
    private SystemCalls systemCalls; // made with them
    private NativeLooks nativeLooks;
    private volatile CpuTimes cpuTimes; // null until it is first needed, and where it is not to be had
    private volatile UnownedLooks unowned; // null until there are such calls
    private WeakReference<UnownedCalls> counted = new WeakReference<>(null); // the table whose memory is
    private volatile boolean isOn;
    private volatile boolean isSampled;
    private volatile int mostReadings = MOST_READINGS;
    private final BitSet inCall =
            new BitSet(OpenCalls.THREADS); // the stripes whose calls were open at their last reading
    private KernelFileSearch kernel;
    private long nextSearchNanos = System.nanoTime();
    private volatile boolean isBroken;
    private Clock present;
    private long nowTicks;
    private long lookNanos;
    private long beforeNanos;
    private long latestStart;
    private long ageNanos = LEAST_AGE_NANOS;
    private long secondNanos;
    private int readings;
    private LongSupplier throttled;
    private boolean isTurn;
    private int passedOver;
    private int outOfMemory;

    /**
     * Reads nothing yet.
     *
     * @param clock that calls are timed by
     * @param instrumentation of the JVM; null to know nothing of what threads wait for
     */
    public ThreadTimes(Supplier<Clock> clock, Instrumentation instrumentation) {
        this.clock = clock;
        this.instrumentation = instrumentation;
    }

    /**
     * Finds the files of threads that were asked for, with at most 1/{@value #PAUSE_SHARE} of a CPU. To be called often, by one thread.
     *
     * @param isWanted whether anybody asks for what threads did
     */
    public void tend(boolean isWanted) {
        isOn = isWanted && !isBroken;
        if (!isOn) {
            UnownedCalls.close();
            return;
        }
        boolean hasUnowned = instrumentation != null
                && isSampled
                && (OpenCalls.hasVirtualThreads() || OpenCalls.areThreadsWithout());
        if (System.nanoTime() - nextSearchNanos < 0) {
            if (hasUnowned && unowned != null) {
                tendUnowned(); // a table that fills up grows however long a search took
            }
            return;
        }
        nextSearchNanos = System.nanoTime() + LEAST_PAUSE_NANOS;
        List<KernelFiles> wanted = new ArrayList<>();
        for (KernelFiles stripe : stripes) {
            if (stripe.takeWanted()) {
                wanted.add(stripe);
            }
        }
        if (wanted.isEmpty() && !hasUnowned || kernel == null && !open()) {
            return;
        }
        if (hasUnowned && states != null) {
            tendUnowned(); // these may just have been found
            wanted.addAll(unowned.carriers().wanted());
        }
        if (!wanted.isEmpty()) {
            search(wanted);
        }
    }

    /** Whether there is something to read by. */
    private boolean open() {
        if (OpenFiles.free() < OpenFiles.LEFT_FREE) { // the JDK would open a library
            nextSearchNanos = System.nanoTime() + SECOND_NANOS;
            return false;
        }
        cpuTimes = CpuTimes.open();
        isBroken = cpuTimes == null;
        if (!isBroken) {
            kernel = new KernelFileSearch(cpuTimes);
            ThreadStates known = instrumentation == null ? null : ThreadStates.of(instrumentation);
            holders = known == null ? null : new SynchronizerOwners(known::ownerOf, known::idOf, System::nanoTime);
            states = known;
        }
        return !isBroken;
    }

    private void tendUnowned() {
        if (unowned == null) {
            unowned = new UnownedLooks(instrumentation, states, holders, cpuTimes);
        }
        UnownedCalls table = unowned.tend() ? UnownedCalls.tend() : null;
        if (table != null && !counted.refersTo(table)) {
            KeptMemory.of(table).set(table.bytes() + UnownedLooks.PLACE_BYTES * table.places());
            counted = new WeakReference<>(table);
        }
        if (!isSampled) {
            UnownedCalls.close(); // nobody looks any more
        }
    }

    private void search(List<KernelFiles> wanted) {
        long ownId = ThreadIds.of(Thread.currentThread());
        long ownNanos = cpuTimes.applyAsLong(ownId);
        long room = room();
        if (room > 0) {
            kernel.search(wanted.stream().limit(room).toList());
        }
        if (!isSampled) {
            closeFiles(); // it has ended meanwhile
        }
        ownNanos = cpuTimes.applyAsLong(ownId) - ownNanos;
        nextSearchNanos = System.nanoTime() + Math.max(LEAST_PAUSE_NANOS, PAUSE_SHARE * ownNanos);
    }

    /** Of how many more threads files may be held: of a small share of those that the process may have open, and none where these run out. */
    private long room() {
        long held = Arrays.stream(stripes).filter(KernelFiles::areKnown).count()
                + (unowned == null ? 0 : unowned.carriers().withFiles());
        return Math.min(
                OpenFiles.limit() / SHARE_OF_FILES - held,
                (OpenFiles.free() - OpenFiles.LEFT_FREE) / KernelFileSearch.FILES);
    }

    /**
     * Has more calls read while somebody watches them.
     *
     * @param isWatched whether each slow call is to be explained
     */
    public void watch(boolean isWatched) {
        mostReadings = isWatched ? MOST_WATCHED : MOST_READINGS;
    }

    /**
     * Reads what is due, at every other call. On the thread of the sampler, after each sleep; throws nothing.
     *
     * @param throttledNanos for how long the control group has been throttled, in ns; asked at each reading of a thread
     * @return whether the caller may have slept meanwhile, so that the time it took says nothing
     */
    public boolean look(LongSupplier throttledNanos) {
        throttled = throttledNanos;
        isTurn = !isTurn;
        if (!isOn && isSampled) {
            close();
        }
        if (!isOn || !isTurn || isPassedOver()) {
            return false;
        }
        try {
            readDue();
            outOfMemory = 0;
            return nativeLooks.hasWaited()
                    || unowned != null && unowned.carriers().hasWaited();
        } catch (OutOfMemoryError e) {
            passedOver = LOOKS_PASSED_OVER;
            close();
            if (++outOfMemory == MOST_OUT_OF_MEMORY) {
                giveUp(e);
            }
        } catch (RuntimeException | Error e) {
            giveUp(e);
        }
        return false;
    }

    private boolean isPassedOver() {
        passedOver = Math.max(0, passedOver - 1);
        return passedOver > 0;
    }

    private void giveUp(Throwable fault) {
        isBroken = true;
        isOn = false;
        close();
        try {
            Log.sayLater("what threads do during slow calls is not known any more: " + Log.describe(fault));
        } catch (OutOfMemoryError unsaid) {
            return; // the sampler goes on all the same
        }
    }

    private void readDue() {
        if (stripes.length == 0) {
            systemCalls = new SystemCalls();
            nativeLooks = new NativeLooks(systemCalls, id -> cpuTimes.applyAsLong(id));
            stripes = newStripes();
        }
        present = clock.get();
        nowTicks = present.now();
        long nowNanos = System.nanoTime();
        beforeNanos = isSampled ? lookNanos : nowNanos; // else nobody has looked for a while
        isSampled = true;
        lookNanos = nowNanos;
        if (nowNanos - secondNanos >= SECOND_NANOS) {
            secondNanos = nowNanos;
            nextSecond();
        }
        for (int at = inCall.nextSetBit(0); at >= 0; at = inCall.nextSetBit(at + 1)) {
            if (stripes[at].hasEnded()) {
                read(at);
            }
        }
        latestStart = nowTicks - ticks(ageNanos);
        long latestLong = nowTicks - ticks(LEAST_AGE_NANOS);
        nativeLooks.begin(latestLong);
        OpenCalls.forEachLong(latestLong, present.since() - 1, this);
        UnownedLooks looks = unowned;
        if (looks != null) {
            looks.look(present, nowTicks, ticks(SECOND_NANOS) / (double) SECOND_NANOS, nowNanos);
        }
    }

    private static ThreadReadings[] newStripes() {
        ThreadReadings[] made = new ThreadReadings[OpenCalls.THREADS];
        Arrays.setAll(made, at -> new ThreadReadings());
        return made;
    }

    private long ticks(long nanos) {
        return (long) (nanos * (double) SECOND_NANOS / present.nanos(SECOND_NANOS));
    }

    /** Calls have to be so old that there are not too many readings. */
    private void nextSecond() {
        if (readings >= mostReadings) {
            ageNanos = Math.min(GREATEST_AGE_NANOS, ageNanos * 2);
        } else if (readings < mostReadings / 4) {
            ageNanos = Math.max(LEAST_AGE_NANOS, ageNanos / 2);
        }
        readings = 0;
        for (ThreadReadings stripe : stripes) {
            stripe.closeIfEnded();
        }
        if (unowned != null) {
            unowned.carriers().closeEnded();
        }
    }

    @Override
    public void accept(Thread thread, OpenCalls open) {
        ThreadReadings stripe = stripes[open.index()];
        ThreadStates known = states;
        if (known != null) {
            WaitKind kind = stripe.sample(thread, open, System::nanoTime, known, nativeLooks);
            if (kind == WaitKind.LOCK || kind == WaitKind.PARK) {
                holders.look(thread, stripe.threadId(), beforeNanos);
            }
        }
        if (readings < mostReadings && stripe.isDue(thread, open, present.since() - 1, latestStart)) {
            read(open.index());
        }
    }

    private void read(int at) {
        readings++;
        inCall.set(at, stripes[at].read(nowTicks, System::nanoTime, throttled, cpuTimes));
    }

    /**
     * What a thread did during a call that has ended.
     *
     * @param threadId its Java id
     * @param startNanos when the call began, as {@link System#nanoTime()} counts
     * @param endNanos when it ended
     * @return null where it is not known
     */
    public ThreadTime of(long threadId, long startNanos, long endNanos) {
        for (ThreadReadings stripe : stripes) {
            if (stripe.threadId() == threadId && threadId >= 0) {
                return stripe.of(startNanos, endNanos);
            }
        }
        return null;
    }

    /**
     * What a thread waited for during a call that has ended, by samples.
     *
     * @param threadId its Java id
     * @param startNanos when the call began, as {@link System#nanoTime()} counts
     * @param endNanos when it ended
     * @return the share of samples by {@link WaitKind}, behind these of those without a wait, and last of those of which nobody can tell; all 0,
     *     or null, where there are none
     */
    public double[] waits(long threadId, long startNanos, long endNanos) {
        for (ThreadReadings stripe : stripes) {
            if (stripe.threadId() == threadId && threadId >= 0) {
                return stripe.waits(startNanos, endNanos);
            }
        }
        return null;
    }

    /**
     * What a thread waited for during a call that has ended, where that is a lock which notes who holds it, by looks.
     *
     * @param threadId its Java id
     * @param startNanos when the call began, as {@link System#nanoTime()} counts
     * @param endNanos when it ended
     * @return in order; empty where it was not seen waiting for one
     */
    public List<Wait> held(long threadId, long startNanos, long endNanos) {
        SynchronizerOwners known = holders;
        return known == null ? List.of() : known.of(threadId, startNanos, endNanos);
    }

    /** Ends reading, and gives back what it took; may begin again. On the thread of the sampler, as its last act. */
    public void close() {
        if (holders != null) {
            holders.forget();
        }
        if (unowned != null) {
            unowned.forget();
        }
        closeFiles();
    }

    private void closeFiles() {
        isSampled = false;
        UnownedCalls.close();
        for (ThreadReadings stripe : stripes) {
            stripe.close();
        }
        if (unowned != null) {
            unowned.carriers().close();
        }
        if (systemCalls != null) {
            systemCalls.close();
        }
    }
}
