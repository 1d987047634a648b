package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.agent.fixture.SlowOnPurpose;

/** What the command {@code tail} says of {@link SlowOnPurpose}, whose methods are slow for known reasons. */
final class InjectedCauses {

    /** By method, the cause that is injected. */
    static final Map<String, String> BY_METHOD = Map.of(
            "lock", "lock", "socket", "socket", "park", "park", "sleep", "sleep", "gc", "gc", "select", "not-known");

    /** For how long {@code tail} watches: a round takes some 50 ms, and a busy machine may take seconds for one. */
    static final String TIME = "10s";

    private static final String PREFIX = SlowOnPurpose.class.getSimpleName() + '.';

    /** The largest share of a probe's slow calls whose main cause is a wait for something else than the injected one, or code. */
    private static final double WRONG = 0.05;

    private static final List<String> WAITS = List.of("lock", "socket", "park", "sleep", "wait", "file", "pinned");

    private static final List<String> CODE = List.of("code", "code or cpu");

    private InjectedCauses() {}

    /** By method, how many of its slow calls have which main cause. */
    static Map<String, Map<String, Integer>> mainCauses(JsonNode answer) {
        Map<String, Map<String, Integer>> causes = new TreeMap<>();
        for (JsonNode call : answer.get("slowCalls")) {
            causes.computeIfAbsent(call.get("probe").asText().replace(PREFIX, ""), any -> new TreeMap<>())
                    .merge(call.get("mainCause").asText(), 1, Integer::sum);
        }
        return causes;
    }

    /** Whether each method has a slow call with its injected main cause. */
    static boolean areAllTold(JsonNode answer) {
        Map<String, Map<String, Integer>> causes = mainCauses(answer);
        return BY_METHOD.entrySet().stream()
                .allMatch(injected ->
                        causes.getOrDefault(injected.getKey(), Map.of()).containsKey(injected.getValue()));
    }

    /**
     * On a busy machine the whole JVM may stand still for most of a call, or its thread may wait for a CPU. How often is not bounded. That a
     * call is told as code, or as a wait for something else, is. Needs the calls of {@link #TIME}, or that {@link #areAllTold}.
     */
    static void assertTold(JsonNode answer, Map<String, String> injected) {
        Map<String, Map<String, Integer>> causes = mainCauses(answer);
        assertThat(causes.keySet()).as("%s", answer).containsAll(injected.keySet());
        injected.forEach((method, cause) -> {
            Map<String, Integer> told = causes.get(method);
            int all = told.values().stream().mapToInt(Integer::intValue).sum();
            int wrong = told.entrySet().stream()
                    .filter(each -> !each.getKey().equals(cause))
                    .filter(each -> WAITS.contains(each.getKey()) || CODE.contains(each.getKey()))
                    .mapToInt(Map.Entry::getValue)
                    .sum();
            CauseMatrix.assertShare(() -> method + " told as " + told, all - wrong, all, 1 - WRONG);
            assertThat(told).as(method).containsKey(cause);
        });
        assertThat(causes.getOrDefault("code", Map.of())).doesNotContainKeys(WAITS.toArray(String[]::new));
    }
}
