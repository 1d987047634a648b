package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of commands to a JVM that can write no file, as where the disk is full: the agent answers over its socket. */
@Tag("full")
@EnabledOnOs(value = OS.LINUX, disabledReason = "the limit is set by Linux's prlimit")
final class FullDiskIT {

    @Test
    void whatACommandDoesItAlsoSays() throws Exception {
        try (RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .flags("-XX:-UsePerfData") // which is a file too
                .start()
                .awaitText("ready")) {
            limitFiles(jvm, "0:unlimited");
            JvmResult attached = CommandLine.run("attach", jvm.pid(), "probes=..CallsOnRequest#follow");
            assertThat(attached.expectExit(0).stdout()).contains("attached: version");
            assertThat(CommandLine.done("probes", jvm.pid(), "--methods").get("methods"))
                    .isNotEmpty();
            assertThat(CommandLine.run("detach", jvm.pid()).expectExit(0).stdout())
                    .contains("detached: 1 class restored");
            limitFiles(jvm, "unlimited:unlimited");
        }
    }

    private static void limitFiles(RunningJvm jvm, String bytes) throws IOException {
        Process prlimit = new ProcessBuilder("prlimit", "--fsize=" + bytes, "--pid", String.valueOf(jvm.pid())).start();
        assertThat(prlimit.onExit().join().exitValue()).isZero();
    }
}
