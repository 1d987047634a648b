package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.recording.ModeFlips;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of probes that are switched again and again while three threads call them. */
final class ModesIT {

    private static final int FLIPS = 200;
    private static final int MANY_FLIPS = 10_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(30);

    private static JvmResult result;

    @BeforeAll
    static void run() {
        result = switched(FLIPS);
    }

    private static JvmResult switched(int times) {
        return ForkedJvm.of(ModeFlips.class)
                .withAgent()
                .arguments(times)
                .start()
                .finish(TIMEOUT)
                .expectExit(0);
    }

    private static void assertPossible(JvmResult switched) {
        assertThat(switched.number("maxNanos"))
                .as("%s", switched)
                .isLessThan(TimeUnit.MILLISECONDS.toNanos(switched.number("uptimeMillis")));
        assertThat(switched.number("clamped")).isZero();
    }

    /** In each mode there was a whole round of calls. */
    private static void assertCountedOnce(JvmResult switched) {
        assertThat(switched.number("count")).isPositive().isLessThan(switched.number("calls"));
    }

    @Test
    void noDurationIsImpossible() {
        assertPossible(result);
    }

    @Test
    void noCallIsCountedTwice() {
        assertCountedOnce(result);
    }

    @Test
    @Tag("nightly")
    void theSameHoldsOfTenThousandSwitches() {
        JvmResult many = switched(MANY_FLIPS);
        assertPossible(many);
        assertCountedOnce(many);
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
                        "{\"exitCode\":2}",
                        "mode \\\"sideways\\\" is not allowed; it takes on, sampled(1/n) with n from 2 to 65536, counted or off");
    }

    @Test
    void anUnknownProbeIsAnsweredWithThoseThereAre() {
        assertThat(result.fact("unknownProbe"))
                .contains("{\"exitCode\":1}", "no probe \\\"nobody\\\"; there are long, short");
    }

    @Test
    void probesCanBeginSwitchedOff() {
        JvmResult off = ForkedJvm.of(Calls.class)
                .quick()
                .withAgent("mode=off")
                .arguments(10)
                .run()
                .expectExit(0);
        assertThat(off.report().count("Calls.probed")).isZero();
        assertThat(off.report().text()).contains("weaving: 1 method");
    }
}
