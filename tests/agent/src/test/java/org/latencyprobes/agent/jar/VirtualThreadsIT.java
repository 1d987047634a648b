package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.latencyprobes.agent.fixture.VirtualThreads;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

final class VirtualThreadsIT {

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void callsOfAHundredThousandVirtualThreadsAreAllCounted() {
        JvmResult result = ForkedJvm.of(VirtualThreads.class).withAgent().run().expectExit(0);
        assertThat(result.fact("ended")).isEqualTo("true");
        assertThat(result.report().count("called")).isEqualTo(2 * result.number("threads"));
    }
}
