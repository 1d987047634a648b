package org.latencyprobes.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;

import org.latencyprobes.agent.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("each-jdk")
final class ContinuousRecordingTest {

    /** As many as the agent has for work on classes. */
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    private volatile long nowNanos;

    private final ContinuousRecording recording = new ContinuousRecording(threads, null) {
        @Override
        long nanoTime() {
            return nowNanos;
        }

        @Override
        FlightRecording begin() {
            return FlightRecording.continuous();
        }
    };

    @TempDir
    private Path folder;

    @BeforeEach
    void begin() {
        recording.follow(true);
        Await.patiently().until(() -> recording.state().equals("on"));
    }

    @AfterEach
    void end() throws InterruptedException {
        recording.close();
        threads.shutdownNow();
        assertThat(threads.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    }

    private static List<Recording> running() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getName().equals("latency-probes"))
                .filter(recording -> recording.getState() == RecordingState.RUNNING)
                .toList();
    }

    private void awaitRunning(int many) {
        Await.patiently().until(() -> {
            nowNanos += ContinuousRecording.LOOK_NANOS;
            recording.tend();
            return running().size() == many && recording.state().equals(many == 0 ? "off" : "on");
        });
    }

    @Test
    void oneThatOthersHaveStoppedIsBegunAnew() throws IOException {
        running().get(0).stop();
        awaitRunning(1);
        running().get(0).close();
        awaitRunning(1);
        assertThat(recording.state()).isEqualTo("on");
        assertThat(recording.dump(folder.resolve("dump.jfr")).sentences()).isEmpty();
    }

    @Test
    void oneThatIsNotWantedAnyMoreEnds() {
        recording.follow(false);
        awaitRunning(0);
        assertThat(recording.state()).isEqualTo("off");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDumpThatHangsKeepsNeitherTheThreadsForClassesNorTheEnd() throws Exception {
        HungFile hung = HungFile.in(folder);
        Thread dumping = new Thread(() -> recording.dump(hung.path()));
        dumping.start();
        try {
            hung.awaitDump();
            recording.follow(false);
            threads.submit(() -> {}).get(Await.LONG.toMinutes(), TimeUnit.MINUTES);
            recording.follow(true);
            threads.submit(() -> {}).get(Await.LONG.toMinutes(), TimeUnit.MINUTES);
            CompletableFuture.runAsync(recording::close).get(Await.LONG.toMinutes(), TimeUnit.MINUTES);
        } finally {
            hung.free(dumping);
        }
        Await.patiently().until(() -> running().isEmpty());
    }
}
