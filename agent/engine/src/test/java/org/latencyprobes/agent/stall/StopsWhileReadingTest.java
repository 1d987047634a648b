package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.StallKind;

/** What is told of a stop that comes after a sleep, before the sampler has read its own counters. The counters are the test's. */
final class StopsWhileReadingTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long STOP_NANOS = 50 * MILLI;

    /** What the sampler's thread runs for each sleep. */
    private static final long OWN_NANOS = 15_000;

    @TempDir
    private Path folder;

    private final StallTimeline timeline = new StallTimeline();
    private long nowNanos = -7;
    private long runs = 1;
    private boolean isStopDue;
    private long stopStartNanos;
    private long stopEndNanos;

    private final StallSampler sampler =
            new StallSampler(null, timeline, new ThreadTimes(() -> null, null), () -> 0, () -> {}) {
                @Override
                JvmCounters counters(List<String> found) {
                    return new Counters();
                }

                @Override
                boolean isUnsteady(long nanos) {
                    return false;
                }

                @Override
                SystemCounters systemCounters() {
                    SystemCounters counters = new SystemCounters(open("schedstat"), null, open("stat"), null) {
                        @Override
                        long nanoTime() {
                            return nowNanos;
                        }
                    };
                    counters.takeAll();
                    return counters;
                }

                @Override
                long nanoTime() {
                    return nowNanos;
                }
            };

    /** A JVM without safepoints, which the process is stopped in where that is due. */
    private final class Counters implements JvmCounters {

        @Override
        public int collectors() {
            return 0;
        }

        @Override
        public boolean hasSafepoints() {
            return true;
        }

        @Override
        public boolean mayWaitForMemory() {
            return false;
        }

        @Override
        public void read(CounterReading into) {
            if (isStopDue) {
                isStopDue = false;
                run();
                stopStartNanos = nowNanos;
                nowNanos += STOP_NANOS;
                stopEndNanos = nowNanos;
            }
        }
    }

    private ProcFile open(String file) {
        return ProcFile.open(folder.resolve(file).toString(), 64);
    }

    @BeforeEach
    void begin() throws IOException {
        Files.writeString(folder.resolve("stat"), "cpu  1 2 3 4 5 6 7 0 0 0\n");
        run();
        sampler.begin();
    }

    @AfterEach
    void end() {
        sampler.end();
    }

    /** The sampler's thread is given a CPU. */
    private void run() {
        try {
            Files.writeString(folder.resolve("schedstat"), OWN_NANOS * runs + " 0 " + runs++ + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sleep(long nanos) {
        run();
        long start = nowNanos;
        nowNanos += nanos;
        sampler.slept(MILLI, start, nowNanos);
        nowNanos += OWN_NANOS;
    }

    private void sleeps(int count) {
        for (int i = 0; i < count; i++) {
            sleep(MILLI);
        }
    }

    private void assertThatTheStopIsToldSo() {
        long[] nanosByKind = new long[StallKind.values().length];
        timeline.addOverlaps(stopStartNanos, stopEndNanos, nanosByKind);
        assertThat(nanosByKind[StallKind.STOPPED.ordinal()]).isGreaterThan(STOP_NANOS - 2 * MILLI);
        assertThat(nanosByKind[StallKind.UNKNOWN.ordinal()]).isLessThan(MILLI);
    }

    @Test
    void afterASleepThatWasTooLong() {
        sleeps(3);
        isStopDue = true;
        sleep(10 * MILLI);
        sleeps(2);
        assertThatTheStopIsToldSo();
    }

    @Test
    void afterEachOfSixteenSleepsOfWhichOneIsFollowedByABaseline() {
        for (int before = 0; before < 16; before++) {
            sleeps(before);
            isStopDue = true;
            sleeps(3);
            assertThatTheStopIsToldSo();
        }
    }
}
