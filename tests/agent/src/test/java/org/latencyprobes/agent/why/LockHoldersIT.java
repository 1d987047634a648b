package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of who is told to have held what slow calls waited for, against the program's own log. */
@EnabledOnOs(OS.LINUX)
@Tag("each-jdk")
final class LockHoldersIT {

    private static final Set<String> WITH_OWNER = Set.of("lock", "write");
    private static final Set<String> WITHOUT = Set.of("readers", "semaphore", "future");
    private static final List<String> PROBED = List.of("lock", "write", "semaphore", "future");
    private static final int CALLS = 20;

    /** The pages have the share that is right; a sampler that has to wait for a CPU sees less. */
    private static final int RIGHT = 15;

    /** By so much of the time in which it was held what is told of a holder may be off. */
    private static final double NEAR = 0.25;

    /** Of some 100 KB that the looks at owners take. */
    private static final long LEAST_BYTES = 60_000;

    private static final String CALL = "call=";

    /** A call as the program knows it, and as it is told: shares of the time by holder. */
    private record Call(Map<String, Double> known, Map<String, Double> told) {

        boolean isRight() {
            Set<String> names = new TreeSet<>(known.keySet());
            names.addAll(told.keySet());
            return names.stream()
                    .allMatch(name -> Math.abs(known.getOrDefault(name, 0.0) - told.getOrDefault(name, 0.0)) <= NEAR);
        }
    }

    private static RunningJvm start(String options, Object... arguments) {
        return ForkedJvm.of(KnownHolders.class)
                .withAgent("report=off,slow=3ms" + options + ",probes="
                        + PROBED.stream()
                                .map(method -> KnownHolders.class.getName() + '#' + method)
                                .collect(Collectors.joining(";")))
                .arguments(arguments)
                .start()
                .awaitText("round");
    }

    /** The calls that both know, the last of each kind. */
    private static Map<String, List<Call>> calls(RunningJvm jvm) {
        Map<String, TreeMap<Long, Map<String, String>>> byThread = new HashMap<>();
        AgentClient.to(jvm).ask("slow", "0").table("slow").stream()
                .filter(row -> !row.get("parts").isEmpty())
                .forEach(row -> byThread.computeIfAbsent(row.get("threadId"), any -> new TreeMap<>())
                        .put(Long.parseLong(row.get("startNanos")), row));
        Map<String, List<Call>> calls = new TreeMap<>();
        jvm.printed().lines().filter(line -> line.startsWith(CALL)).forEach(line -> {
            String[] cells = line.substring(CALL.length()).split(",");
            long start = Long.parseLong(cells[2]);
            Map.Entry<Long, Map<String, String>> row =
                    byThread.getOrDefault(cells[1], new TreeMap<>()).ceilingEntry(start);
            if (row != null && row.getKey() < Long.parseLong(cells[3])) {
                calls.computeIfAbsent(cells[0], any -> new ArrayList<>())
                        .add(new Call(known(cells), told(row.getValue())));
            }
        });
        calls.replaceAll((what, all) -> all.subList(Math.max(0, all.size() - CALLS), all.size()));
        return calls;
    }

    private static Map<String, Double> known(String[] cells) {
        Map<String, Double> nanos = new TreeMap<>();
        nanos.put("odd", Double.valueOf(cells[4]));
        nanos.put("even", Double.valueOf(cells[5]));
        nanos.values().removeIf(none -> none == 0);
        return shares(nanos);
    }

    private static Map<String, Double> told(Map<String, String> row) {
        Map<String, Double> micros = new TreeMap<>();
        Arrays.stream(row.get("heldBy").split(";"))
                .filter(part -> !part.isEmpty())
                .map(part -> part.split("="))
                .forEach(sides -> micros.put(
                        sides[0].replaceFirst("virtual thread \\d+ ", ""), Double.valueOf(sides[1].replace(",", ""))));
        micros.remove("unknown");
        return shares(micros);
    }

    private static Map<String, Double> shares(Map<String, Double> times) {
        double all = times.values().stream().mapToDouble(Double::doubleValue).sum();
        times.replaceAll((name, time) -> time / all);
        return times;
    }

    private static void judge(RunningJvm jvm) {
        jvm.awaitAsserted(() -> {
            Map<String, List<Call>> calls = calls(jvm);
            assertThat(calls.keySet()).containsAll(WITH_OWNER).containsAll(WITHOUT);
            calls.forEach((what, all) -> {
                assertThat(all).hasSize(CALLS);
                long right = all.stream().filter(Call::isRight).count();
                assertThat(right).as("right of " + all).isGreaterThanOrEqualTo(WITH_OWNER.contains(what) ? RIGHT : 0);
            });
        });
        calls(jvm)
                .forEach((what, all) -> assertThat(all)
                        .as(what)
                        .allMatch(
                                call -> WITH_OWNER.contains(what) || call.told().isEmpty()));
    }

    /** What is kept for that goes with the sampler. */
    @Test
    void theAgentAloneTellsTheOwnersOfLocksAndNobodyElse() {
        try (RunningJvm jvm = start("")) {
            judge(jvm);
            AgentClient client = AgentClient.to(jvm);
            long usedBytes = usedBytes(client);
            client.ask("attach", "jitter=off");
            jvm.await("memory is given back", () -> usedBytes(client) < usedBytes - LEAST_BYTES);
        }
    }

    private static long usedBytes(AgentClient client) {
        return Long.parseLong(client.ask("status").cell("status", "memoryUsedBytes", "value"));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void ofVirtualThreadsToo() {
        try (RunningJvm jvm = start("", "virtual")) {
            judge(jvm);
        }
    }

    /** With a recording, too, what the owners did. */
    @Test
    void whyTellsThemWithWhatTheyDid() {
        try (RunningJvm jvm = start("")) {
            jvm.awaitAsserted(() -> tellsWhatTheyDid(why(jvm, "--for", "8s")));
        }
    }

    @Test
    void soDoesWhatTheAgentRecorded() {
        try (RunningJvm jvm = start(",causes=deep")) {
            jvm.awaitAsserted(() -> tellsWhatTheyDid(why(jvm, "--past")));
        }
    }

    private static JsonNode why(RunningJvm jvm, Object... arguments) throws IOException {
        return new ObjectMapper()
                .readTree(ForkedJvm.ofJar(ForkedJvm.AGENT)
                        .quick()
                        .arguments("why", jvm.pid(), "--slow", "5ms", "-o", "json")
                        .arguments(arguments)
                        .run()
                        .expectExit(0)
                        .stdout());
    }

    private static void tellsWhatTheyDid(JsonNode answer) {
        for (String what : PROBED) {
            String details = details(answer, what);
            if (WITH_OWNER.contains(what)) {
                assertThat(details)
                        .containsPattern("\"odd\" \\(\\d+ %, in KnownHolders.hold\\)")
                        .containsPattern("\"even\" \\(\\d+ %, in KnownHolders.hold\\)");
            } else {
                assertThat(details).isNotEmpty().doesNotContain("held by");
            }
        }
    }

    private static String details(JsonNode answer, String what) {
        StringBuilder details = new StringBuilder();
        for (JsonNode row : answer.path("causes")) {
            if (row.path("probe").asText().equals("KnownHolders." + what)) {
                details.append(row.path("detail").asText());
            }
        }
        return details.toString();
    }
}
