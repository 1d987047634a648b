package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.weave.Contended;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;

/** Tests that samples of a synchronized method leave out the wait for its monitor, and that the report says so. */
final class MonitorWaitIT {

    private static final double ROUNDING_MICROS = 2;

    private static JvmResult result;

    @BeforeAll
    static void run() {
        result = ForkedJvm.of(Contended.class)
                .quick()
                .withAgent("clock=nanotime") // that of the fixture
                .run()
                .expectExit(0);
    }

    @Test
    void theSampleLeavesTheWaitOut() {
        double maxMicros =
                PrintedReport.micros(result.report().percentiles("quick").get(5));
        double withoutTheWait = result.number("call") - result.number("waited");
        assertThat(maxMicros).isLessThanOrEqualTo(Math.max(result.number("first"), withoutTheWait) + ROUNDING_MICROS);
    }

    @Test
    void theReportSaysSo() {
        assertThat(result.report().text())
                .containsOnlyOnce("without the wait for their monitor, as methods are synchronized: quick\n");
    }
}
