package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.why.band.Band.Wanted;

/** What messages say of the recording of a JVM's agent, of which the command reads a copy that is gone soon. */
final class RecordingSourceTest {

    private static final RecordingSource.Request ALL =
            new RecordingSource.Request(List.of(), Wanted.AUTO, List.of(), false, null);

    @TempDir
    private Path folder;

    private void expectProblem(Path copy, String problem) {
        assertThatIOException()
                .isThrownBy(() -> RecordingSource.read(RecordingSource.Subject.ofJvm(copy, 4711), ALL))
                .withMessageStartingWith("the recording of JVM 4711 " + problem)
                .withMessageNotContaining(folder.toString());
    }

    @Test
    void withoutSlowCallsTheAgentIsNotSaidToHaveBeenAway() throws IOException {
        Path copy = folder.resolve("why-4711.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            recording.dump(copy);
        }
        expectProblem(copy, "has no slow call: nothing was probed");
    }

    @Test
    void whatCannotBeReadIsNamedAsTheUserDoes() throws IOException {
        expectProblem(Files.createFile(folder.resolve("empty.jfr")), "is empty");
        expectProblem(Files.writeString(folder.resolve("text.jfr"), "no recording"), "is no recording");
    }
}
