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

    /** What is kept of a place besides the table. */
    static final int PLACE_BYTES = 96;

    /** A place of the table, and what is known of the call that has it. */
    private static final class Place {
        private final int index;
        private long start;
        private long lookedNanos; // when it was looked at last; before the first time, when others were
        private long stands; // for how much that look does, in µs
        private long ranMicros; // how much of it is told as running
        private boolean isUnsure; // then the next look corrects it
        private long mountedAt; // at which look it was on a carrier last
        private int mountedOn;
        private Thread thread; // where the present look is told later in the pass
        private int seen;

        Place(int index) {
            this.index = index;
        }

        private void begin(long newStart, long nanos) {
            start = newStart;
            lookedNanos = nanos;
            isUnsure = false;
            mountedAt = -1;
        }
    }

    private static final Place[] NONE = {};

    private final Instrumentation instrumentation;
    private final Function<Thread, WaitKind> states;
    private final SynchronizerOwners holders;
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
    private long lastNanos = System.nanoTime();
    private long nowNanos;
    private long letGoNanos;

    private Place[] places = NONE;
    private final Place[] toldLater = new Place[MOST_LATER];
    private int later;
    private boolean hasParked;
    private int socketTurns;

    /** Looks at nothing before {@link #tend}. */
    UnownedLooks(
            Instrumentation instrumentation,
            Function<Thread, WaitKind> states,
            SynchronizerOwners holders,
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

    /** Gives back what the next look makes anew. */
    void forget() {
        places = NONE; // allocates nothing: memory may be wanting
        Arrays.fill(toldLater, null);
    }

    /** How many calls there is room for. */
    int places() {
        return places.length;
    }

    /** Looks once. The clock is the one that calls are timed by. */
    void look(Clock present, long ticks, double ticksPerNano, long beganNanos) {
        carriers.begin();
        calls = UnownedCalls.present();
        nowNanos = beganNanos;
        try {
            if (calls != null && UnownedCalls.areAny()) {
                lookAtAll(present, ticks, ticksPerNano);
            }
            lastNanos = nowNanos;
            if (calls != null && nowNanos - letGoNanos >= LET_GO_NANOS) {
                letGoNanos = nowNanos;
                calls.letGo(
                        ticks - (long) (TimeUnit.SECONDS.toNanos(UnownedCalls.HELD_SECONDS) * ticksPerNano),
                        forgottenStart(present, ticks, ticksPerNano));
            }
        } finally { // also where memory is wanting: both hold threads
            forgetLater();
            calls = null;
        }
    }

    /** Before all starts as long as the clock is in use for less than that: what began by another is no older than by this one. */
    static long forgottenStart(Clock present, long ticks, double ticksPerNano) {
        long start = ticks - (long) (TimeUnit.MINUTES.toNanos(UnownedCalls.FORGOTTEN_MINUTES) * ticksPerNano);
        return present.isOwn(start) ? start : Long.MIN_VALUE;
    }

    private void lookAtAll(Clock present, long ticks, double ticksPerNano) {
        clock = present;
        nowTicks = ticks;
        youngTicks = (long) (YOUNG_NANOS * ticksPerNano);
        periodMicros = Math.min(ThreadTimes.LONGEST_LOOK_NANOS, nowNanos - lastNanos) / NANOS_PER_MICRO;
        number++;
        due = 0;
        socketTurns = 1 + sockets.size() / MOST_IN_SOCKETS;
        if (places.length != calls.places()) {
            Place[] made = new Place[calls.places()];
            Arrays.setAll(made, Place::new);
            places = made; // all or none, for the same reason
        }
        calls.forEach(this);
        tellLater();
        share = Math.min(1, MOST / due);
    }

    @Override
    public void visit(int place, long start) {
        long age = nowTicks - start;
        if (age < 0 || !clock.isOwn(start)) {
            return; // it has just begun, or by an earlier clock
        }
        Place at = places[place];
        if (at.start != start) {
            at.begin(start, lastNanos);
        }
        double wanted = age <= youngTicks ? 1 : youngTicks / (double) age;
        due += wanted;
        double chance = wanted * share;
        boolean isDue = chance >= 1 || nextRandom() < chance;
        Thread thread = isDue || at.isUnsure ? calls.thread(place) : null;
        if (thread != null && at.isUnsure) {
            correct(at, thread);
        }
        if (thread != null && isDue) {
            look(at, thread, chance);
        }
    }

    private void look(Place at, Thread thread, double chance) {
        at.stands = Math.round(periodMicros / chance);
        if (virtual == null || !virtual.isKnown(thread)) {
            lookAtPlatform(at, thread);
        } else {
            lookAtVirtual(at, thread);
        }
        at.lookedNanos = nowNanos;
    }

    private double nextRandom() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (random >>> 11) * 0x1p-53;
    }

    private void lookAtPlatform(Place at, Thread thread) {
        WaitKind kind = states.apply(thread);
        if (kind == null) {
            lookAtRunning(at, thread, thread);
        } else {
            addParked(at, thread, kind.cause());
        }
    }

    private void lookAtVirtual(Place at, Thread thread) {
        switch (virtual.of(thread)) {
            case READY -> add(at, thread, Cause.CPU_WAIT, at.stands);
            case BLOCKED -> add(at, thread, Cause.LOCK, at.stands);
            case WAITING -> add(at, thread, Cause.WAIT, at.stands);
            case MOUNTED -> lookAtMounted(at, thread);
            case PARKED -> lookAtParked(at, thread, PARKED);
            case PARKED_FOR_TIME -> lookAtParked(at, thread, PARKED_FOR_TIME);
            case OTHER -> add(at, thread, Cause.UNKNOWN, at.stands);
        }
    }

    private void lookAtMounted(Place at, Thread thread) {
        Thread carrier = virtual.carrier(thread);
        WaitKind kind = carrier == null ? null : states.apply(carrier);
        if (carrier == null || virtual.carrier(thread) != carrier) {
            add(at, thread, Cause.UNKNOWN, at.stands); // it comes, or goes, and the carrier rests
        } else if (kind != null) {
            add(at, thread, kind.cause(), at.stands); // it could not leave the carrier
        } else {
            lookAtRunning(at, thread, carrier);
        }
    }

    private void lookAtRunning(Place at, Thread thread, Thread carrier) {
        int on = carriers.read(ThreadIds.of(carrier));
        boolean wasThere = at.mountedAt == number - 1 && at.mountedOn == on;
        at.mountedAt = number;
        at.mountedOn = on;
        if (on == CarrierTimes.UNKNOWN) {
            add(at, thread, Cause.UNKNOWN, at.stands);
        } else if (carriers.of(on).ran(wasThere) >= 0) {
            addRunning(
                    at, thread, carriers.of(on).ran(wasThere), carriers.of(on).waited(wasThere));
        } else {
            tellLater(at, thread, on);
        }
    }

    /** By what the carrier did since the look before, unless the call has left it. */
    private void correct(Place at, Thread thread) {
        at.isUnsure = false;
        Thread carrier = virtual == null || !virtual.isKnown(thread)
                ? thread
                : virtual.of(thread) == VirtualStates.Group.MOUNTED ? virtual.carrier(thread) : null;
        int on = carrier == null ? CarrierTimes.UNKNOWN : carriers.read(ThreadIds.of(carrier));
        boolean wasThere = on != CarrierTimes.UNKNOWN && at.mountedAt == number - 1 && at.mountedOn == on;
        if (wasThere && carriers.of(on).ran(true) >= 0) {
            add(at, thread, Cause.ON_CPU, -at.ranMicros);
            add(at, thread, Cause.UNKNOWN, at.ranMicros - at.stands);
            addRunning(at, thread, carriers.of(on).ran(true), carriers.of(on).waited(true));
        }
    }

    private void lookAtParked(Place at, Thread thread, int how) {
        Object blocker = LockSupport.getBlocker(thread);
        if (blocker != null) {
            addParked(at, thread, WaitKind.isLock(blocker.getClass().getName()) ? Cause.LOCK : Cause.PARK);
        } else if (number % socketTurns == 0) {
            hasParked = true;
            at.stands *= socketTurns;
            tellLater(at, thread, how);
        }
    }

    private void tellLater(Place at, Thread thread, int what) {
        if (later == MOST_LATER) {
            add(at, thread, Cause.UNKNOWN, at.stands);
            return;
        }
        at.thread = thread;
        at.seen = what;
        toldLater[later++] = at;
    }

    /**
     * The look itself takes a CPU, from a carrier where each has one: of an older call, which it seldom sees twice, it would see too little. So the
     * next one corrects it.
     */
    private void tellLater() {
        if (hasParked) {
            sockets.read();
        }
        for (int number = 0; number < later; number++) {
            Place at = toldLater[number];
            if (at.seen >= 0) {
                addRunning(at, at.thread, carriers.shareNow(at.seen), 0);
                at.isUnsure = at.stands > periodMicros + 1;
            } else if (isStill(at.thread, at.seen)) {
                add(at, at.thread, ofParked(at.thread, at.seen), at.stands);
            }
        }
    }

    private void forgetLater() {
        while (later > 0) {
            toldLater[--later].thread = null;
        }
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
    private void addRunning(Place at, Thread thread, double ran, double waited) {
        at.ranMicros = Math.round(at.stands * (ran >= 0 ? ran : 0));
        long waiting = Math.min(at.stands - at.ranMicros, Math.round(at.stands * waited));
        add(at, thread, Cause.ON_CPU, at.ranMicros);
        add(at, thread, Cause.CPU_WAIT, waiting);
        add(at, thread, Cause.UNKNOWN, at.stands - at.ranMicros - waiting);
    }

    /** One that may wait for a lock. */
    private void addParked(Place at, Thread thread, Cause cause) {
        if (holders != null && calls.isStill(at.index, thread, at.start)) {
            holders.look(thread, ThreadIds.of(thread), at.lookedNanos);
        }
        add(at, thread, cause, at.stands);
    }

    private void add(Place at, Thread thread, Cause cause, long micros) {
        if (calls.isStill(at.index, thread, at.start)) {
            calls.add(at.index, at.start, CallLooks.kind(cause), micros);
        }
    }
}
