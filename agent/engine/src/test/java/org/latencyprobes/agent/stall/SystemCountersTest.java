package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.base.ProcFile;

/** From when on steal counts as that of a stall. */
final class SystemCountersTest {

    private static final int SLEEPS = 128;
    private static final long STALL_NANOS = 50_000_000;

    @TempDir
    private Path folder;

    private SystemCounters counters;

    @BeforeEach
    void open() throws IOException {
        steal(0);
        counters = new SystemCounters(null, null, ProcFile.open(file().toString(), 256), null);
    }

    @AfterEach
    void close() {
        counters.close();
    }

    private Path file() {
        return folder.resolve("stat");
    }

    private void steal(int steps) throws IOException {
        Files.writeString(file(), "cpu  1 2 3 4 5 6 7 " + steps + " 0 0\n");
    }

    private void sleeps(int count) {
        for (int i = 0; i < count; i++) {
            counters.slept(System.nanoTime() + STALL_NANOS, false); // in no case late
        }
    }

    private long stolenInStall() {
        SystemWait wait = new SystemWait();
        counters.read(wait, System.nanoTime() - STALL_NANOS);
        return wait.stealNanos;
    }

    @Test
    void whatWasStolenBeforeIsNotTheStalls() throws IOException {
        steal(1);
        sleeps(SLEEPS);
        assertThat(stolenInStall()).isZero();
        steal(3);
        assertThat(stolenInStall()).isEqualTo(2 * SystemCounters.STEAL_STEP_NANOS);
    }

    @Test
    void whereNothingIsStolenTheFileIsReadLessOftenUntilSomethingIs() throws IOException {
        sleeps(64 * SLEEPS);
        steal(1);
        sleeps(SLEEPS);
        assertThat(stolenInStall()).as("since an older baseline").isEqualTo(SystemCounters.STEAL_STEP_NANOS);
        steal(2);
        sleeps(SLEEPS);
        assertThat(stolenInStall()).isZero();
    }

    /** What a sleep costs as a rule is measured, up to 50 µs. */
    @Test
    void whatTheSamplerRanIsUnusualAsFarAsItIsMoreThanForTheSleepsBefore() throws IOException {
        Path schedstat = folder.resolve("schedstat");
        Files.writeString(schedstat, "0 0 1\n");
        try (SystemCounters own = new SystemCounters(ProcFile.open(schedstat.toString(), 96), null, null, null)) {
            own.takeAll();
            Files.writeString(schedstat, "320000 0 17\n");
            for (int i = 0; i < 16; i++) {
                own.slept(System.nanoTime() + STALL_NANOS, false);
            }
            Files.writeString(schedstat, "540000 0 18\n");
            SystemWait wait = new SystemWait();
            own.read(wait, System.nanoTime());
            assertThat(wait.ranNanos).isEqualTo(220_000);
            assertThat(wait.unusualNanos).isEqualTo(200_000);
        }
    }

    /** The numbers of runs of two threads, of which the first rests, and of a stop, which gives both one run more. */
    @Test
    void theRunsOfTheFirstThreadAreKnownOnceItHasRested() throws IOException {
        Path sampler = folder.resolve("sampler");
        Path first = folder.resolve("first");
        Files.writeString(sampler, "0 0 1\n");
        Files.writeString(first, "0 0 1\n");
        try (SystemCounters both = new SystemCounters(
                ProcFile.open(sampler.toString(), 96), ProcFile.open(first.toString(), 96), null, null)) {
            both.takeAll();
            assertThat(firstRuns(both)).as("at the start").isEqualTo(ProcFile.UNKNOWN);
            rest(both);
            assertThat(firstRuns(both)).isZero();
            Files.writeString(sampler, "0 0 20\n");
            Files.writeString(first, "0 0 2\n");
            assertThat(firstRuns(both)).as("a stop").isEqualTo(1);
            Files.writeString(first, "0 0 3\n");
            rest(both);
            assertThat(firstRuns(both)).as("it went on later").isZero();
            Files.writeString(sampler, "0 0 60\n");
            Files.writeString(first, "0 0 5\n");
            rest(both);
            assertThat(firstRuns(both)).as("after a stop that was too short").isZero();
            Files.writeString(first, "0 0 6\n");
            assertThat(firstRuns(both)).as("the sampler is not stopped yet").isEqualTo(1);
            Files.writeString(first, "0 0 7\n");
            both.slept(System.nanoTime() + STALL_NANOS, true);
            assertThat(firstRuns(both)).as("still at rest").isZero();
            Files.writeString(sampler, "0 0 400\n");
            Files.writeString(first, "0 0 9\n");
            assertThat(firstRuns(both)).as("a stop, and it went on").isEqualTo(2);
            Files.writeString(first, "0 0 10\n");
            rest(both);
            assertThat(firstRuns(both)).as("it had lost its CPU on the way").isZero();
            Files.writeString(sampler, "0 0 800\n");
            Files.writeString(first, "0 0 12\n");
            assertThat(firstRuns(both)).as("another stop").isEqualTo(2);
            rest(both);
            Files.writeString(first, "0 0 13\n");
            rest(both);
            assertThat(firstRuns(both)).as("it ran by itself").isEqualTo(ProcFile.UNKNOWN);
        }
    }

    @Test
    void aFirstThreadThatWorksIsNeverAtRest() throws IOException {
        Path sampler = folder.resolve("sampler");
        Path first = folder.resolve("first");
        Files.writeString(sampler, "0 0 1\n");
        Files.writeString(first, "0 0 1\n");
        try (SystemCounters both = new SystemCounters(
                ProcFile.open(sampler.toString(), 96), ProcFile.open(first.toString(), 96), null, null)) {
            both.takeAll();
            for (int run = 4; run < 400; run += 6) {
                Files.writeString(first, "0 0 " + run + "\n");
                assertThat(firstRuns(both)).as("a stall that is no stop").isEqualTo(ProcFile.UNKNOWN);
                Files.writeString(first, "0 0 " + (run + 3) + "\n");
                for (int i = 0; i < 16; i++) {
                    both.slept(System.nanoTime() + STALL_NANOS, false);
                }
            }
        }
    }

    private static void rest(SystemCounters counters) {
        for (int i = 0; i < 256; i++) {
            counters.slept(System.nanoTime() + STALL_NANOS, false);
        }
    }

    private static long firstRuns(SystemCounters counters) {
        SystemWait wait = new SystemWait();
        counters.read(wait, System.nanoTime());
        return wait.firstRuns;
    }
}
