package org.latencyprobes.agent.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.RunningJvm;

/** A watch by the command {@code why} for as long as a test needs it. Ctrl-C ends it, and it explains what it has seen. */
public final class WhyWatcher implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final RunningJvm jvm;
    private final RunningJvm command;

    /** Begins one, and waits until it has begun. */
    public WhyWatcher(RunningJvm jvm, Object... arguments) {
        this.jvm = jvm;
        command = CommandLine.asFromATerminal(
                        "why", jvm.pid(), "--for", "1h", "--timeout", "600") // a busy machine may starve it
                .arguments(arguments)
                .start();
        try {
            command.awaitText("watching for");
        } catch (RuntimeException e) {
            throw new AssertionError("no watch: " + command.printed(), e);
        }
    }

    RunningJvm command() {
        return command;
    }

    /** Waits until each of these probes has so many slow calls more. */
    WhyWatcher awaitSlow(int more, Collection<String> probes) throws IOException {
        Map<String, Long> before = slow();
        jvm.await(more + " slow calls of each of " + probes, () -> {
            Map<String, Long> now = slow();
            return probes.stream()
                    .allMatch(probe -> now.getOrDefault(probe, 0L) >= before.getOrDefault(probe, 0L) + more);
        });
        return this;
    }

    /** Over the socket, as the command: to attach again and again is work. */
    private Map<String, Long> slow() throws IOException {
        Map<String, Long> calls = new HashMap<>();
        for (String line : AgentSocket.of(jvm).post("slow", "most=0").lines().toList()) {
            String probe = MAPPER.readTree(line).path("slow").path("probe").asText();
            calls.merge(probe, 1L, Long::sum);
        }
        return calls;
    }

    /** Has it explain the time so far. */
    RunningJvm interrupt() {
        command.signal("INT");
        return command;
    }

    /** The same, where it was begun with {@code -o json}. */
    public JsonNode explained() throws IOException {
        return MAPPER.readTree(interrupt().finish().expectExit(0).stdout());
    }

    @Override
    public void close() {
        command.close();
    }
}
