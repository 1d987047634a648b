package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.recording.ConcurrentDelays;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Tests of what probes record of calls of many threads at once, against raw durations outside any histogram. What the probe records of a call
 * lies between its body's own duration and its caller's, so each percentile does, too.
 */
@Tag("full")
final class ConcurrentDelaysIT {

    private static final double BUCKET = 0.0079;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "nanotime"})
    void callsOfEightThreads(String clock) {
        expectTruth(run(clock, "platform", 8, 200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "nanotime"})
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void callsOfTenThousandVirtualThreadsThatMigrate(String clock) {
        JvmResult result = run(clock, "virtual", 10_000, 2);
        expectTruth(result);
        assertThat(result.number("migrated")).isPositive();
    }

    /** Its method timing is woven, too: beside the probe, inside or outside. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "nanotime"})
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "Flight Recorder times methods since 25")
    void flightRecorderCountsTheSameCallsAndHasTheSameMean(String clock, @TempDir Path folder) throws IOException {
        Path recording = folder.resolve("methods.jfr");
        String timing = ConcurrentDelays.class.getName() + "::waited";
        JvmResult result = run(
                clock,
                "platform",
                8,
                200,
                "-XX:StartFlightRecording:method-timing=" + timing + ",dumponexit=true,filename=" + recording,
                "-Xlog:jfr*=off");
        expectTruth(result);
        String event = Jdk.tool("jfr", "print", "--json", "--events", "jdk.MethodTiming", recording);
        assertThat(Long.parseLong(value(event, "invocations"))).isEqualTo(result.number("all"));
        long[] means = numbers(result, "mean");
        long flightRecorderNanos = Duration.parse(value(event, "average")).toNanos();
        for (long meanNanos : new long[] {means[1], flightRecorderNanos}) {
            assertThat((double) meanNanos)
                    .as(
                            "body %d, recorded %d, caller %d, Flight Recorder %d",
                            means[0], means[1], means[2], flightRecorderNanos)
                    .isBetween(means[0] * (1 - BUCKET), means[2] * (1 + BUCKET));
        }
    }

    private static String value(String event, String key) {
        Matcher value = Pattern.compile('"' + key + "\": \"?([^\",]+)").matcher(event);
        assertThat(value.find()).as(event).isTrue();
        return value.group(1);
    }

    private static JvmResult run(String clock, String kind, int threads, int calls, String... flags) {
        return ForkedJvm.of(ConcurrentDelays.class)
                .flags("-Djdk.virtualThreadScheduler.parallelism=4")
                .flags(flags)
                .withAgent("report=off,clock=" + clock)
                .arguments(kind, threads, calls)
                .run()
                .expectExit(0);
    }

    private static void expectTruth(JvmResult result) {
        long[] calls = numbers(result, "calls");
        assertThat(calls[1]).isEqualTo(calls[0]);
        for (String percentile : new String[] {"1", "50", "90", "99", "100"}) {
            long[] nanos = numbers(result, percentile);
            assertThat((double) nanos[1])
                    .as("p%s: body %d, recorded %d, caller %d ns", percentile, nanos[0], nanos[1], nanos[2])
                    .isBetween(nanos[0] * (1 - BUCKET), nanos[2] * (1 + BUCKET));
        }
    }

    private static long[] numbers(JvmResult result, String fact) {
        return Stream.of(result.fact(fact).split(","))
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
