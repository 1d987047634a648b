package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.host.FewFiles;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of processes that may have few files open: those are the application's. */
@Tag("full")
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
final class FewFilesIT {

    @TempDir
    private Path folder;

    private static RunningJvm start(int limit, String options) {
        return ForkedJvm.of(FewFiles.class)
                .afterShell("ulimit -n " + limit)
                .withAgent("report=off,probes=..FewFiles#slow," + options)
                .start()
                .awaitText("ready");
    }

    @Test
    void theApplicationHasThoseThatItHasWithoutTheAgent() {
        try (RunningJvm jvm = start(64, "jitter=hiccup")) {
            AgentClient client = AgentClient.to(jvm);
            jvm.await("many slow calls", () -> client.ask("probes").count("FewFiles.slow") > 3_000);
            assertThat(jvm.order("hold 25").fact("held")).isEqualTo("25");
        }
    }

    @Test
    void aQuestionAboutTheJvmLoadsNoBeansWhereFilesHaveRunOut() {
        try (RunningJvm jvm = start(64, "jitter=off,slow=off")) {
            jvm.order("hold 1"); // loads what asks
            assertThat(jvm.order("exhaust 2000 status jvm=true").fact("answer")).contains("heapUsedBytes");
            assertThat(jvm.fact("threads")).isNotEmpty();
        }
    }

    @Test
    void aRecordingIsNotWrittenWhereFilesHaveRunOutSinceThatWouldEndTheJvm() {
        try (RunningJvm jvm = start(128, "jitter=off")) {
            AgentClient.to(jvm).ask("why-begin", "7", "600000", "600000", "true", "0");
            assertThat(jvm.order("exhaust 500 why-end id=7 recording=true").fact("answer"))
                    .containsPattern("only \\d more files can be opened"); // the agent may give one back
        }
    }

    @Test
    void whatTheJdkReadsOnceIsThereForTheApplicationAlsoWhereFilesHadRunOut() {
        try (RunningJvm jvm = start(
                128,
                "causes=deep,interval=100ms,jmx=on,statsd.host=127.0.0.1,otlp.url=http://127.0.0.1:9,startup=1s,hlog="
                        + folder)) {
            jvm.order("exhaust 4000");
            assertThat(jvm.fact("socket")).isNotEmpty();
            assertThat(jvm.printed()).doesNotContain("NoClassDefFoundError", "UnsatisfiedLinkError");
        }
    }
}
