package org.latencyprobes.agent.serve.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.flight.FlightRecording;
import org.latencyprobes.agent.flight.HungFile;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.NoRecording;

/** Tests of {@code why} where a dump of Flight Recorder's hangs. */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class WhyDumpsTest extends WhyOfNoJvm {

    @TempDir
    private Path folder;

    @Test
    void aDumpThatHangsKeepsNeitherOtherCommandsNorAnAgentThatLeaves() throws Exception {
        HungFile hung = HungFile.in(folder);
        assertThat(begin(true, 0).exitCode()).isEqualTo(ExitCode.OK);
        Thread ending = new Thread(() -> end(ID, hung.path().toString()));
        ending.start();
        try {
            hung.awaitDump();
            CompletableFuture.supplyAsync(() -> ask(new Request.Probe(List.of("any"), false, false)))
                    .get(LONG.toMinutes(), TimeUnit.MINUTES);
            CompletableFuture.runAsync(why::leave).get(LONG.toMinutes(), TimeUnit.MINUTES);
        } finally {
            hung.free(ending);
        }
    }

    /** Whoever dumps another recording then has Flight Recorder's lock. */
    @Test
    void whereADumpOfOthersHangsItGoesOnWithoutARecording() throws Exception {
        HungFile hung = HungFile.in(folder);
        try (FlightRecording others = FlightRecording.temporary()) {
            Thread dumping = new Thread(() -> dump(others, hung.path()));
            dumping.start();
            try {
                hung.awaitDump();
                hung.awaitDumpWithLock();
                why.longestBeginMillis = 1;
                assertThat(begin(true, 0).exitCode()).isEqualTo(ExitCode.OK);
                assertThat(why.isBeginning).as("a thread waits").isTrue();
                end(ID, "");
                Set<Thread> waiting = Thread.getAllStackTraces().keySet();
                assertThat(begin(true, 0).exitCode()).isEqualTo(ExitCode.OK);
                assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> thread.getName().equals("latency-probes-recording"))
                        .as("no second thread waits")
                        .isSubsetOf(waiting);
                Answer answer = end(ID, folder.resolve("why.jfr").toString());
                assertThat(answer.one(NoRecording.TABLE, NoRecording.class).reason())
                        .contains("Flight Recorder is busy");
            } finally {
                hung.free(dumping);
            }
            Await.patiently().until(() -> !why.isBeginning.get());
            Await.patiently()
                    .alias("what began too late has ended")
                    .until(() ->
                            FlightRecorder.getFlightRecorder().getRecordings().size() == 1);
        }
    }

    private static void dump(FlightRecording recording, Path file) {
        try {
            recording.dump(file);
        } catch (IOException noFile) { // a pipe, to which it hung for long enough
            return;
        }
    }

    /** As a command does that has waited for too long. */
    @Test
    void aDumpThatHangsKeepsNoOtherWatch() throws Exception {
        HungFile hung = HungFile.in(folder);
        assertThat(begin(true, 5000000).exitCode()).isEqualTo(ExitCode.OK);
        Thread ending = new Thread(() -> end(ID, hung.path().toString()));
        ending.start();
        try {
            hung.awaitDump();
            assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(end(ID, "").exitCode()).isEqualTo(ExitCode.OK);
            assertThat(stackRemark()).contains("for 20 ms or longer");
            assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.OK);
        } finally {
            hung.free(ending);
        }
        assertThat(end(ID, "").exitCode()).as("the later one goes on").isEqualTo(ExitCode.OK);
    }
}
