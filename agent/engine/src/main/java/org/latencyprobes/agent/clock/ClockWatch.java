package org.latencyprobes.agent.clock;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;

/**
 * The watch over the clock that calls are timed by. A counter whose rate leaves that of {@link System#nanoTime}, or that goes back, is left
 * for {@link System#nanoTime}, for good: a virtual machine may have moved, or slept. For one thread.
 */
public class ClockWatch {

    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ClockChoice choice;
    private final Follower follower;
    private final RateVerdict verdict = new RateVerdict();
    private ClockPair first;
    private ClockPair last;
    private Clock known;

    /** Whoever reads the clock, and has to know when it is another one. */
    @FunctionalInterface
    public interface Follower {

        /** Uses the clock that the choice gives now. */
        void followClock();
    }

    /**
     * Prepares the watch.
     *
     * @param choice of the clock
     * @param follower is told when the choice gives another clock
     */
    public ClockWatch(ClockChoice choice, Follower follower) {
        this.choice = choice;
        this.follower = follower;
    }

    /** Looks, once in a second at most. To be called more often than that. */
    public final void look() {
        Clock counter = counter();
        if (counter == null) {
            return;
        }
        if (counter != known) {
            begin(counter);
        }
        if (first == null) {
            first = ClockPair.read(counter);
            last = first;
        }
        if (counter.wentBack()) {
            leave("a call ended before it began, by that clock");
        } else if (choice.wanted() == ClockName.NANOTIME) {
            leave("clock=nanotime is wanted");
        } else if (nanoTime() - last.nanos() >= PERIOD_NANOS) {
            compare(counter);
        }
    }

    /** One that came after another clock had been in use. */
    private void begin(Clock counter) {
        known = counter;
        if (counter.name() == ClockName.RDTSC) {
            follower.followClock();
            Log.say("clock: rdtsc from now on");
        }
    }

    /** As {@link System#nanoTime}. */
    long nanoTime() {
        return System.nanoTime();
    }

    private Clock counter() {
        Clock present = choice.present();
        return present == null || present.name() == ClockName.NANOTIME ? null : present;
    }

    private void compare(Clock counter) {
        ClockPair now = ClockPair.read(counter);
        RateError error = last.errorUntil(now, counter);
        last = now;
        if (verdict.isWrong(error, now.nanos())) {
            leave(String.format(
                    Locale.ROOT,
                    "its rate was wrong by %+.2f %% for a second, and not because the machine's time is being set right",
                    PERCENT * error.share()));
        }
    }

    private void leave(String reason) {
        ClockName left = known.name();
        choice.leave("left, since " + reason);
        follower.followClock();
        Log.say("clock: nanotime from now on, no longer " + left + ", since " + reason
                + "; calls that are under way are not recorded");
    }

    /**
     * The counter's error so far.
     *
     * @return by how much it ran faster than {@link System#nanoTime}, in millionths; 0 where that is the clock
     */
    public final double errorPerMillion() {
        Clock counter = counter();
        return counter == null || first == null
                ? 0
                : first.errorUntil(ClockPair.read(counter), counter).perMillion();
    }
}
