package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.latencyprobes.agent.fixture.output.LimitedShop;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.junit.LatencyLimit;
import org.opentest4j.AssertionFailedError;

/** Tests of limits for probes that the agent weaves into what a test of JUnit's calls. */
final class LatencyLimitIT {

    @Test
    void limitsAreHeldAgainstTheAgentsProbes() {
        ForkedJvm tests = ForkedJvm.of(LimitedShop.class).quick().withAgent("report=off");
        for (Class<?> type : new Class<?>[] {
            LatencyLimit.class,
            Test.class,
            JupiterTestEngine.class,
            TestEngine.class,
            AnnotationSupport.class,
            Launcher.class,
            AssertionFailedError.class,
            API.class
        }) {
            tests.addClassPath(ForkedJvm.homeOf(type));
        }
        assertThat(tests.run().expectExit(0).stdout())
                .contains("kept() TestExecutionResult [status = SUCCESSFUL")
                .contains("exceeded() TestExecutionResult [status = FAILED")
                .contains("p50 of \"LimitedShop.place\" is ", " µs, its limit is 2,000 µs (100 calls, p50 ");
    }
}
