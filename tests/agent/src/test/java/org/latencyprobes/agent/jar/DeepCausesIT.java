package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.KnownCauses;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Compares what {@code tail} tells of slow calls with what these calls measured themselves, and prints the matrix. {@code
 * -Dtest.jvm.flags=-Ddeep.seconds=60} makes it longer. On a busy machine any call may be told to have waited for a CPU, or stood still. What
 * is bounded is how many are told a wait that was none.
 */
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class DeepCausesIT {

    private static final int CALLS_SECONDS = Integer.getInteger("deep.seconds", 10);
    private static final int MORE_SECONDS = 4;
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final long SEED = 42;
    private static final int LIVE_OBJECTS = 300_000;

    /** Shorter waits are not judged. */
    private static final long SLOW_NANOS = 2_000_000;

    private static final double LEAST_PRECISION = 0.95;

    /** So many calls that are told wrongly say nothing of a share. */
    private static final int FEW = 2;

    private static final List<String> WAITS = List.of("lock", "park", "sleep", "wait", "socket", "file", "pinned");

    private static final Map<String, CauseMatrix> MATRICES = new LinkedHashMap<>();
    private static final CauseMatrix ALL = new CauseMatrix();

    @TempDir
    private Path folder;

    @AfterAll
    static void print() {
        System.out.println("JDK " + System.getProperty("java.specification.version") + "\n\n"
                + CauseMatrix.table(MATRICES, ALL) + '\n' + ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"G1", "Parallel", "Serial", "Z"})
    void hardlyAnyCallIsToldAWaitThatItDidNotHave(String collector) throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(KnownCauses.class)
                .flags("-XX:+Use" + collector + "GC", "-Xmx512m")
                .arguments(folder, SEED, LIVE_OBJECTS, CALLS_SECONDS * 1_000)
                .start()
                .awaitText("ready")) {
            CauseMatrix matrix = new CauseMatrix();
            MATRICES.put(collector, matrix);
            compare(jvm, told(tail(jvm)), matrix);
            for (String cause : WAITS) {
                if (matrix.causes().contains(cause) && matrix.toldWrongly(cause) > FEW) {
                    assertThat(matrix.precision(cause)).as("%s", matrix).isGreaterThanOrEqualTo(LEAST_PRECISION);
                }
            }
        }
    }

    /** The calls begin after the command has attached, and end before it leaves: a process that is stopped cannot answer it. */
    private static JsonNode tail(RunningJvm jvm) throws IOException {
        try (RunningJvm command = CommandLine.of(
                        ForkedJvm.AGENT,
                        "tail",
                        jvm.pid(),
                        KnownCauses.class.getPackageName() + ".CauseCalls#*",
                        "--for",
                        CALLS_SECONDS + MORE_SECONDS + "s",
                        "--slow",
                        "1ms",
                        "--no-html",
                        "--json")
                .start()) {
            command.awaitText("watching for");
            jvm.order("calls");
            return new ObjectMapper()
                    .readTree(command.finish(TIMEOUT).expectExit(0).stdout());
        }
    }

    private static List<KnownCall> told(JsonNode answer) {
        Map<String, Map<String, Long>> nanos = new HashMap<>();
        for (JsonNode part : answer.get("slowCallCauses")) {
            nanos.computeIfAbsent(key(part), any -> new HashMap<>())
                    .put(
                            part.get("cause").asText(),
                            Math.round(part.get("lengthus").asDouble() * 1_000));
        }
        List<KnownCall> told = new ArrayList<>();
        for (JsonNode call : answer.get("slowCalls")) {
            String probe = call.get("probe").asText();
            long start = call.get("startNanos").asLong();
            told.add(new KnownCall(
                    probe.substring(probe.indexOf('.') + 1),
                    start,
                    start + Math.round(call.get("durationus").asDouble() * 1_000),
                    nanos.get(key(call))));
        }
        return told;
    }

    private static String key(JsonNode row) {
        return row.get("probe").asText() + row.get("startNanos").asText();
    }

    /** A call that is not told of has no cause. */
    private static void compare(RunningJvm jvm, List<KnownCall> told, CauseMatrix matrix) {
        for (KnownCall known : KnownCall.printedBy(jvm)) {
            if (known.mainNanos() >= SLOW_NANOS) {
                KnownCall found = told.stream()
                        .filter(call -> call.hasInside(known))
                        .findFirst()
                        .orElse(new KnownCall(known.method(), known.start(), known.end(), Map.of()));
                matrix.add(known, found);
                ALL.add(known, found);
            }
        }
    }
}
