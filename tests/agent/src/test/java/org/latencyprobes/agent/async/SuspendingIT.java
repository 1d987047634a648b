package org.latencyprobes.agent.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jetbrains.annotations.NotNull;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.async.ParkedCalls;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kotlin.Suspending;

/** Tests of Kotlin functions that may suspend. */
@Tag("full")
final class SuspendingIT {

    private static final Path[] KOTLIN = {
        ForkedJvm.homeOf(Suspending.class),
        ForkedJvm.homeOf(kotlin.Unit.class),
        ForkedJvm.homeOf(kotlinx.coroutines.Job.class),
        ForkedJvm.homeOf(NotNull.class)
    };

    private static JvmResult result;
    private static PrintedReport report;
    private static JvmResult parked;

    private static ForkedJvm jvm(Class<?> mainClass) {
        return ForkedJvm.of(mainClass).quick().addClassPath(KOTLIN);
    }

    @BeforeAll
    static void run() {
        result = jvm(Suspending.class).withAgent().run().expectExit(0);
        report = result.report();
        parked = jvm(ParkedCalls.class)
                .withAgent("clock=nanotime") // that of the fixture
                .run()
                .expectExit(0);
    }

    @Test
    void nothingElseIsDifferentFromARunWithoutTheAgent() {
        assertThat(result.stdout())
                .isEqualTo(jvm(Suspending.class).run().expectExit(0).stdout());
        assertThat(result.messages()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "resumed, 5",
        "sometimes, 13",
        "at once, 4",
        "recursive, 11",
        "deep, 3001",
        "concurrent, 10000",
        "catches, 1",
        "sequence, 1",
        "frames, 1",
        "named, 1",
        "elsewhere, 5"
    })
    void aCallIsCountedOnceHoweverOftenItIsResumed(String probe, int calls) {
        assertThat(report.count(probe)).isEqualTo(calls);
    }

    @ParameterizedTest
    @CsvSource({"tail, 7", "tail of tail, 3", "inner tail, 3", "concurrent tail, 10000"})
    void functionsThatEndWithAnothersCallAreCounted(String probe, int calls) {
        assertThat(report.count(probe)).isEqualTo(calls);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "private",
                "viaCompanion",
                "topLevel",
                "extension",
                "defaulted",
                "byDefault",
                "named",
                "generic",
                "inner"
            })
    void functionsOfAnyFormAreCounted(String form) {
        assertThat(report.count("form " + form)).isEqualTo(1);
    }

    @Test
    void exceptionsAreErrorsWhetherThrownBeforeOrAfterAResume() {
        assertThat(report.count("fails", "error")).isEqualTo(3);
        assertThat(report.count("fails", "ok")).isZero();
    }

    @Test
    void aCancelledCallIsCancelled() {
        assertThat(report.count("hangs", "cancelled")).isEqualTo(4);
    }

    @Test
    void theTimeIsThatUntilTheLastResume() {
        for (String probe : new String[] {"parked", "parked at its end"}) {
            assertThat(parked.number(probe + " recordedNanos"))
                    .isBetween(parked.number(probe + " shortestNanos"), parked.number(probe + " longestNanos"));
        }
    }

    @Test
    void aCallThatStraddlesASwitchRecordsNothing() {
        String counts = "[on on 1, on off 0, off on 0, off off 0]";
        assertThat(parked.fact("straddling")).isEqualTo(counts);
        assertThat(parked.fact("straddlingAtEnd")).isEqualTo(counts);
    }

    @Test
    void aSuspendedCallThatOutlivesTheAgentKeepsNothingOfIt() {
        assertThat(parked.fact("leavesNothing")).isEqualTo("true");
        assertThat(parked.fact("value")).isEqualTo("late late");
    }
}
