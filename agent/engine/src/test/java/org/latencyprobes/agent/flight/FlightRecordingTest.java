package org.latencyprobes.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.Await;
import org.latencyprobes.internal.log.OwnerOnly;

@Tag("each-jdk")
final class FlightRecordingTest {

    @TempDir
    private Path folder;

    @Test
    void aDumpHoldsTheWaitsSoFarAndStaysItsOwners() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("dump"), OwnerOnly.file());
        try (FlightRecording recording = FlightRecording.temporary()) {
            Thread.sleep(5); // is what is recorded
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events).anySatisfy(event -> {
            assertThat(event.getEventType().getName()).isEqualTo("jdk.ThreadSleep");
            assertThat(event.getThread().getJavaThreadId())
                    .isEqualTo(Thread.currentThread().getId());
        });
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void nothingIsLeftOfItOnceItIsClosed() {
        int before = FlightRecorder.getFlightRecorder().getRecordings().size();
        FlightRecording.temporary().close();
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(before);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDumpThatHangsWithFlightRecordersLockKeepsTheEndForABoundedTime() throws Exception {
        int before = FlightRecorder.getFlightRecorder().getRecordings().size();
        HungFile hung = HungFile.in(folder);
        FlightRecording recording = FlightRecording.temporary();
        Thread dumping = new Thread(() -> dump(recording, hung.path()));
        dumping.start();
        try {
            hung.awaitDump();
            hung.awaitDumpWithLock();
            CompletableFuture.runAsync(() -> recording.close(100)).get(Await.LONG.toMinutes(), TimeUnit.MINUTES);
        } finally {
            hung.free(dumping);
        }
        Await.patiently()
                .until(() -> FlightRecorder.getFlightRecorder().getRecordings().size() == before);
    }

    private static void dump(FlightRecording recording, Path file) {
        try {
            recording.dump(file);
        } catch (IOException e) {
            return; // a pipe is no file
        }
    }

    /** Whoever reads it has the slow calls from the agent. */
    @Test
    void collectionsThatAThreadAsksForAreInIt() {
        try (FlightRecording recording = FlightRecording.temporary()) {
            assertThat(recording).isNotNull();
            assertThat(FlightRecorder.getFlightRecorder().getRecordings())
                    .anySatisfy(each -> assertThat(each.getSettings()).containsEntry("jdk.SystemGC#enabled", "true"));
        }
    }

    @Test
    void theAgentsOwnEventsAreNotInIt() {
        FlightRecording own = FlightRecording.temporary();
        try {
            assertThat(FlightRecorder.getFlightRecorder().getRecordings())
                    .anySatisfy(recording -> assertThat(recording.getSettings())
                            .containsEntry("latencyprobes.SlowCall#enabled", "false")
                            .containsEntry("latencyprobes.Probe#enabled", "false"));
        } finally {
            own.close();
        }
    }

    @Test
    void aRecordingOfOthersGoesOnWithItsOwnSettings() {
        try (Recording others = new Recording()) {
            others.enable("jdk.ThreadSleep").withThreshold(Duration.ofSeconds(1));
            others.start();
            Map<String, String> before = others.getSettings();
            FlightRecording.temporary().close();
            assertThat(others.getState()).isEqualTo(RecordingState.RUNNING);
            assertThat(others.getSettings()).isEqualTo(before);
        }
    }

    /** Flight Recorder writes everything to the disk then: in memory there would be nothing. */
    @Test
    void besideARecordingThatWritesToTheDiskTheWaitsAreHeld() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("dump"), OwnerOnly.file());
        try (Recording others = new Recording()) {
            others.enable("jdk.ThreadSleep");
            others.start();
            try (FlightRecording recording = FlightRecording.temporary()) {
                Thread.sleep(5); // is what is recorded
                recording.dump(file);
            }
        }
        assertThat(RecordingFile.readAllEvents(file))
                .extracting(event -> event.getEventType().getName())
                .contains("jdk.ThreadSleep");
    }

    @Test
    void aContinuousRecordingHoldsTheSameAgainAndHasTheAgentsSlowCalls() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("dump"), OwnerOnly.file());
        try (FlightRecording recording = FlightRecording.continuous()) {
            Thread.sleep(5); // is what is recorded
            for (int times = 0; times < 2; times++) {
                recording.dump(file);
                assertThat(RecordingFile.readAllEvents(file))
                        .extracting(event -> event.getEventType().getName())
                        .contains("jdk.ThreadSleep");
            }
            assertThat(FlightRecorder.getFlightRecorder().getRecordings())
                    .anySatisfy(own -> assertThat(own.getSettings())
                            .containsEntry("latencyprobes.SlowCall#enabled", "true")
                            .containsEntry("latencyprobes.SlowCall#threshold", "0 ns"));
        }
    }

    @Test
    void withoutRoomOnTheDiskNothingIsAskedOfFlightRecorder() {
        assertThatThrownBy(() -> FreeSpace.require(Long.MAX_VALUE - 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("MB are free in ");
    }
}
