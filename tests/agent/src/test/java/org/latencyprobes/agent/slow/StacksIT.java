package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.slow.SleepOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of stacks that are captured while calls are slow. */
@Tag("full")
final class StacksIT {

    private static final List<String> PROBES = List.of("outer", "inner");
    private static final String SLEEP = "java.base/java.lang.Thread.sleep";

    @TempDir
    private Path folder;

    private static RunningJvm start(String options) {
        return ForkedJvm.of(SleepOnRequest.class)
                .quick()
                .withAgent("report=off," + options)
                .start()
                .awaitText("ready");
    }

    /** The sampler looks every 4 ms, if it gets a CPU, and the agent's other thread captures the stack. The first calls may be late on their way to sleep. */
    private static ParsedAnswer sleepUntilCaptured(RunningJvm jvm) {
        ParsedAnswer[] last = new ParsedAnswer[1];
        jvm.await("a stack", () -> {
            jvm.order("sleep");
            last[0] = AgentClient.to(jvm).ask("slow", "0", "1000");
            return PROBES.stream()
                    .allMatch(probe -> stacks(last[0], probe).stream().anyMatch(StacksIT::isAsleep));
        });
        return last[0];
    }

    private static boolean isAsleep(List<String> frames) {
        return !frames.isEmpty() && frames.get(0).startsWith(SLEEP);
    }

    private static List<List<String>> stacks(ParsedAnswer slow, String probe) {
        return slow.table("slow").stream()
                .filter(row -> row.get("probe").equals(probe))
                .map(call -> frames(slow, call))
                .toList();
    }

    private static List<String> frames(ParsedAnswer slow, Map<String, String> call) {
        return slow.table("stacks").stream()
                .filter(row -> row.get("startNanos").equals(call.get("startNanos"))
                        && row.get("threadId").equals(call.get("threadId")))
                .map(row -> row.get("frame"))
                .toList();
    }

    @Test
    void theStackOfASlowCallAndOfThatInsideItNamesTheMethodItSleptIn() throws IOException {
        try (RunningJvm jvm = start("slow=20ms")) {
            ParsedAnswer slow = sleepUntilCaptured(jvm);
            for (String probe : PROBES) {
                assertThat(stacks(slow, probe))
                        .filteredOn(StacksIT::isAsleep)
                        .anySatisfy(frames -> assertThat(frames)
                                .anyMatch(frame -> frame.contains("SleepOnRequest.sleepHere("))
                                .anyMatch(frame -> frame.contains("SleepOnRequest.outer(")));
            }
            assertThat(slow.sentences())
                    .anyMatch(said -> said.contains("captured of calls in flight for 20 ms or longer"));

            JsonNode json = CommandLine.done("slow", jvm.pid(), "--probe", "inn*", "-n", 1_000, "--stacks", 1);
            String startNanos = json.get("stacks").get(0).get("startNanos").asText();
            assertThat(json.get("stacks"))
                    .allMatch(row -> row.get("startNanos").asText().equals(startNanos))
                    .anyMatch(row -> row.get("frame").asText().contains("SleepOnRequest.inner("));
            assertThat(json.get("slow"))
                    .anyMatch(row -> row.get("startNanos").asText().equals(startNanos));
            assertThat(CommandLine.done("slow", jvm.pid(), "--stacks", 0).get("stacks"))
                    .isEmpty();

            Path page = folder.resolve("report.html");
            CommandLine.done("report", jvm.pid(), "-o", "html=" + page);
            assertThat(page).content().contains("<summary>outer, ", "SleepOnRequest.sleepHere(");
            assertThat(Files.size(page)).isLessThan(500_000);
        }
    }

    @Test
    void thereAreNoneWhereTheyAreNotWanted() {
        try (RunningJvm jvm = start("slow=20ms")) {
            sleepUntilCaptured(jvm);
            AgentClient client = AgentClient.to(jvm);
            client.ask("attach", "slow.stacks=off");
            jvm.order("sleep");
            ParsedAnswer slow = client.ask("slow", "0", "1000");
            assertThat(slow.table("slow")).hasSizeGreaterThanOrEqualTo(4);
            assertThat(slow.table("stacks")).isEmpty();
            assertThat(slow.sentences()).contains("stacks of calls in flight are not captured: slow.stacks=off");

            client.ask("attach", "slow.stacks=on");
            sleepUntilCaptured(jvm);
            client.ask("attach", "slow=off");
            jvm.order("sleep");
            client.ask("attach", "slow=20ms");
            ParsedAnswer again = client.ask("slow", "0", "1000");
            assertThat(again.table("stacks")).isEmpty();
            assertThat(again.sentences()).anyMatch(said -> said.startsWith("no stack was captured yet of a call"));
            sleepUntilCaptured(jvm);
        }
    }
}
