package org.latencyprobes.agent.async;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.latencyprobes.agent.fixture.async.VirtualThreads;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of calls of a hundred thousand virtual threads. */
@Tag("each-jdk")
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
final class VirtualThreadsIT {

    private static JvmResult result;

    @BeforeAll
    static void run() {
        result = ForkedJvm.of(VirtualThreads.class).withAgent("self=on").run().expectExit(0);
    }

    @Test
    void allAreCounted() {
        assertThat(result.fact("ended")).isEqualTo("true");
        assertThat(result.report().count("called")).isEqualTo(2 * result.number("threads"));
    }

    @Test
    void theirSelfTimesAreCountedAsUnknown() {
        assertThat(result.stderr()).containsPattern("ok self: known of 0 of \\d");
    }

    @Test
    void nothingIsSaidOfMeasuringWhereNoOtherProbeCanBeInside() {
        assertThat(result.stderr()).doesNotContain("measuring is not known", "is the cost of");
    }
}
