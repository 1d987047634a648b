package org.latencyprobes.agent;

import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockName;
import org.latencyprobes.agent.clock.ClockWatch;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.agent.command.Costs;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.jitter.ClockCheck;
import org.latencyprobes.probe.HubCost;

/** A meter of what measuring costs in this JVM. For one thread. */
final class CostMeter implements Costs.Measure {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final int CHECKS = 4;
    private static final long HUB_COST_DELAY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RECENT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ClockChoice choice;
    private final ClockWatch watch;
    private final WeaveLog weaveLog;
    private final Linker linker;
    private final LowestReading reading = new LowestReading();
    private Clock clock;
    private int checksLeft;
    private long checkedNanos;
    private long clockSinceNanos;
    private boolean isHubCostMeasured;
    private CallCost cost;
    private double countNanos;
    private Clock costClock;
    private long measuredNanos;

    CostMeter(ClockChoice choice, ClockWatch watch, WeaveLog weaveLog, Linker linker) {
        this.choice = choice;
        this.watch = watch;
        this.weaveLog = weaveLog;
        this.linker = linker;
    }

    /** Looks whether the clock is still right, and says so where it is slow, also once the compilers are done with the check. */
    void tend() {
        watch.look();
        Clock present = choice.present();
        if (present != null && clock != present) {
            checksLeft = CHECKS;
            check(present);
            HubCost.set(reading.lowest().baselineNanos(), 0);
            isHubCostMeasured = false;
            clockSinceNanos = System.nanoTime();
        } else if (checksLeft > 0 && isSlow() && System.nanoTime() - checkedNanos > CHECK_NANOS) {
            check(present);
            if (--checksLeft == 0) {
                reading.lowest().warning().ifPresent(Log::say);
            }
        }
        if (present != null && !isHubCostMeasured && System.nanoTime() - clockSinceNanos > HUB_COST_DELAY_NANOS) {
            setHubCost(CallCost.measure(present), CallCost.untimedNanos(present));
        }
    }

    /** For the meters of backends: not at the start, which it would lengthen, and where code is not compiled yet. */
    private void setHubCost(CallCost cost, double countNanos) {
        HubCost.set(cost.callNanos(), countNanos);
        isHubCostMeasured = true;
    }

    private boolean isSlow() {
        return reading.lowest().warning().isPresent();
    }

    /** Follows the user's wish for a clock. */
    void follow(ClockName wanted) {
        choice.want(wanted);
        tend();
    }

    private void check(Clock present) {
        clock = present;
        reading.add(present, ClockCheck.run(present::nanosNow));
        checkedNanos = System.nanoTime();
    }

    @Override
    public Costs of(Costs.Calls calls) {
        tend();
        measure(calls.sinceOrNull());
        return costs(calls);
    }

    /** As {@link #of}, but the cost of a call may be a minute old: for whoever asks often. To measure it takes some ms. */
    Costs recent(Costs.Calls calls) {
        tend();
        if (cost == null || costClock != clock || System.nanoTime() - measuredNanos > RECENT_NANOS) {
            measure(calls.sinceOrNull());
        }
        return costs(calls);
    }

    private void measure(InPlaceCost.Mark sinceOrNull) {
        check(
                clock == null
                        ? new NanoTimeClock()
                        : clock); // null where no method is a probe, but code has some of its own
        cost = CallCost.measure(clock, sinceOrNull);
        countNanos = CallCost.untimedNanos(clock);
        costClock = clock;
        measuredNanos = System.nanoTime();
        setHubCost(cost, countNanos);
    }

    private Costs costs(Costs.Calls calls) {
        ClockCheck check = reading.lowest();
        return new Costs(
                clock.name().toString(),
                check.source(),
                reading.nanos(cost.callNanos()),
                check.resolutionNanos(),
                watch.errorPerMillion(),
                cost.callNanos(),
                cost.mostNanos(),
                calls.timed(),
                calls.spanMillis(),
                weaveLog.probes(),
                weaveLog.classes(),
                weaveLog.nanos() / NANOS_PER_MILLI,
                linker.nanos() / NANOS_PER_MILLI,
                weaveLog.refusals() + linker.refusals(),
                calls.counted() == 0 ? 0 : countNanos,
                calls.counted());
    }
}
