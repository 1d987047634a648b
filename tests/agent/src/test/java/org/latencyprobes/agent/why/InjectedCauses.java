package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.RunningJvm;

/** What the command {@code why} says of {@link SlowOnPurpose}, whose methods are slow for known reasons. */
final class InjectedCauses {

    /** By method, the cause that is injected. */
    static final Map<String, String> BY_METHOD = Map.of(
            "lock", "lock", "socket", "socket", "park", "park", "sleep", "sleep", "gc", "gc", "select", "unknown");

    /** Slow calls of each method: on a busy machine its CPUs may be the main cause of some. */
    static final int CALLS = 8;

    private static final String PREFIX = SlowOnPurpose.class.getSimpleName() + '.';

    /** What waits for a time, and is slow for hardly longer, has waited for nearly all of it. */
    private static final List<String> TIMED = List.of("park", "sleep", "select");

    private static final double HARDLY_LONGER_MICROS = 1.25 * 1_000 * SlowOnPurpose.MILLIS;
    private static final List<String> WAITS = List.of("lock", "socket", "park", "sleep", "wait", "file");
    private static final List<String> ON_CPU = List.of("on-cpu", "on-cpu or cpu-wait");

    private InjectedCauses() {}

    /** The probes of methods. */
    static List<String> probes(Collection<String> methods) {
        return methods.stream().map(PREFIX::concat).toList();
    }

    /** By method, how many of its slow calls have which main cause. */
    static Map<String, Map<String, Integer>> mainCauses(JsonNode answer) {
        Map<String, Map<String, Integer>> causes = new TreeMap<>();
        for (JsonNode call : answer.get("slowCalls")) {
            causes.computeIfAbsent(method(call), any -> new TreeMap<>())
                    .merge(call.get("mainCause").asText(), 1, Integer::sum);
        }
        return causes;
    }

    private static String method(JsonNode call) {
        return call.get("probe").asText().replace(PREFIX, "");
    }

    /** Whether each method has a slow call with its injected main cause. */
    static boolean areAllTold(JsonNode answer, Map<String, String> injected) {
        Map<String, Map<String, Integer>> causes = mainCauses(answer);
        return injected.entrySet().stream()
                .allMatch(each -> causes.getOrDefault(each.getKey(), Map.of()).containsKey(each.getValue()));
    }

    /**
     * On a busy machine the whole JVM may stand still for most of a call, or its thread may wait for a CPU, and how often is not bounded.
     * But no call is told as a wait for something else, nor as code where it was hardly longer than what it waited for.
     */
    static void assertNoneIsToldOtherwise(JsonNode answer) {
        for (JsonNode call : answer.get("slowCalls")) {
            String method = method(call);
            String cause = call.get("mainCause").asText();
            boolean isOfOneKind = BY_METHOD.containsKey(method) || method.equals("code");
            if (isOfOneKind && !cause.equals(BY_METHOD.get(method))) {
                assertThat(WAITS).as("%s", call).doesNotContain(cause);
            }
            if (TIMED.contains(method) && call.get("durationus").asDouble() < HARDLY_LONGER_MICROS) {
                assertThat(ON_CPU).as("%s", call).doesNotContain(cause);
            }
        }
    }

    /**
     * Watches until each method was slow some times, again until each has been told its cause once, and returns the last answer.
     *
     * @param injected by method, the cause that is injected
     * @param isComplete whether an answer has what else a test looks for
     * @param arguments of the command
     */
    static JsonNode watched(
            RunningJvm jvm, Map<String, String> injected, Predicate<JsonNode> isComplete, Object... arguments) {
        AtomicReference<JsonNode> last = new AtomicReference<>();
        Object[] all = Stream.concat(Arrays.stream(arguments), Stream.of("--slow", "2ms", "-o", "json"))
                .toArray();
        jvm.await("each method is told its cause", () -> {
            try (WhyWatcher watch = new WhyWatcher(jvm, all)) {
                last.set(watch.awaitSlow(CALLS, probes(injected.keySet())).explained());
            }
            assertNoneIsToldOtherwise(last.get());
            return areAllTold(last.get(), injected) && isComplete.test(last.get());
        });
        return last.get();
    }
}
