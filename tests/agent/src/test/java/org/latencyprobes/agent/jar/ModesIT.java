package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.ModeFlips;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of probes that are switched 10,000 times while three threads call them. */
final class ModesIT {

    private static final int FLIPS = 10_000;

    private static JvmResult result;

    @BeforeAll
    static void run() {
        result =
                ForkedJvm.of(ModeFlips.class).withAgent().arguments(FLIPS).run().expectExit(0);
    }

    @Test
    void noDurationIsImpossible() {
        assertThat(result.number("worstNanos"))
                .as("%s", result)
                .isLessThan(TimeUnit.MILLISECONDS.toNanos(result.number("uptimeMillis")));
        assertThat(result.number("clamped")).isZero();
    }

    @Test
    void noCallIsCountedTwice() {
        assertThat(result.number("count")).isPositive().isLessThan(result.number("calls"));
    }

    @Test
    void everyCallIsCountedOnceTheProbesStayOn() {
        assertThat(result.number("settledOn")).isEqualTo(2 * result.number("settledCalls"));
    }

    @Test
    void noCallIsCountedOnceTheProbesStayOff() {
        assertThat(result.number("settledOff")).isZero();
    }

    @Test
    void oneProbeIsSwitchedAlone() {
        assertThat(result.number("settledOneOff")).isEqualTo(result.number("settledCalls"));
    }

    @Test
    void aCallThatStraddlesASwitchRecordsNothing() {
        assertThat(result.number("off to on")).isZero();
        assertThat(result.number("on to off")).isZero();
    }

    @Test
    void aBadModeIsAnsweredWithWhatIsAllowed() {
        assertThat(result.fact("unknown"))
                .contains(
                        "exit\t2",
                        "mode \"sideways\" is not allowed; it takes on, sampled(1/n) with n from 2 to 65536, counted or off");
    }

    @Test
    void anUnknownProbeIsAnsweredWithThoseThereAre() {
        assertThat(result.fact("unknownProbe")).contains("exit\t1", "no probe \"nobody\"; there are long, short");
    }

    @Test
    void probesCanBeginSwitchedOff() {
        JvmResult off = ForkedJvm.of(Calls.class)
                .withAgent("mode=off")
                .arguments(10)
                .run()
                .expectExit(0);
        assertThat(off.report().count("Calls.probed")).isZero();
        assertThat(off.report().text()).contains("weaving: 1 method");
    }
}
