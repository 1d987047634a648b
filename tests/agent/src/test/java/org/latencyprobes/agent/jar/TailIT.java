package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Tests of the command {@code tail} on a JVM whose methods are slow for known reasons. On a busy machine the whole JVM may stand still for most of
 * a wait, which is then told and right. And a method that computes also waits for a CPU, so the share of it that must be told as code is not
 * bounded; that it is told as a wait for something else never happens.
 */
final class TailIT {

    private static final String NAME = SlowOnPurpose.class.getSimpleName();
    private static final String PATTERN = SlowOnPurpose.class.getName() + "#*";

    /** The least share of a probe's slow calls whose main cause is the injected one. */
    private static final double RIGHT = 0.95;

    /** By method, the cause that is injected. */
    private static final Map<String, String> CAUSES =
            Map.of("lock", "lock", "socket", "socket", "park", "park", "sleep", "sleep", "gc", "gc");

    private static final List<String> STALLS =
            List.of("gc", "safepoint", "throttled", "stopped", "host", "stopped-or-host");

    private static final List<String> WAITS = List.of("lock", "socket", "park", "sleep", "wait", "file", "pinned");

    @TempDir
    private Path folder;

    private static RunningJvm start(String... flags) {
        return ForkedJvm.of(SlowOnPurpose.class).flags(flags).start().awaitText("ready");
    }

    private JsonNode tail(RunningJvm jvm, Object... arguments) {
        JsonNode answer = CommandLine.json(Stream.concat(Stream.of("tail", jvm.pid()), Stream.of(arguments))
                .toArray());
        assertThat(answer.get("exitCode").asInt()).as("%s", answer).isZero();
        return answer;
    }

    /** By method, how many of its slow calls have which main cause. */
    private static Map<String, Map<String, Integer>> mainCauses(JsonNode answer) {
        Map<String, Map<String, Integer>> causes = new TreeMap<>();
        for (JsonNode call : answer.get("slowCalls")) {
            causes.computeIfAbsent(call.get("probe").asText().replace(NAME + ".", ""), any -> new TreeMap<>())
                    .merge(call.get("mainCause").asText(), 1, Integer::sum);
        }
        return causes;
    }

    private static void assertInjectedCauses(JsonNode answer) {
        Map<String, Map<String, Integer>> causes = mainCauses(answer);
        assertThat(causes.keySet()).as("%s", answer).containsAll(CAUSES.keySet());
        CAUSES.forEach((method, cause) -> {
            Map<String, Integer> told = causes.get(method);
            int all = told.values().stream().mapToInt(Integer::intValue).sum();
            int right = told.getOrDefault(cause, 0);
            int stalled = told.entrySet().stream()
                    .filter(each ->
                            STALLS.contains(each.getKey()) && !each.getKey().equals(cause))
                    .mapToInt(Map.Entry::getValue)
                    .sum();
            assertThat((double) (right + stalled) / all)
                    .as("%s told as %s", method, told)
                    .isGreaterThanOrEqualTo(RIGHT);
            assertThat(right).as("%s told as %s", method, told).isGreaterThan(stalled);
        });
        assertThat(causes.getOrDefault("code", Map.of())).doesNotContainKeys(WAITS.toArray(String[]::new));
    }

    @Test
    void saysWhatEachSlowCallWaitedForAndLeaves() throws IOException {
        Path page = folder.resolve("tail.html");
        try (RunningJvm jvm = start()) {
            JsonNode answer = tail(jvm, PATTERN, "--for", "2s", "--slow", "2ms", "--html", page);
            assertInjectedCauses(answer);
            assertThat(answer.get("monitorEntries").findValuesAsText("probe")).contains(NAME + ".monitor");
            assertThat(CommandLine.rows(answer, "causes", "cause", "lock").toString())
                    .contains("held by \\\"lock-holder\\\"");
            assertThat(CommandLine.messages(answer)).contains("detached: 1 class restored");
            assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
            assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("Slow calls and stalls");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                    .isEqualTo("rw-------");
        }
    }
}
