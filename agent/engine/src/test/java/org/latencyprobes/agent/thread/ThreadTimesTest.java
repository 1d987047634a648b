package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.explain.ThreadTime;
import org.latencyprobes.internal.counts.OpenCalls;

@EnabledOnOs(OS.LINUX)
final class ThreadTimesTest {

    private static final long MILLI = 1_000_000;

    /** Its call does not end; the stripe's next owner has it, too, from before the start of any clock. */
    private static final long START = Long.MIN_VALUE + 1;

    private final CpuTimes cpuTimes = CpuTimes.open();

    @TempDir
    private Path folder;

    /** A thread with a stripe that waits until it is told to end. */
    private static final class Waiting implements AutoCloseable {

        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicReference<OpenCalls> open = new AtomicReference<>();
        private final AtomicReference<String> schedstat = new AtomicReference<>();
        private final Thread thread = new Thread(this::run);

        private Waiting() {
            thread.start();
            Await.patiently().until(() -> thread.getState() == Thread.State.WAITING);
        }

        /** By chance a thread may have no stripe: then another one is made. */
        static Waiting withStripe() {
            Waiting waiting = new Waiting();
            while (waiting.open.get() == null) {
                waiting.close();
                OpenCalls.areThreadsWithout(); // frees the stripes of threads that have ended
                waiting = new Waiting();
            }
            return waiting;
        }

        private void run() {
            try {
                open.set(OpenCalls.ofCurrentThread());
                schedstat.set(Path.of("/proc/thread-self").toRealPath().toString());
                end.await();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        ThreadReadings readings() {
            ThreadReadings readings = new ThreadReadings();
            open.get().begin(START);
            assertThat(readings.isDue(thread, open.get(), Long.MIN_VALUE, START))
                    .isFalse();
            assertThat(readings.takeWanted()).isTrue();
            return readings;
        }

        /** By its own file. */
        long ranNanos() throws IOException {
            return Long.parseLong(
                    Files.readString(Path.of(schedstat.get(), "schedstat")).split(" ")[0]);
        }

        @Override
        public void close() {
            end.countDown();
            Await.patiently().until(() -> !thread.isAlive());
        }
    }

    private void find(ThreadReadings readings) {
        Await.patiently().until(() -> {
            new KernelFileSearch(cpuTimes).search(List.of(readings));
            return readings.areKnown();
        });
    }

    @Test
    void aThreadsOwnFileIsFoundAmongOthers() throws Exception {
        try (Waiting waiting = Waiting.withStripe();
                Waiting other = Waiting.withStripe()) {
            ThreadReadings readings = waiting.readings();
            ThreadReadings others = other.readings();
            find(others);
            find(readings);
            assertThat(readings.takeWanted()).isFalse();
            assertThat(readings.read(1, () -> 0, () -> 0, cpuTimes))
                    .isTrue(); // a file of another thread would be let go
            Await.patiently() // it may not yet have given its CPU back, though it is about to wait
                    .until(() -> waiting.ranNanos() == cpuTimes.applyAsLong(ThreadIds.of(waiting.thread)));
            readings.close();
            others.close();
        }
    }

    /** Reads numbers: when, the CPU time, and the wait for a CPU. */
    private void read(ThreadReadings readings, long nowNanos, long cpuNanos, long delayNanos) throws IOException {
        read(readings, nowNanos, cpuNanos, delayNanos, 0);
    }

    private void read(ThreadReadings readings, long nowNanos, long cpuNanos, long delayNanos, long throttledNanos)
            throws IOException {
        Files.writeString(schedstat(), cpuNanos + " " + delayNanos + " 1\n");
        readings.read(1, () -> nowNanos, () -> throttledNanos, id -> cpuNanos);
    }

    /** What a call from 100 ms on ran for sure, by readings: when each began and was done, and the CPU time in it, in ms. */
    private ThreadTime ofCall(long endNanos, long[]... millis) throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            for (long[] each : millis) {
                Files.writeString(schedstat(), each[2] * MILLI + " 0 1\n");
                Iterator<Long> moments =
                        List.of(each[0] * MILLI, each[1] * MILLI).iterator();
                readings.read(1, moments::next, () -> 0, id -> each[2] * MILLI);
            }
            return readings.of(100 * MILLI, endNanos);
        }
    }

    private Path schedstat() {
        return folder.resolve("schedstat");
    }

    private ThreadReadings ofFile(Waiting waiting) throws IOException {
        ThreadReadings readings = waiting.readings();
        Files.writeString(schedstat(), "0 0 0\n");
        assertThat(readings.give(
                        ThreadIds.of(waiting.thread), ProcFile.open(schedstat().toString(), 96), null))
                .isTrue();
        return readings;
    }

    @Test
    void whatMayHaveRunBeforeTheCallOrAfterItIsNotItsCode() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            read(readings, 0, 10 * MILLI, 5 * MILLI);
            read(readings, 102 * MILLI, 11 * MILLI, 6 * MILLI);
            read(readings, 111 * MILLI, 13 * MILLI, 10 * MILLI);
            ThreadTime time = readings.of(100 * MILLI, 110 * MILLI);
            assertThat(time)
                    .isEqualTo(new ThreadTime(
                            102 * MILLI,
                            2 * MILLI,
                            MILLI,
                            4 * MILLI,
                            3 * MILLI,
                            0,
                            2 * MILLI,
                            new ThreadTime.Begin(0, MILLI)));
            assertThat(time.allLeastCpuNanos()).isEqualTo(MILLI);
            assertThat(time.allRunDelayNanos()).isEqualTo(5 * MILLI);
        }
    }

    @Test
    void whatMayHaveRunWhileTheReaderHadNoCpuIsNotItsCode() throws IOException {
        long[][] readings = {{101, 101, 0}, {110, 112, 3}};
        assertThat(ofCall(110 * MILLI, readings).leastCpuNanos()).isEqualTo(MILLI);
        assertThat(ofCall(111 * MILLI, readings)).as("the end is in a reading").isNull();
    }

    /** The second reading was begun before the end and done after it, so what it read may be from after the end. */
    @Test
    void whatWasReadAroundTheEndMayHaveRunAfterIt() throws IOException {
        long[][] readings = {{101, 101, 0}, {109, 112, 2}, {113, 113, 4}};
        assertThat(ofCall(110 * MILLI, readings).leastCpuNanos()).isEqualTo(MILLI);
    }

    /** Only what ran between the last two readings may have run after the call. */
    @Test
    void whatWasReadBeforeTheEndIsCode() throws IOException {
        long[][] readings = {{101, 101, 0}, {106, 106, 5}, {112, 112, 6}};
        assertThat(ofCall(110 * MILLI, readings).leastCpuNanos()).isEqualTo(5 * MILLI);
        assertThat(ofCall(105 * MILLI + 500_000, readings).leastCpuNanos())
                .as("the end was 500 µs before a reading of 5 ms")
                .isEqualTo(4_500_000);
    }

    @Test
    void codeThatDoesNotFitBeforeTheCallIsInItsBeginAndWaitsForACpuAreSharedByTime() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            read(readings, 92 * MILLI, 0, 0);
            read(readings, 102 * MILLI, 9 * MILLI, 0);
            read(readings, 111 * MILLI, 9 * MILLI, 0);
            assertThat(readings.of(100 * MILLI, 110 * MILLI).begin()).isEqualTo(new ThreadTime.Begin(MILLI, 0));
            read(readings, 202 * MILLI, 9 * MILLI, 45_500_000);
            read(readings, 211 * MILLI, 9 * MILLI, 45_500_000);
            assertThat(readings.of(200 * MILLI, 210 * MILLI).begin()).isEqualTo(new ThreadTime.Begin(0, MILLI));
        }
    }

    /** All CPUs of the group add up in what the kernel says. */
    @Test
    void aThreadWasThrottledForNoLongerThanItWaitedForACpu() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            read(readings, 101 * MILLI, 0, 0, 50 * MILLI);
            read(readings, 121 * MILLI, 5 * MILLI, 12 * MILLI, 80 * MILLI);
            assertThat(readings.of(100 * MILLI, 120 * MILLI))
                    .isEqualTo(new ThreadTime(
                            101 * MILLI, 5 * MILLI, 4 * MILLI, 12 * MILLI, 11 * MILLI, 12 * MILLI, MILLI, null));
        }
    }

    @Test
    void ofALongBeginOnlyTheMostIsKnown() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            read(readings, 0, 0, 0);
            read(readings, 500 * MILLI, 400 * MILLI, 0);
            read(readings, 601 * MILLI, 410 * MILLI, 0);
            assertThat(readings.of(100 * MILLI, 600 * MILLI))
                    .isEqualTo(new ThreadTime(500 * MILLI, 10 * MILLI, 9 * MILLI, 0, 0, 0, 400 * MILLI, null));
        }
    }

    @Test
    void noMoreThanTheCallIsTold() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            read(readings, 101 * MILLI, 0, 0);
            read(readings, 112 * MILLI, 9 * MILLI, 5 * MILLI);
            assertThat(readings.of(100 * MILLI, 110 * MILLI))
                    .isEqualTo(new ThreadTime(101 * MILLI, 9 * MILLI, 7 * MILLI, 0, 0, 0, MILLI, null));
        }
    }

    @Test
    void anEndThatIsNoticedTooLateIsNotKnown() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            read(readings, 101 * MILLI, 0, 0);
            read(readings, 111 * MILLI + ThreadReadings.LATEST_NANOS, 0, 0);
            assertThat(readings.of(100 * MILLI, 110 * MILLI)).isNull();
            assertThat(readings.of(100 * MILLI, 111 * MILLI)).isNotNull();
        }
    }

    @Test
    void readingsBeginAnewWithAnotherOwnerOfTheStripe() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            read(readings, 101 * MILLI, 0, 0);
            read(readings, 111 * MILLI, 0, 0);
            assertThat(readings.of(100 * MILLI, 110 * MILLI)).isNotNull();
            readings.isDue(Thread.currentThread(), waiting.open.get(), 0, START);
            assertThat(readings.areKnown()).isFalse();
            assertThat(readings.of(100 * MILLI, 110 * MILLI)).isNull();
        }
    }

    @Test
    void aThreadThatHasEndedIsReadNoMore() throws IOException {
        ThreadReadings readings;
        try (Waiting waiting = Waiting.withStripe()) {
            readings = ofFile(waiting);
        }
        readings.closeIfEnded();
        assertThat(readings.areKnown()).isFalse();
    }

    @Test
    void aFileOfAnotherThreadIsLetGo() throws IOException {
        try (Waiting waiting = Waiting.withStripe()) {
            ThreadReadings readings = ofFile(waiting);
            Files.writeString(schedstat(), "987654321012345 0 1\n");
            assertThat(readings.read(1, () -> 0, () -> 0, cpuTimes)).isFalse();
            assertThat(readings.areKnown()).isFalse();
        }
    }
}
