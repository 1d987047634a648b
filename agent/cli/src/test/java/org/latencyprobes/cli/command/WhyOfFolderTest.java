package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.CommandRun;

/** Tests of the command {@code why} on a folder of chunks, as a killed JVM leaves them. */
final class WhyOfFolderTest {

    private static final int METADATA_AT = 24;
    private static final int STATE_AT = 64;

    @TempDir
    private Path chunks;

    private byte[] chunk(String probe) throws Exception {
        Path file = chunks.resolve("chunk");
        try (Recording running = RecordedEvents.start(Duration.ofMillis(1))) {
            RecordedEvents.callOn("exec-1", probe);
            return Files.readAllBytes(RecordedEvents.dump(running, file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private CommandRun why() {
        return CommandRun.of("why", chunks.toString(), "-o", "text");
    }

    @Test
    void allChunksAreOneRecording() throws Exception {
        Files.write(chunks.resolve("2.jfr"), chunk("Orders.find"));
        Files.write(chunks.resolve("1.jfr"), chunk("Orders.place"));
        assertThat(why().out()).contains("Orders.place ", "Orders.find ", ", in " + chunks.getFileName() + '\n');
    }

    @Test
    void aChunkThatWasBeingWrittenIsReadAndWhatWasNotFlushedIsNot() throws Exception {
        byte[] chunk = chunk("Orders.place");
        chunk[STATE_AT] = 3; // times that it was flushed
        Files.write(chunks.resolve("1.jfr"), chunk);
        Files.write(chunks.resolve("2.jfr"), Arrays.copyOf(chunk, chunk.length / 2));
        Arrays.fill(chunk, METADATA_AT, METADATA_AT + Long.BYTES, (byte) 0);
        Files.write(chunks.resolve("3.jfr"), chunk);
        assertThat(why().out()).contains("Orders.place ", "why the calls that were recorded (1 call; looked at):");
    }

    @Test
    void aFolderWithoutARecordingIsNamed() {
        assertThat(why().err()).contains('"' + chunks.toString() + "\" has no recording (.jfr)");
    }
}
