package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.recording.Allocation;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

final class AllocationIT {

    /** To specialise one method handle takes more than ten times as much. The JVM itself now and then adds an object. */
    private static final long SMALL_BYTES = 1_000;

    @Test
    void callsAllocateNothingAfterTheFirst() {
        JvmResult result = ForkedJvm.of(Allocation.class).withAgent().run().expectExit(0);
        assertThat(result.number("early bytes")).isLessThan(SMALL_BYTES);
        assertThat(result.number("bytes")).isZero();
        assertThat(result.report().count("probed")).isGreaterThan(result.number("calls"));
        assertThat(result.report().count("nested")).isEqualTo(result.report().count("probed"));
        assertThat(result.report().count("throwing", "error")).isGreaterThan(result.number("calls"));
    }
}
