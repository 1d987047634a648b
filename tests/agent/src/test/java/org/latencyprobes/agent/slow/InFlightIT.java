package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.slow.Held;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what is told of calls that have not ended. */
final class InFlightIT {

    private static JsonNode ask(RunningJvm jvm, Object... options) {
        return CommandLine.done(Stream.concat(Stream.of("slow", "--running", jvm.pid()), Stream.of(options))
                .toArray());
    }

    /** The last reading of the clock of that name. */
    private static long nanoTime(String fact, RunningJvm jvm) {
        return jvm.printed()
                .lines()
                .filter(line -> line.startsWith(fact + '='))
                .mapToLong(line -> Long.parseLong(line.substring(fact.length() + 1)))
                .max()
                .orElseThrow();
    }

    @Test
    void callsThatDoNotEndAreToldWithThreadTimeAndStack() {
        try (RunningJvm jvm =
                ForkedJvm.of(Held.class).quick().withAgent("report=off").start().awaitText("ready")) {
            long beforeNanos = nanoTime("now", jvm.tell("x").awaitTexts("now=", 2));
            JsonNode answer = ask(jvm, "--min", "1us", "--stacks", "3");
            long afterNanos = nanoTime("now", jvm.tell("x").awaitTexts("now=", 4));

            Map<String, JsonNode> byThread = answer.get("inFlight")
                    .valueStream()
                    .collect(Collectors.toMap(call -> call.get("thread").asText(), call -> call));
            assertThat(byThread).containsOnlyKeys("held-outer", "held-inner", "held-busy");
            assertThat(answer.get("messages").get(1).asText())
                    .startsWith("innermost: ")
                    .contains("1 call of " + Held.class.getName() + "#inner");
            for (String name : new String[] {"outer", "inner"}) {
                JsonNode call = byThread.get("held-" + name);
                assertThat(call.get("method").asText()).isEqualTo(Held.class.getName() + '#' + name);
                assertThat(call.get("state").asText()).isEqualTo("WAITING");
                assertThat(call.get("ageus").asDouble() * 1_000)
                        .isBetween(
                                (double) beforeNanos - nanoTime("inside held-" + name, jvm),
                                (double) afterNanos - nanoTime("before held-" + name, jvm));
                assertThat(answer.get("stacks")
                                .valueStream()
                                .filter(frame -> frame.get("threadId").equals(call.get("threadId")))
                                .map(frame -> frame.get("frame").asText()))
                        .anyMatch(frame -> frame.contains("CountDownLatch.await"))
                        .anyMatch(frame -> frame.contains("Held." + name));
            }
            assertThat(AgentClient.to(jvm)
                            .ask("in-flight", String.valueOf(TimeUnit.HOURS.toNanos(1)))
                            .sentences())
                    .containsExactly("0 calls in flight for 3600 s or longer");
        }
    }

    @Test
    void aCallWithOthersInsideIsToldHoweverShortTheseAre() {
        try (RunningJvm jvm =
                ForkedJvm.of(Held.class).quick().withAgent("report=off").start().awaitText("ready")) {
            long insideNanos = nanoTime("inside held-busy", jvm);
            AgentClient agent = AgentClient.to(jvm);
            for (int ask = 1; ask <= 20; ask++) {
                long nowNanos = nanoTime("now", jvm.tell("").awaitTexts("now=", ask));
                List<Map<String, String>> calls =
                        agent.ask("in-flight", "0", "0", "0").table("inFlight");
                assertThat(calls)
                        .filteredOn(call -> call.get("thread").equals("held-busy"))
                        .singleElement()
                        .satisfies(call -> {
                            assertThat(call.get("method")).endsWith("#busy");
                            assertThat(Double.parseDouble(call.get("ageus")) * 1_000)
                                    .isGreaterThanOrEqualTo(nowNanos - insideNanos);
                        });
            }
        }
    }
}
