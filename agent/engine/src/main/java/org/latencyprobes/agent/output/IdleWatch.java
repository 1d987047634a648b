package org.latencyprobes.agent.output;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.histogram.SeriesReader;
import org.latencyprobes.internal.inflight.UnownedCalls;
import org.latencyprobes.internal.jitter.HiccupSampler;

/**
 * The look whether anybody calls probes, and for how long the sampler of hiccups sleeps: longer where nobody has for a second, and no call is
 * open. As long as one is, its thread is sampled, and samples that lie further apart would neither be one run nor weigh the same.
 *
 * <p>What platform threads do is seen before each sleep, and that threads without a stripe are in calls, where these are noted. Those that are not,
 * code that reports a duration that it measured itself, and other copies of the runtime are seen in the counts of all probes, once a second, by
 * the agent's thread.
 */
final class IdleWatch implements LongSupplier {

    /** No call in so long a time is idle. */
    static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier movement;
    private final LongSupplier calls;
    private final BooleanSupplier open;
    private final LongSupplier nanoTime;
    private final Runnable wake;
    private volatile long idlePeriodNanos;
    private volatile long lastMovement;
    private volatile boolean isIdle;
    private boolean isWatched;
    private long lastCalls;
    private long nextNanos;

    /**
     * Begins not idle.
     *
     * @param wake has the agent's thread {@link #tend}; called by the sampler's thread once calls go on
     */
    IdleWatch(Runnable wake) {
        this(IdleWatch::allMovement, new AllCalls(), IdleWatch::hasOpenCalls, System::nanoTime, wake);
    }

    IdleWatch(LongSupplier movement, LongSupplier calls, BooleanSupplier open, LongSupplier nanoTime, Runnable wake) {
        this.movement = movement;
        this.calls = calls;
        this.open = open;
        this.nanoTime = nanoTime;
        this.wake = wake;
        nextNanos = nanoTime.getAsLong() + SPAN_NANOS;
    }

    /** Of a thread without a stripe, that a call began after there were none. */
    private static long allMovement() {
        return OpenCalls.movement() + (UnownedCalls.areAny() ? 1 : 0);
    }

    private static boolean hasOpenCalls() {
        boolean[] has = {UnownedCalls.areAny()};
        OpenCalls.forEach((thread, calls) -> has[0] = true);
        return has[0];
    }

    /** Follows the user's wish for the length of a sleep where nobody calls probes. */
    void follow(long periodNanos) {
        idlePeriodNanos = periodNanos;
        isIdle &= isWanted();
    }

    /** Follows whether each call is to be explained: the first one after a long sleep would hardly be seen. On the agent's thread. */
    void watch(boolean wanted) {
        isWatched = wanted;
        isIdle &= isWanted();
    }

    private boolean isWanted() {
        return idlePeriodNanos > HiccupSampler.PERIOD_NANOS && !isWatched;
    }

    /** To be called now and then by the agent's thread. */
    void tend() {
        if (nanoTime.getAsLong() - nextNanos < 0) {
            return;
        }
        long moved = movement.getAsLong();
        boolean isSame = moved == lastMovement;
        lastMovement = moved;
        if (isSame) { // else nobody need count
            long counted = calls.getAsLong();
            isSame = counted == lastCalls;
            lastCalls = counted;
        }
        isIdle = isSame && isWanted() && !open.getAsBoolean(); // one that begins later moves
        nextNanos = nanoTime.getAsLong() + SPAN_NANOS;
    }

    /** Whether nobody calls probes, as far as it is known. From any thread. */
    boolean isIdle() {
        return isIdle;
    }

    /** For how long the sampler is to sleep now, in ns. On its thread. */
    @Override
    public long getAsLong() {
        if (!isIdle) {
            return HiccupSampler.PERIOD_NANOS;
        }
        if (movement.getAsLong() == lastMovement) {
            return idlePeriodNanos;
        }
        isIdle = false;
        wake.run();
        return HiccupSampler.PERIOD_NANOS;
    }

    /** In words, to be put behind what a sampler does; empty where it does that every ms. */
    String remark() {
        return isIdle
                ? ", every " + TimeUnit.NANOSECONDS.toMillis(idlePeriodNanos) + " ms as long as no probe is called"
                : "";
    }

    /** How many calls there have been of all probes of all copies of the runtime. */
    private static final class AllCalls implements LongSupplier {

        private final SeriesReader reader = new SeriesReader();
        private long sum;

        @Override
        public long getAsLong() {
            sum = 0;
            reader.read(series -> sum += series.isJitter() ? 0 : series.timed() + series.untimed());
            return sum;
        }
    }
}
