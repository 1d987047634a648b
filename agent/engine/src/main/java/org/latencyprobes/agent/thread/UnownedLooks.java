package org.latencyprobes.agent.thread;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.slow.CallLooks;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.inflight.UnownedCalls;

/**
 * Looks from outside at the {@linkplain UnownedCalls calls in flight} of virtual threads: what each is in, for how long since the last look. Nothing
 * stops, and no thread of the application's waits, or does anything for it.
 *
 * <p><b>Chance.</b> A call of up to {@value #YOUNG_MILLIS} ms is always looked at, an older one with a chance of that divided by its age, and
 * all with less where more than {@value #MOST} would be due. A look stands for the time since the last one, divided by the chance. So what is found is right
 * on average for calls of any length, and short calls are seen, too.
 *
 * <p><b>On a carrier.</b> The JVM says that a thread runs that waits in native code, or for a CPU. What its carrier did tells ({@link CarrierReadings}): if the
 * call was on the same one at the last look, by shares of the time since; else by what the carrier is in now, or some moments more. What it neither ran nor
 * waited for a CPU for is unknown, and where the kernel's files are not known, all that it did not run for.
 *
 * <p>{@link #tend} is for one thread, all else for the sampler's. A look allocates what {@link SocketThreads} does, and memory for places once they get more.
 */
final class UnownedLooks implements UnownedCalls.Visitor {

    static final int YOUNG_MILLIS = 30;
    static final int MOST = 400;

    private static final long YOUNG_NANOS = TimeUnit.MILLISECONDS.toNanos(YOUNG_MILLIS);

    private static final long LET_GO_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final double NANOS_PER_MICRO = 1e3;

    /** Threads in sockets that are read at one look. Where there are more, those are read at fewer looks, which stand for more. */
    private static final int MOST_IN_SOCKETS = 2_000;

    /** Looks that are told later in the pass. */
    private static final int MOST_LATER = 2 * MOST;

    private static final int PARKED = -1;
    private static final int PARKED_FOR_TIME = -2;

    private final Instrumentation instrumentation;
    private final Function<Thread, WaitKind> states;
    private final LockHolders holders;
    private final SocketThreads sockets;
    private final CarrierTimes carriers;
    private long random = System.nanoTime() | 1;
    private boolean isAsked;

    /** Null as long as no virtual thread has called a probe, whose class we would initialise, and where this JDK does not tell. */
    private volatile VirtualStates virtual;

    private UnownedCalls calls;
    private Clock clock;
    private long nowTicks;
    private long youngTicks;
    private double periodMicros;
    private double share = 1;
    private double due;
    private long number;
    private long lastNanos;
    private long letGoNanos;

    /** By place: at which look it was on a carrier last, and on which. */
    private long[] mountedAt = {};

    private int[] mountedOn = {};

    private long[] mountedStarts = {};

    /** By place: looks at older calls that ran. The next look tells them, by how much of the time in between the carrier ran. */
    private long[] owedMicros = {};

    private long[] owedStarts = {};
    private double[] owedShares = {};

    private final int[] places = new int[MOST_LATER];
    private final Thread[] threads = new Thread[MOST_LATER];
    private final long[] starts = new long[MOST_LATER];
    private final long[] micros = new long[MOST_LATER];
    private final int[] seen = new int[MOST_LATER];
    private int later;
    private boolean hasParked;
    private int socketTurns;

    /** Looks at nothing before {@link #tend}. */
    UnownedLooks(
            Instrumentation instrumentation,
            Function<Thread, WaitKind> states,
            LockHolders holders,
            LongUnaryOperator cpuTimes) {
        this.instrumentation = instrumentation;
        this.states = states;
        this.holders = holders;
        sockets = new SocketThreads(instrumentation);
        carriers = new CarrierTimes(cpuTimes, System::nanoTime);
    }

    /** Finds what is there by now; false where there are virtual threads, and this JDK does not tell. */
    boolean tend() {
        if (!OpenCalls.hasVirtualThreads()) {
            return true;
        }
        sockets.tend();
        if (!isAsked) {
            isAsked = true;
            virtual = VirtualStates.of(instrumentation);
        }
        return virtual != null;
    }

    /** The threads that calls were seen on. */
    CarrierTimes carriers() {
        return carriers;
    }

    /** Looks once. The clock is the one that calls are timed by. */
    void look(Clock present, long ticks, double ticksPerNano, long nowNanos) {
        carriers.begin();
        calls = UnownedCalls.present();
        if (calls != null && UnownedCalls.areAny()) {
            lookAtAll(present, ticks, ticksPerNano, nowNanos);
        }
        lastNanos = nowNanos;
        if (calls != null && nowNanos - letGoNanos >= LET_GO_NANOS) {
            letGoNanos = nowNanos;
            calls.letGo(
                    ticks - (long) (TimeUnit.SECONDS.toNanos(UnownedCalls.HELD_SECONDS) * ticksPerNano),
                    forgottenStart(present, ticks, ticksPerNano));
        }
        calls = null; // it holds threads
    }

    /** Before all starts as long as the clock is in use for less than that: what began by another is no older than by this one. */
    static long forgottenStart(Clock present, long ticks, double ticksPerNano) {
        long start = ticks - (long) (TimeUnit.MINUTES.toNanos(UnownedCalls.FORGOTTEN_MINUTES) * ticksPerNano);
        return present.isOwn(start) ? start : Long.MIN_VALUE;
    }

    private void lookAtAll(Clock present, long ticks, double ticksPerNano, long nowNanos) {
        clock = present;
        nowTicks = ticks;
        youngTicks = (long) (YOUNG_NANOS * ticksPerNano);
        periodMicros = Math.min(ThreadTimes.LONGEST_LOOK_NANOS, nowNanos - lastNanos) / NANOS_PER_MICRO;
        number++;
        due = 0;
        Arrays.fill(threads, 0, later, null);
        later = 0; // the look before may have ended for want of memory
        socketTurns = 1 + sockets.size() / MOST_IN_SOCKETS;
        if (mountedAt.length != calls.places()) {
            mountedOn = new int[calls.places()];
            mountedStarts = new long[calls.places()];
            owedMicros = new long[calls.places()];
            owedStarts = new long[calls.places()];
            owedShares = new double[calls.places()];
            mountedAt = new long[calls.places()]; // last, for the same reason
        }
        calls.forEach(this);
        tellLater();
        share = Math.min(1, MOST / due);
    }

    @Override
    public void visit(int place, Thread thread, long start) {
        long age = nowTicks - start;
        if (age < 0 || !clock.isOwn(start)) {
            return; // it has just begun, or by an earlier clock
        }
        if (owedMicros[place] > 0) {
            settle(place, thread, start);
        }
        double wanted = age <= youngTicks ? 1 : youngTicks / (double) age;
        due += wanted;
        double chance = wanted * share;
        if (chance < 1 && nextRandom() >= chance) {
            return;
        }
        long stands = Math.round(periodMicros / chance);
        if (virtual == null || !virtual.isKnown(thread)) {
            lookAtPlatform(place, thread, start, stands);
            return;
        }
        switch (virtual.of(thread)) {
            case READY -> add(place, thread, start, Cause.CPU_WAIT, stands);
            case BLOCKED -> add(place, thread, start, Cause.LOCK, stands);
            case WAITING -> add(place, thread, start, Cause.WAIT, stands);
            case MOUNTED -> lookAtMounted(place, thread, start, stands);
            case PARKED -> lookAtParked(place, thread, start, stands, PARKED);
            case PARKED_FOR_TIME -> lookAtParked(place, thread, start, stands, PARKED_FOR_TIME);
            case OTHER -> add(place, thread, start, Cause.UNKNOWN, stands);
        }
    }

    private double nextRandom() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (random >>> 11) * 0x1p-53;
    }

    private void lookAtPlatform(int place, Thread thread, long start, long stands) {
        WaitKind kind = states.apply(thread);
        if (kind == null) {
            lookAtRunning(place, thread, start, stands, thread);
        } else {
            addParked(place, thread, start, kind.cause(), stands);
        }
    }

    private void lookAtMounted(int place, Thread thread, long start, long stands) {
        Thread carrier = virtual.carrier(thread);
        WaitKind kind = carrier == null ? null : states.apply(carrier);
        if (carrier == null || virtual.carrier(thread) != carrier) {
            add(place, thread, start, Cause.UNKNOWN, stands); // it comes, or goes, and the carrier rests
        } else if (kind != null) {
            add(place, thread, start, kind.cause(), stands); // it could not leave the carrier
        } else {
            lookAtRunning(place, thread, start, stands, carrier);
        }
    }

    private void lookAtRunning(int place, Thread thread, long start, long stands, Thread carrier) {
        int at = carriers.read(ThreadIds.of(carrier));
        boolean wasThere = mountedAt[place] == number - 1 && mountedOn[place] == at && mountedStarts[place] == start;
        mountedStarts[place] = start;
        mountedAt[place] = number;
        mountedOn[place] = at;
        if (at == CarrierTimes.UNKNOWN) {
            add(place, thread, start, Cause.UNKNOWN, stands);
        } else if (carriers.of(at).ran(wasThere) >= 0) {
            double waited = carriers.of(at).waited(wasThere);
            addRunning(place, thread, start, stands, carriers.of(at).ran(wasThere), waited);
        } else {
            tellLater(place, thread, start, stands, at);
        }
    }

    /** By what the carrier ran at the look before where the call has left it since. */
    private void settle(int place, Thread thread, long start) {
        long stands = owedMicros[place];
        owedMicros[place] = 0;
        if (owedStarts[place] != start) {
            return; // it has ended
        }
        Thread carrier = virtual == null || !virtual.isKnown(thread)
                ? thread
                : virtual.of(thread) == VirtualStates.Group.MOUNTED ? virtual.carrier(thread) : null;
        int at = carrier == null ? CarrierTimes.UNKNOWN : carriers.read(ThreadIds.of(carrier));
        boolean wasThere = at != CarrierTimes.UNKNOWN && mountedAt[place] == number - 1 && mountedOn[place] == at;
        double ran = wasThere ? carriers.of(at).ran(true) : Double.NaN;
        boolean isTold = ran >= 0;
        double waited = isTold ? carriers.of(at).waited(true) : 0;
        addRunning(place, thread, start, stands, isTold ? ran : owedShares[place], waited);
    }

    /** The look itself takes a CPU, from a carrier where each has one: of an older call, which it seldom sees twice, it would see too little. */
    private void addLater(int place, Thread thread, long start, long stands, double ran) {
        if (stands <= periodMicros + 1) {
            addRunning(place, thread, start, stands, ran, 0);
            return;
        }
        owedMicros[place] = stands;
        owedStarts[place] = start;
        owedShares[place] = ran;
    }

    private void lookAtParked(int place, Thread thread, long start, long stands, int how) {
        Object blocker = LockSupport.getBlocker(thread);
        if (blocker != null) {
            boolean isLock = WaitKind.isLock(blocker.getClass().getName());
            addParked(place, thread, start, isLock ? Cause.LOCK : Cause.PARK, stands);
        } else if (number % socketTurns == 0) {
            hasParked = true;
            tellLater(place, thread, start, stands * socketTurns, how);
        }
    }

    private void tellLater(int place, Thread thread, long start, long stands, int what) {
        if (later == MOST_LATER) {
            add(place, thread, start, Cause.UNKNOWN, stands);
            return;
        }
        places[later] = place;
        threads[later] = thread;
        starts[later] = start;
        micros[later] = stands;
        seen[later++] = what;
    }

    private void tellLater() {
        if (hasParked) {
            sockets.read();
        }
        for (int at = 0; at < later; at++) {
            if (seen[at] >= 0) {
                addLater(places[at], threads[at], starts[at], micros[at], carriers.shareNow(seen[at]));
            } else if (isStill(threads[at], seen[at])) {
                add(places[at], threads[at], starts[at], ofParked(threads[at], seen[at]), micros[at]);
            }
        }
        Arrays.fill(threads, 0, later, null);
        later = 0;
        hasParked = false;
    }

    /** Else it may have left the socket before these were read. */
    private boolean isStill(Thread thread, int how) {
        return virtual.of(thread) == (how == PARKED ? VirtualStates.Group.PARKED : VirtualStates.Group.PARKED_FOR_TIME);
    }

    private Cause ofParked(Thread thread, int how) {
        if (!sockets.areTold()) {
            return Cause.UNKNOWN;
        }
        if (sockets.contains(thread)) {
            return Cause.SOCKET;
        }
        if (how == PARKED_FOR_TIME) {
            return Cause.SLEEP;
        }
        return virtual.areTimesTold() ? Cause.PARK : Cause.UNKNOWN; // which does not tell sleep from park
    }

    /** The share of the time in which the carrier ran may be NaN. */
    private void addRunning(int place, Thread thread, long start, long stands, double ran, double waited) {
        long running = Math.round(stands * (ran >= 0 ? ran : 0));
        long waiting = Math.min(stands - running, Math.round(stands * waited));
        add(place, thread, start, Cause.ON_CPU, running);
        add(place, thread, start, Cause.CPU_WAIT, waiting);
        add(place, thread, start, Cause.UNKNOWN, stands - running - waiting);
    }

    /** One that may wait for a lock. */
    private void addParked(int place, Thread thread, long start, Cause cause, long stands) {
        if (holders != null && calls.isStill(place, thread, start)) {
            holders.look(thread, ThreadIds.of(thread), (long) (stands * NANOS_PER_MICRO));
        }
        add(place, thread, start, cause, stands);
    }

    private void add(int place, Thread thread, long start, Cause cause, long stands) {
        if (calls.isStill(place, thread, start)) {
            calls.add(place, start, CallLooks.kind(cause), stands);
        }
    }
}
