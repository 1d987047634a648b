package org.latencyprobes.agent.cost;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MILLI;

import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockName;
import org.latencyprobes.agent.clock.ClockWatch;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.internal.jitter.ClockQuality;
import org.latencyprobes.internal.probe.HubCost;

/** A meter of what measuring costs in this JVM. For one thread. */
public final class CostMeter implements CostMeasure {

    private static final int CHECKS = 4;
    private static final long UNSETTLED_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(64);
    private static final long FRESH_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Calls of both kinds. */
    private static final CostMeasure.Calls ANY = new CostMeasure.Calls(1, 1, 0, null);

    private final ClockChoice choice;
    private final ClockWatch watch;
    private final WeaveLog weaveLog;
    private final Linker linker;
    private final LowestReading reading = new LowestReading();
    private Clock clock;
    private int checksLeft;
    private long checkedNanos;
    private long restNanos;
    private long loopNanos;

    public CostMeter(ClockChoice choice, ClockWatch watch, WeaveLog weaveLog, Linker linker) {
        this.choice = choice;
        this.watch = watch;
        this.weaveLog = weaveLog;
        this.linker = linker;
    }

    /** Looks whether the clock is still right, and says so where it is slow, also once the compilers are done with the check. */
    public void tend() {
        watch.look();
        Clock present = choice.present();
        if (present != null && clock != present) {
            checksLeft = CHECKS;
            check(present);
            HubCost.set(reading.lowest().baselineNanos(), 0);
            restNanos = CHECK_NANOS;
            loopNanos = System.nanoTime();
        } else if (checksLeft > 0 && isSlow() && System.nanoTime() - checkedNanos > CHECK_NANOS) {
            check(present);
            if (--checksLeft == 0) {
                reading.lowest().warning().ifPresent(Log::say);
            }
        }
        if (present != null && System.nanoTime() - loopNanos > restNanos) {
            ModeCosts costs = CallCost.runLoop(present);
            restNanos = CallCost.isSettled(present)
                    ? Math.min(LONGEST_REST_NANOS, 2 * Math.max(CHECK_NANOS, restNanos))
                    : UNSETTLED_REST_NANOS;
            loopNanos = System.nanoTime();
            if (!CallCost.basis(present, ANY).equals(Costs.COLD_LOOP)) {
                HubCost.set(costs.timedNanos(), costs.untimedNanos()); // for the meters of backends, which add it up
            }
        }
    }

    private boolean isSlow() {
        return reading.lowest().warning().isPresent();
    }

    /** Follows the user's wish for a clock. */
    public void follow(ClockName wanted) {
        choice.want(wanted);
        tend();
    }

    private void check(Clock present) {
        clock = present;
        reading.add(present, ClockQuality.measured(present::nanosNow));
        checkedNanos = System.nanoTime();
    }

    @Override
    public Costs of(CostMeasure.Calls calls) {
        tend();
        if (reading.lowest() == null || System.nanoTime() - checkedNanos > FRESH_NANOS) {
            check(presentOrNanoTime());
        }
        return costs(calls);
    }

    /** As {@link #of}, but the cost of a clock reading may be older than a minute: for whoever asks often. To measure it takes some ms. */
    public Costs recent(CostMeasure.Calls calls) {
        tend();
        if (reading.lowest() == null) {
            check(presentOrNanoTime());
        }
        return costs(calls);
    }

    /** There is none where no method is a probe, but code has some of its own. */
    private Clock presentOrNanoTime() {
        return clock == null ? new NanoTimeClock() : clock;
    }

    private Costs costs(CostMeasure.Calls calls) {
        double mostNanos = (double) calls.spanNanos() * Runtime.getRuntime().availableProcessors();
        ModeCosts cost = CallCost.of(clock, calls).within(mostNanos, calls.timed(), calls.counted());
        ClockQuality quality = reading.lowest();
        return new Costs(
                clock.name().toString(),
                quality.source(),
                reading.nanos(cost.timedNanos()),
                quality.resolutionNanos(),
                watch.errorPerMillion(),
                cost.timedNanos(),
                calls.timed(),
                calls.spanMillis(),
                weaveLog.probes(),
                weaveLog.classes(),
                weaveLog.nanos() / NANOS_PER_MILLI,
                linker.nanos() / NANOS_PER_MILLI,
                weaveLog.refusals() + linker.refusals(),
                calls.counted() == 0 ? 0 : cost.untimedNanos(),
                calls.counted(),
                CallCost.basis(clock, calls));
    }
}
