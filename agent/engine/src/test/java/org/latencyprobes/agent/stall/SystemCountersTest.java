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

    private long nowNanos = -7;
    private SystemCounters counters;

    /** Their clock is the test's. */
    private final class Counters extends SystemCounters {

        Counters(ProcFile own, ProcFile first, ProcFile stat) {
            super(own, first, stat, null);
        }

        @Override
        long nanoTime() {
            return nowNanos;
        }
    }

    @BeforeEach
    void open() throws IOException {
        steal(0);
        counters = new Counters(null, null, ProcFile.open(file().toString(), 256));
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
            counters.slept(nowNanos, false);
        }
    }

    private long stolenInStall() {
        SystemWait wait = new SystemWait();
        counters.read(wait, nowNanos - STALL_NANOS);
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
        try (SystemCounters own = new Counters(ProcFile.open(schedstat.toString(), 96), null, null)) {
            own.takeAll();
            Files.writeString(schedstat, "320000 0 17\n");
            for (int i = 0; i < 16; i++) {
                own.slept(nowNanos, false);
            }
            Files.writeString(schedstat, "540000 0 18\n");
            SystemWait wait = new SystemWait();
            own.read(wait, nowNanos);
            assertThat(wait.ranNanos).isEqualTo(220_000);
            assertThat(wait.unusualNanos).isEqualTo(200_000);
        }
    }

    /** The numbers of runs of two threads, of which the first rests, and of a stop, which gives both one run more. */
    @Test
    void theRunsOfTheFirstThreadAreKnownOnceItHasRested() throws IOException {
        try (SystemCounters both = ofTwoThreads()) {
            assertThat(firstRuns(both)).as("at the start").isEqualTo(ProcFile.UNKNOWN);
            rest(both);
            assertThat(firstRuns(both)).isZero();
            runs("sampler", 20);
            runs("first", 2);
            assertThat(firstRuns(both)).as("a stop").isEqualTo(1);
            runs("first", 3);
            rest(both);
            assertThat(firstRuns(both)).as("it went on later").isZero();
            runs("sampler", 60);
            runs("first", 5);
            rest(both);
            assertThat(firstRuns(both)).as("after a stop that was too short").isZero();
            runs("first", 6);
            assertThat(firstRuns(both)).as("the sampler is not stopped yet").isEqualTo(1);
            runs("first", 7);
            both.slept(nowNanos, true);
            assertThat(firstRuns(both)).as("still at rest").isZero();
            runs("sampler", 400);
            runs("first", 9);
            assertThat(firstRuns(both)).as("a stop, and it went on").isEqualTo(2);
            runs("first", 10);
            rest(both);
            assertThat(firstRuns(both)).as("it had lost its CPU on the way").isZero();
            runs("sampler", 800);
            runs("first", 12);
            assertThat(firstRuns(both)).as("another stop").isEqualTo(2);
            rest(both);
            runs("first", 13);
            rest(both);
            assertThat(firstRuns(both)).as("it ran by itself").isEqualTo(ProcFile.UNKNOWN);
        }
    }

    @Test
    void aFirstThreadThatWorksIsNeverAtRest() throws IOException {
        try (SystemCounters both = ofTwoThreads()) {
            for (int run = 4; run < 400; run += 6) {
                runs("first", run);
                assertThat(firstRuns(both)).as("a stall that is no stop").isEqualTo(ProcFile.UNKNOWN);
                runs("first", run + 3);
                for (int i = 0; i < 16; i++) {
                    both.slept(nowNanos, false);
                }
            }
        }
    }

    /** Of the threads {@code sampler} and {@code first}, each of which has run once. */
    private SystemCounters ofTwoThreads() throws IOException {
        SystemCounters counters = new Counters(
                ProcFile.open(runs("sampler", 1).toString(), 96),
                ProcFile.open(runs("first", 1).toString(), 96),
                null);
        counters.takeAll();
        return counters;
    }

    private Path runs(String thread, int runs) throws IOException {
        return Files.writeString(folder.resolve(thread), "0 0 " + runs + "\n");
    }

    private void rest(SystemCounters counters) {
        for (int i = 0; i < 256; i++) {
            counters.slept(nowNanos, false);
        }
    }

    private long firstRuns(SystemCounters counters) {
        SystemWait wait = new SystemWait();
        counters.read(wait, nowNanos);
        return wait.firstRuns;
    }
}
