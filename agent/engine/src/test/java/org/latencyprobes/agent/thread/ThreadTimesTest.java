package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.counts.OpenCalls;

@EnabledOnOs(OS.LINUX)
final class ThreadTimesTest {

    private static final long MILLI = 1_000_000;

    private final CpuTimes cpuTimes = CpuTimes.open();

    /** A thread with a lane that waits until it is told to end. */
    private static final class Waiting implements AutoCloseable {

        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicReference<OpenCalls> open = new AtomicReference<>();
        private final AtomicReference<String> schedstat = new AtomicReference<>();
        private final Thread thread = new Thread(this::run);

        Waiting() {
            thread.start();
            Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING);
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
            open.get().begin(1);
            assertThat(readings.isDue(thread, open.get(), 0, 2)).isFalse();
            assertThat(readings.isWanted()).isTrue();
            return readings;
        }

        @Override
        public void close() {
            end.countDown();
            Awaitility.await().until(() -> !thread.isAlive());
        }
    }

    private void find(ThreadReadings readings) {
        Awaitility.await().until(() -> {
            new KernelThreads(cpuTimes).search(List.of(readings));
            return readings.isKnown();
        });
    }

    @Test
    void aThreadsOwnFileIsFoundAndTellsWhatItDid() throws Exception {
        try (Waiting waiting = new Waiting();
                Waiting other = new Waiting()) {
            ThreadReadings readings = waiting.readings();
            ThreadReadings others = other.readings();
            find(readings);
            find(others);
            assertThat(readings.isWanted()).isFalse();
            long startNanos = System.nanoTime();
            readings.read(1, cpuTimes);
            readings.read(2, cpuTimes);
            long endNanos = System.nanoTime();
            readings.read(3, cpuTimes);
            String[] numbers = Files.readString(Path.of(waiting.schedstat.get(), "schedstat"))
                    .trim()
                    .split(" ");
            assertThat(Long.parseLong(numbers[0])).isEqualTo(cpuTimes.nanos(waiting.thread.getId()));
            ThreadTime time = readings.of(startNanos, endNanos);
            assertThat(time.cpuNanos()).isZero();
            assertThat(time.runDelayNanos()).isZero();
            assertThat(readings.of(endNanos + MILLI, endNanos + 2 * MILLI)).isNull();
            readings.close();
            others.close();
        }
    }

    /** What the thread did before the call is at most in the time before the first reading in it. */
    @Test
    void ofTheBeginOfACallTheMostIsKnownThatItCanHaveBeen() throws Exception {
        try (Waiting waiting = new Waiting()) {
            ThreadReadings readings = waiting.readings();
            find(readings);
            readings.read(1, cpuTimes);
            long startNanos = System.nanoTime();
            readings.read(2, cpuTimes);
            long endNanos = System.nanoTime();
            readings.read(3, cpuTimes);
            assertThat(readings.of(startNanos, endNanos).fromNanos()).isEqualTo(startNanos);
            readings.close();
        }
    }

    @Test
    void anEndThatIsNoticedTooLateIsNotKnown() throws Exception {
        try (Waiting waiting = new Waiting()) {
            ThreadReadings readings = waiting.readings();
            find(readings);
            long startNanos = System.nanoTime() - 10 * ThreadReadings.LATEST_NANOS;
            readings.read(1, cpuTimes);
            readings.read(2, cpuTimes);
            assertThat(readings.of(startNanos - MILLI, startNanos)).isNull();
            readings.close();
        }
    }

    @Test
    void readingsBeginAnewWithAnotherOwnerOfTheLane() throws Exception {
        try (Waiting waiting = new Waiting()) {
            ThreadReadings readings = waiting.readings();
            find(readings);
            long startNanos = System.nanoTime();
            readings.read(1, cpuTimes);
            long endNanos = System.nanoTime();
            readings.read(2, cpuTimes);
            assertThat(readings.of(startNanos, endNanos)).isNotNull();
            readings.isDue(Thread.currentThread(), waiting.open.get(), 0, 0);
            assertThat(readings.isKnown()).isFalse();
            assertThat(readings.of(startNanos, endNanos)).isNull();
        }
    }

    @Test
    void aThreadThatHasEndedIsReadNoMore() throws Exception {
        ThreadReadings readings;
        try (Waiting waiting = new Waiting()) {
            readings = waiting.readings();
            find(readings);
        }
        readings.closeIfEnded();
        assertThat(readings.isKnown()).isFalse();
    }

    @Test
    void aFileOfAnotherThreadIsLetGo() throws Exception {
        try (Waiting waiting = new Waiting()) {
            ThreadReadings readings = waiting.readings();
            Path stat = Files.createTempFile("schedstat", ".txt");
            Files.writeString(stat, "987654321012345 0 1\n");
            assertThat(readings.give(waiting.thread.getId(), ProcFile.open(stat.toString(), 96)))
                    .isTrue();
            readings.read(1, cpuTimes);
            assertThat(readings.isKnown()).isFalse();
            Files.delete(stat);
        }
    }
}
