package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.Endings;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

final class EndingsIT {

    private static JvmResult exited;
    private static JvmResult late;

    private static ForkedJvm jvm(String ending) {
        return ForkedJvm.of(Endings.class).quick().withAgent().arguments(ending);
    }

    @BeforeAll
    static void run() {
        exited = jvm("exit").run().expectExit(3);
        late = jvm("late").run().expectExit(0);
    }

    @Test
    void systemExitInAProbedMethodEndsWithItsCodeAndTheReport() {
        assertThat(exited.report().count("in main")).isEqualTo(1);
        assertThat(exited.report().probes()).doesNotContain("exiting");
    }

    @Test
    void callsBeforeMainAreCounted() {
        assertThat(exited.number("beforeMain")).isEqualTo(2);
        assertThat(exited.report().count("before main")).isEqualTo(2);
    }

    /** Nobody else can print then; and no report is worth a JVM that never ends. */
    @Test
    @Tag("full")
    void exitWhileHoldingStandardErrorEndsAllTheSame() {
        jvm("exit while holding standard error").run().expectExit(5);
    }

    @Test
    void haltInAProbedMethodEndsAtOnceWithoutAReport() {
        JvmResult result = jvm("halt").run().expectExit(4);
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    void anUncaughtExceptionOfAProbedMethodIsCountedAndEndsTheJvmAsEver() {
        JvmResult result = jvm("throw").run().expectExit(1);
        assertThat(result.stderr()).contains("IllegalStateException: nobody catches this");
        assertThat(result.report().count("throwing", "error")).isEqualTo(1);
    }

    @Test
    void callsAfterTheEndOfMainAreCounted() {
        assertThat(late.report().count("after main")).isEqualTo(2);
    }

    /** The report comes when all hooks have ended. */
    @Test
    void aClassWithAProbeCanBeLoadedInAShutdownHook() {
        assertThat(late.fact("hook")).isEqualTo("true");
        assertThat(late.report().count("in hook")).isEqualTo(1);
        assertThat(late.messages()).isEmpty();
    }

    @Test
    void aTerminatedJvmStillReports() {
        JvmResult result = ForkedJvm.of(Ticking.class)
                .quick()
                .withAgent()
                .start()
                .awaitText("ready")
                .terminate();
        assertThat(result.exitCode()).isEqualTo(128 + 15);
        assertThat(result.report().probes()).hasSize(1);
    }
}
