package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockName;
import org.latencyprobes.agent.clock.ClockWatch;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.internal.probe.ProbeRecorder;

final class CostMeterTest {

    private static final long MANY = 1_000_000_000_000L;

    private final ClockChoice choice = new ClockChoice(ClockName.NANOTIME, null);
    private final CostMeter meter = new CostMeter(
            choice, new ClockWatch(choice, () -> {}), new WeaveLog(), new Linker(Mode.ON, null, choice, null));

    /** A loop that is not compiled yet says more, and one that is says so of so many calls. */
    @Test
    void callsTakeNoMoreThanTheProcessorsHadHoweverLongTheLoopTook() {
        Costs costs = meter.of(new CostMeasure.Calls(0, MANY, 1_000, null));
        assertThat(costs.countNanos()).isPositive();
        assertThat(costs.countNanos() * MANY)
                .isLessThanOrEqualTo(1.000001
                        * TimeUnit.SECONDS.toNanos(1)
                        * Runtime.getRuntime().availableProcessors());
    }

    /** Of an application's own probes it may have been long before the agent came. */
    @Test
    void allCallsSoFarCountFromWhenTheFirstOfThemBegan() {
        ProbeRecorder probe = ProbeRecorder.named("CostMeterTest.early");
        probe.recordNanos(1);
        CostMeasure.Calls before = CostMeasure.Calls.soFar();
        long beganNanos = System.nanoTime();
        while (System.nanoTime() - beganNanos < TimeUnit.MILLISECONDS.toNanos(20)) {
            probe.recordNanos(1);
        }
        probe.recordNanos(1);
        CostMeasure.Calls after = CostMeasure.Calls.soFar();
        assertThat(after.timed()).isGreaterThan(before.timed());
        assertThat(after.spanMillis()).isGreaterThan(before.spanMillis() + 15);
    }
}
