package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.host.NoThreadLeft;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of a JVM that has no thread to give when it ends. Its threads are so large that the limit of its memory is their limit. */
@Tag("full")
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
final class NoThreadLeftIT {

    private static RunningJvm start() {
        return ForkedJvm.of(NoThreadLeft.class)
                .flags("-XX:+UseSerialGC", "-Xmx64m", "-Xss256m")
                .flags("-XX:ReservedCodeCacheSize=48m", "-XX:CompressedClassSpaceSize=64m")
                .environment("MALLOC_ARENA_MAX", "1") // each thread's would be memory, too
                .afterShell("ulimit -v 12000000")
                .withAgent("report=stderr,jitter=off,probes=..NoThreadLeft$Later#called")
                .start()
                .awaitText("ready");
    }

    @ParameterizedTest
    @ValueSource(strings = {"call 1,exhaust,call 2", "exhaust,call 1,call 2"})
    void theReportAtExitIsThereAllTheSame(String orders) {
        RunningJvm jvm = start();
        for (String order : orders.split(",")) {
            jvm.order(order);
        }
        assertThat(jvm.fact("none")).contains("unable to create native thread");
        assertThat(jvm.tellToEnd().expectExit(0).report().count("NoThreadLeft.Later.called"))
                .isEqualTo(2);
    }

    /** By the thread that listens, whether the agent's own has begun or not. Whoever else comes is told. */
    @ParameterizedTest
    @ValueSource(strings = {"call 1", "exhaust"})
    void itsSocketAnswersStatusAndDetachAllTheSame(String order) {
        try (RunningJvm jvm = start()) {
            AgentSocket socket = AgentSocket.of(jvm);
            jvm.order(order);
            jvm.await(
                    "no thread left",
                    () -> { // some of the agent's and the JVM's end in between
                        jvm.order("exhaust");
                        return socket.exchange("GET /report HTTP/1.1\r\n\r\n").startsWith("HTTP/1.1 503 ");
                    });
            // on a busy machine the agent may not get to it within the half second that the listening thread waits
            jvm.await("status", () -> socket.post("status", "").contains("{\"status\":{"));
            assertThat(socket.post("detach", "")).contains("{\"exitCode\":0}");
        }
    }
}
