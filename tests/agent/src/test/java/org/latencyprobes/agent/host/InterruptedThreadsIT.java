package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.backend.ScrapedJvm;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests with an application that interrupts all threads. */
@Tag("full")
@Tag("each-jdk")
final class InterruptedThreadsIT extends ScrapedJvm {

    private static final int ROUNDS = 20;

    @TempDir
    private Path folder;

    /** Of the log and what was rotated from it. */
    private long lines() throws IOException {
        long lines = 0;
        try (Stream<Path> logs = Files.list(folder)) {
            for (Path log :
                    logs.filter(file -> file.toString().endsWith(".hlog")).toList()) {
                lines += Files.readAllLines(log).stream()
                        .filter(line -> line.startsWith("Tag="))
                        .count();
            }
        }
        return lines;
    }

    @Test
    void logScrapePortAndSocketGoOn() throws Exception {
        String url = start("prometheus.port=0,hlog.interval=100ms,hlog.files=999,hlog=" + folder.resolve("a.hlog"));
        for (int round = 0; round < ROUNDS; round++) {
            AgentSocket socket = AgentSocket.of(jvm);
            jvm.order("interrupt");
            long before = lines();
            jvm.await("another line of the log", () -> lines() > before);
            assertThat(text(get(url))).contains("probe_duration_calls_total");
            jvm.await("an answer", () -> answers(socket));
        }
        assertThat(jvm.tellToEnd().messages()).allMatch(message -> message.startsWith("backend prometheus: http"));
        JvmResult merged = CommandLine.run("merge", folder).expectExit(0);
        assertThat(merged.stdout()).contains("once");
        assertThat(merged.stderr()).isEmpty();
    }

    private static boolean answers(AgentSocket socket) {
        try {
            return socket.post("status", "").endsWith("{\"exitCode\":0}\n");
        } catch (RuntimeException beingOpenedAgain) {
            return false;
        }
    }
}
