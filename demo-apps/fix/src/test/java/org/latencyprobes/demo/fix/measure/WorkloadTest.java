package org.latencyprobes.demo.fix.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.common.WaitStrategy;

class WorkloadTest {

    @Test
    void switchesTheProbesOnOffOffAndOnInOneJvm() {
        Workload workload = workload(true, false);

        assertThat(IntStream.range(0, 8).mapToObj(workload::isProbed))
                .containsExactly(true, false, false, true, true, false, false, true);
        assertThat(workload.measuredRuns()).isEqualTo(8);
        assertThat(workload.allRuns())
                .as("with the first, and one after each switch")
                .isEqualTo(8 + 1 + 4);
    }

    @Test
    void switchesNothingInTwoJvmsAndWithoutTheAgent() {
        assertThat(IntStream.range(0, 4).mapToObj(workload(true, true)::isProbed))
                .containsOnly(true);
        assertThat(IntStream.range(0, 4).mapToObj(workload(false, false)::isProbed))
                .containsOnly(false);
        assertThat(workload(false, false).allRuns()).isEqualTo(2 + 1);
    }

    private static Workload workload(boolean agent, boolean twoJvms) {
        return new Workload(
                "echo",
                Workload.Subject.SESSION,
                1_000,
                new Workload.Runs(100, 100, 1, 2, 0),
                new Workload.Threads(WaitStrategy.yield, "", "", ""),
                new Workload.Sides(twoJvms, ""),
                true,
                false,
                agent);
    }
}
