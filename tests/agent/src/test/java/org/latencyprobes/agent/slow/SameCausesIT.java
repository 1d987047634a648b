package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.backend.ScrapedJvm;
import org.latencyprobes.agent.fixture.slow.Waits;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.why.WhyWatcher;

/**
 * Tests that meters, reports and {@code why} of one JVM tell the same causes. Judged is the cause of most of a probe's time, without that in
 * which its thread was ready to run, the JVM stood still or nothing is known, as where the sampler has no CPU: the machine adds such.
 */
@Tag("each-jdk")
@Tag("full")
@EnabledOnOs(OS.LINUX)
final class SameCausesIT extends ScrapedJvm {

    private static final int CALLS = 12;

    /** Causes by method. */
    private static final Map<String, String> CAUSES = Map.of(
            "sleep", "sleep", "park", "park", "waitFor", "wait", "lockNow", "lock", "socket", "socket", "file", "file");

    private static final Set<String> OF_THE_MACHINE =
            Set.of("cpu-wait", "on-cpu or cpu-wait", "gc", "safepoint", "throttled", "paused", "unknown");

    private static final List<String> ORDERS = List.of("quick", "sleep", "park", "wait", "lock", "socket", "file");

    private static final Pattern METER = Pattern.compile("probe_slow_seconds_sum\\{(.*)} (\\S+)");
    private static final String PATTERN = Waits.class.getName() + "#*";

    private void startWith(String options) {
        jvm = ForkedJvm.of(Waits.class)
                .quick()
                .withAgent("report=off,slow=10ms,prometheus.port=0," + options + "probes=" + PATTERN)
                .start()
                .awaitText("ready");
    }

    /** With the first slow call the agent begins to read what threads do: so calls are made until most time is told. */
    private void callUntilTold() {
        jvm.await("causes", () -> {
            ORDERS.forEach(jvm::order);
            Map<String, Map<String, Double>> sums = new HashMap<>();
            for (Map<String, String> row :
                    AgentClient.to(jvm).ask("report", "start", "causes").table("causes")) {
                add(sums, row.get("probe"), row.get("cause"), Double.parseDouble(row.get("sharePercent")));
            }
            return main(sums).equals(CAUSES);
        });
        for (int call = 0; call < CALLS; call++) {
            ORDERS.forEach(jvm::order);
        }
    }

    /** Of more and more calls, since by chance a busy machine may hide the causes of some. */
    private void awaitSame(String where, Callable<Map<String, String>> causes) {
        jvm.awaitAsserted(() -> {
            ORDERS.forEach(jvm::order);
            assertThat(causes.call()).as(where).isEqualTo(CAUSES);
        });
    }

    private static void add(Map<String, Map<String, Double>> sums, String probe, String cause, double time) {
        String method = probe.substring(probe.indexOf('.') + 1);
        if (CAUSES.containsKey(method) && !OF_THE_MACHINE.contains(cause)) {
            sums.computeIfAbsent(method, any -> new HashMap<>()).merge(cause, time, Double::sum);
        }
    }

    private static Map<String, String> main(Map<String, Map<String, Double>> sums) {
        Map<String, String> main = new HashMap<>();
        sums.forEach((method, times) -> main.put(
                method,
                times.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey()));
        return main;
    }

    /** By the report, of calls from p99 on. */
    private static Map<String, String> reported(RunningJvm jvm) {
        Map<String, Map<String, Double>> sums = new HashMap<>();
        for (JsonNode row : CommandLine.done("report", jvm.pid(), "--causes").path("causes")) {
            add(
                    sums,
                    row.get("probe").asText(),
                    row.get("cause").asText(),
                    row.get("sharePercent").asDouble());
        }
        return main(sums);
    }

    private static Map<String, String> metered(String url) throws IOException, InterruptedException {
        Map<String, Map<String, Double>> sums = new HashMap<>();
        Matcher meter = METER.matcher(text(get(url)));
        while (meter.find()) {
            add(
                    sums,
                    label(meter.group(1), "probe"),
                    label(meter.group(1), "cause"),
                    Double.parseDouble(meter.group(2)));
        }
        return main(sums);
    }

    private static String label(String labels, String name) {
        Matcher label = Pattern.compile("\\b" + name + "=\"([^\"]*)\"").matcher(labels);
        return label.find() ? label.group(1) : "";
    }

    private static Map<String, String> recorded(RunningJvm jvm) {
        return main(why(CommandLine.json("why", jvm.pid(), "--past", "--slow", "10ms")));
    }

    private static Map<String, Map<String, Double>> why(JsonNode answer) {
        Map<String, Map<String, Double>> sums = new HashMap<>();
        for (JsonNode row : answer.path("causes")) {
            add(
                    sums,
                    row.get("probe").asText(),
                    row.get("cause").asText(),
                    row.get("totalus").asDouble());
        }
        return sums;
    }

    @Test
    void metersReportsAndTheRecordingOfOneJvmTellTheSame() throws Exception {
        startWith("causes=deep,");
        jvm.await(
                "a recording",
                () -> AgentClient.to(jvm)
                        .ask("status")
                        .cell("status", "deepCauses", "value")
                        .equals("on"));
        callUntilTold();
        awaitSame("report", () -> reported(jvm));
        awaitSame("meters", () -> metered(url(jvm)));
        awaitSame("recording", () -> recorded(jvm));
    }

    /** The command {@code why} takes the agent's word where there is no recording. */
    @Test
    void whatAThreadWaitedForIsKnownWithoutFlightRecorder() throws Exception {
        startWith("");
        callUntilTold();
        awaitSame("meters", () -> metered(url(jvm)));
        awaitSame("why", () -> {
            try (WhyWatcher watch = new WhyWatcher(jvm, PATTERN, "--slow", "10ms", "--no-deep", "-o", "json")) {
                for (int call = 0; call < CALLS; call++) {
                    ORDERS.forEach(jvm::order);
                }
                return main(why(watch.explained()));
            }
        });
    }

    /** Where nobody looked into a call, those before and after it are not what it did. */
    @Test
    void aShortCallBetweenWaitsIsNotToldToWait() {
        jvm = ForkedJvm.of(Waits.class)
                .quick()
                .withAgent("report=off,slow=100us,probes=" + PATTERN)
                .start()
                .awaitText("ready");
        jvm.await("short calls that are explained", () -> {
            jvm.order("between");
            return shortCalls().size() >= 10 * CALLS;
        });
        assertThat(shortCalls())
                .filteredOn(row -> row.get("parts").contains("sleep="))
                .hasSizeLessThan(CALLS);
    }

    private List<Map<String, String>> shortCalls() {
        return AgentClient.to(jvm).ask("slow", "0").table("slow").stream()
                .filter(row -> row.get("probe").equals("Waits.compute")
                        && !row.get("parts").isEmpty()
                        && Double.parseDouble(row.get("durationus")) < 1_000)
                .toList();
    }
}
