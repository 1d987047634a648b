package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.SlowCallsOnRequest;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.kit.FakedClock;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.stall.StalledJvm;

/** Tests that slow calls keep their lengths and causes where the machine's clock is set. A library sets it for one process. */
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class ClockStepIT {

    /** No call is longer, but by the hour that the clock is set. */
    private static final double LONGEST_MICROS = 60e6;

    private static final double ROUNDING_MICROS = 1;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"+3600", "-3600"})
    void callsKeepTheirLengthsAndCausesWhereTheClockIsSet(String step) throws IOException {
        FakedClock clock = new FakedClock(folder);
        long beforeNanos = System.nanoTime();
        try (StalledJvm jvm = new StalledJvm(folder, 300_000, clock.of(ForkedJvm.of(SlowCallsOnRequest.class)))) {
            jvm.client().ask("attach", "slow=3ms");
            awaitCollection(jvm);
            long before = latestMillis(jvm);
            clock.set(step);
            jvm.jvm().await("a call of the other time", () -> {
                jvm.order("gc");
                return isApart(latestMillis(jvm) - before, Long.parseLong(step));
            });
            awaitCollection(jvm);
            assertThat(jvm.client().ask("slow", "0").table("slow"))
                    .allSatisfy(row -> assertThat(micros(row)).isLessThan(LONGEST_MICROS))
                    .filteredOn(row -> !row.get("parts").isEmpty())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(partMicros(row)).isLessThan(micros(row) + ROUNDING_MICROS));
            assertThat(jvm.client().ask("report").table("report"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(Double.parseDouble(row.get("perSecond")))
                            .isGreaterThan(
                                    0.9 * Long.parseLong(row.get("count")) * 1e9 / (System.nanoTime() - beforeNanos)));
            jvm.jvm().tellToEnd().expectExit(0);
        }
    }

    /** That of JDK 25 would begin no second file before its clock has met the machine's again. */
    @Test
    void flightRecorderWaitsForNoClockThatIsSetBack() throws IOException {
        FakedClock clock = new FakedClock(folder);
        clock.set("+3600");
        try (RunningJvm jvm = clock.of(ForkedJvm.of(Ticking.class))
                .withAgent("report=off,causes=deep")
                .start()
                .awaitText("ready")) {
            jvm.await(
                    "a recording",
                    () -> Jdk.tool("jcmd", jvm.pid(), "JFR.check").contains("latency-probes"));
            clock.set("+0");
            jvm.await("the machine's own time", () -> {
                String printed = Jdk.tool("jcmd", jvm.pid(), "Thread.print")
                        .lines()
                        .skip(1)
                        .findFirst()
                        .orElseThrow();
                LocalDateTime time = LocalDateTime.parse(printed.replace(' ', 'T'));
                return Duration.between(time, LocalDateTime.now()).abs().toMinutes() < 30;
            });
            Jdk.tool("jcmd", jvm.pid(), "JFR.dump", "filename=" + folder.resolve("dumped.jfr"));
            jvm.tellToEnd().expectExit(0);
        }
    }

    /** One more. */
    private static void awaitCollection(StalledJvm jvm) {
        long before = latestCollected(jvm);
        jvm.jvm().await("a call that a collection made slow", () -> {
            jvm.order("gc");
            return latestCollected(jvm) > before;
        });
    }

    /** The start of the latest slow call that waited for a collection, as {@code nanoTime} counts. */
    private static long latestCollected(StalledJvm jvm) {
        return jvm.client().ask("slow", "0").table("slow").stream()
                .filter(row -> row.get("cause").equals("gc"))
                .mapToLong(row -> Long.parseLong(row.get("startNanos")))
                .max()
                .orElse(0);
    }

    /** The start of the latest slow call, in ms since 1970. */
    private static long latestMillis(StalledJvm jvm) {
        return jvm.client().ask("slow", "0").table("slow").stream()
                .max(Comparator.comparingLong(row -> Long.parseLong(row.get("startNanos"))))
                .map(row -> Long.parseLong(row.get("atMillis")))
                .orElse(0L);
    }

    private static boolean isApart(long millis, long seconds) {
        return Math.abs(millis - 1_000 * seconds) < Duration.ofMinutes(10).toMillis();
    }

    private static double micros(Map<String, String> row) {
        return Double.parseDouble(row.get("durationus").replace(",", ""));
    }

    private static double partMicros(Map<String, String> row) {
        double sum = 0;
        for (String part : row.get("parts").split(";")) {
            sum += Double.parseDouble(part.split("=")[1]);
        }
        return sum;
    }
}
