package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.recording.Outcomes;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;

final class OutcomesIT {

    private static JvmResult result;
    private static PrintedReport report;

    @BeforeAll
    static void run() {
        result = ForkedJvm.of(Outcomes.class).quick().withAgent().run().expectExit(0);
        report = result.report();
    }

    @Test
    void countsCallsThatThrowApart() {
        assertThat(report.count("Outcomes.throwsIfOdd", "ok")).isEqualTo(5);
        assertThat(report.count("Outcomes.throwsIfOdd", "error")).isEqualTo(5);
    }

    @Test
    void passesTheSameExceptionUntouched() {
        JvmResult unprobed = ForkedJvm.of(Outcomes.class).quick().run().expectExit(0);
        assertThat(result.number("sameException")).isEqualTo(5);
        assertThat(result.stdout()).isEqualTo(unprobed.stdout());
    }

    @Test
    void countsEachRecursiveCall() {
        assertThat(report.count("recursive")).isEqualTo(177);
    }

    @Test
    void addsUpMethodsThatShareAName() {
        assertThat(report.count("mutual")).isEqualTo(10);
    }
}
