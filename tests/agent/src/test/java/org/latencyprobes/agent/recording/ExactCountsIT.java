package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.recording.TwoProbes;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of two probes, eight threads and a million calls, while a reader takes intervals. */
final class ExactCountsIT {

    private static final long CALLS = 1_000_000;

    private static JvmResult result;

    @BeforeAll
    static void run() {
        result =
                ForkedJvm.of(TwoProbes.class).withAgent().arguments(CALLS).run().expectExit(0);
    }

    @Test
    void everyCallIsCountedOnce() {
        assertThat(result.number("calls")).isEqualTo(CALLS);
        assertThat(result.number("first")).isEqualTo(CALLS / 2);
        assertThat(result.number("second")).isEqualTo(CALLS / 2);
    }

    @Test
    void theReportSaysSoToo() {
        assertThat(result.report().count("first")).isEqualTo(CALLS / 2);
        assertThat(result.report().count("second")).isEqualTo(CALLS / 2);
    }

    @Test
    void intervalsReadUnderLoadAddUp() {
        assertThat(result.number("reads")).isGreaterThanOrEqualTo(TwoProbes.READS);
        assertThat(result.number("readAlong")).isEqualTo(CALLS);
    }
}
