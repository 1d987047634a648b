package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the shares that {@code why} tells of a band, whose longest calls are not like the others, against what the program says. */
@EnabledOnOs(OS.LINUX)
final class TwoCausesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROUNDS = 20;
    private static final int HELD = 17;

    /** The explanation of one call is right within that, whatever the sample is. */
    private static final double OF_EACH_PERCENT = 1;

    private static final double NEAR_PERCENT = 20;

    /** So many calls of the lock say something of its share. */
    private static final int LOCKED = 5;

    @TempDir
    private Path folder;

    /** What one watch told, and what was so. */
    private record Round(long locked, double callsPercent, JsonNode lock, double timePercent, String text) {

        boolean isHeld() {
            return isWithin("callsPercent", callsPercent, OF_EACH_PERCENT)
                    && isWithin("percent", timePercent, OF_EACH_PERCENT);
        }

        private boolean isWithin(String column, double truth, double margin) {
            return lock.path(column + "Low").asDouble() - margin <= truth
                    && truth <= lock.path(column + "High").asDouble() + margin;
        }

        /** Far from what the longest calls alone would say, though the machine disturb many and chance be against it. */
        boolean isNear() {
            return !lock.isMissingNode()
                    && isWithin("callsPercent", callsPercent, NEAR_PERCENT)
                    && isWithin("percent", timePercent, NEAR_PERCENT);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "| %.2f | %.2f (%.2f–%.2f) | %.1f | %.1f (%.1f–%.1f) | %s | %s |",
                    callsPercent,
                    lock.path("callsPercent").asDouble(),
                    lock.path("callsPercentLow").asDouble(),
                    lock.path("callsPercentHigh").asDouble(),
                    timePercent,
                    lock.path("percent").asDouble(),
                    lock.path("percentLow").asDouble(),
                    lock.path("percentHigh").asDouble(),
                    isHeld() ? "held" : "missed",
                    text);
        }
    }

    private RunningJvm start() {
        return ForkedJvm.of(TwoCauses.class)
                .withAgent("report=off,probes=" + TwoCauses.class.getName() + "#call")
                .arguments(folder.resolve("truth"))
                .start()
                .awaitText("ready");
    }

    private Round round(RunningJvm jvm, int seconds) throws IOException {
        String told = ForkedJvm.ofJar(ForkedJvm.AGENT)
                .quick()
                .arguments("why", jvm.pid(), "--for", seconds + "s", "--beyond", "p99.9", "-o", "json")
                .run()
                .expectExit(0)
                .stdout();
        JsonNode answer = JSON.readTree(told);
        JsonNode watch = answer.get("watch").get(0);
        long startMillis = watch.get("startMillis").asLong();
        long endMillis = startMillis + watch.get("lengthus").asLong() / 1_000;
        jvm.await("calls after the watch", () -> calls().stream().anyMatch(call -> call[0] > endMillis));
        JsonNode band = answer.get("tails").get(0);
        double fromNanos = band.get("fromus").asDouble() * 1_000;
        List<long[]> beyond = calls().stream()
                .filter(call -> call[0] >= startMillis && call[0] <= endMillis && call[1] >= fromNanos)
                .toList();
        long locked = beyond.stream().filter(call -> call[2] == 1).count();
        double lockedNanos = beyond.stream()
                .filter(call -> call[2] == 1)
                .mapToLong(call -> call[3])
                .sum();
        double allNanos = beyond.stream().mapToLong(call -> call[1]).sum();
        JsonNode lock = answer.get("causes")
                .valueStream()
                .filter(row -> row.get("cause").asText().equals("lock"))
                .findFirst()
                .orElse(JSON.missingNode());
        String text =
                "calls: " + beyond.size() + ", told " + band.get("calls") + ", looked at " + band.get("keptCalls");
        return new Round(locked, 100.0 * locked / beyond.size(), lock, 100 * lockedNanos / allNanos, text);
    }

    /** Each with its end, its duration, 1 for a lock, and its wait. */
    private List<long[]> calls() throws IOException {
        return Files.readAllLines(folder.resolve("truth")).stream()
                .filter(line -> line.split(" ").length == 4)
                .map(line -> Arrays.stream(line.split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray())
                .toList();
    }

    /** The longest calls alone would be told as most of the band's. How often an interval holds the truth is counted by night. */
    @Test
    @Tag("full")
    @Tag("each-jdk")
    void theSharesOfABandAreThoseOfAllItsCallsAndNotOfItsLongest() throws IOException {
        try (RunningJvm jvm = start()) {
            AtomicReference<Round> round = new AtomicReference<>();
            jvm.await("a watch in which the program has waited for the lock some times", () -> {
                round.set(round(jvm, 5));
                return round.get().locked() >= LOCKED;
            });
            assertThat(round.get().isNear()).as(round.toString()).isTrue();
        }
    }

    @Test
    @Tag("nightly")
    void seventeenOfTwentyWatchesHoldTheTruth() throws IOException {
        int held = 0;
        try (RunningJvm jvm = start()) {
            System.out.println("| calls, % | told | time, % | told | | |");
            for (int i = 0; i < ROUNDS; i++) {
                Round round = round(jvm, 10);
                System.out.println(round);
                held += round.isHeld() ? 1 : 0;
            }
        }
        assertThat(held).isGreaterThanOrEqualTo(HELD);
    }
}
