package org.latencyprobes.agent;

import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockName;
import org.latencyprobes.agent.clock.ClockWatch;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.agent.command.Costs;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.jitter.ClockCheck;

/** A meter of what measuring costs in this JVM. It checks the clock once for each clock that is in use. For one thread. */
final class CostMeter implements Costs.Measure {

    private static final double NANOS_PER_MILLI = 1e6;

    private final ClockChoice choice;
    private final ClockWatch watch;
    private final WeaveLog weaveLog;
    private final Linker linker;
    private Clock clock;
    private ClockCheck check;

    CostMeter(ClockChoice choice, ClockWatch watch, WeaveLog weaveLog, Linker linker) {
        this.choice = choice;
        this.watch = watch;
        this.weaveLog = weaveLog;
        this.linker = linker;
    }

    /** Looks whether the clock is still right, and says so where one has been chosen that is slow. */
    void tend() {
        watch.look();
        Clock present = choice.present();
        if (present != null && clock != present) {
            check(present);
            if (check.warning().isPresent()) {
                check(present); // the compilers may have been at work
            }
            check.warning().ifPresent(Log::say);
        }
    }

    /** Follows the user's wish for a clock. */
    void follow(ClockName wanted) {
        choice.want(wanted);
        tend();
    }

    private void check(Clock present) {
        clock = present;
        check = ClockCheck.run(present::nanosNow);
    }

    @Override
    public Costs of(long calls, long spanMillis) {
        tend();
        if (clock == null) { // no method is a probe, but code has some of its own
            check(new NanoTimeClock());
        }
        CallCost cost = CallCost.measure(clock);
        return new Costs(
                clock.name().toString(),
                check.source(),
                check.readNanos(),
                check.resolutionNanos(),
                watch.errorPerMillion(),
                cost.callNanos(),
                cost.clockNanos(),
                calls,
                spanMillis,
                weaveLog.probes(),
                weaveLog.classes(),
                weaveLog.nanos() / NANOS_PER_MILLI,
                linker.nanos() / NANOS_PER_MILLI,
                weaveLog.refusals() + linker.refusals());
    }
}
