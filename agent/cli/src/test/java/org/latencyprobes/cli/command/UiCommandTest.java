package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.CommandRun;

/** Tests of what {@code ui} refuses to begin with. */
final class UiCommandTest {

    @Test
    void somethingHasToBeWatched() {
        CommandRun run = CommandRun.of("ui");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("a JVM or a log is missing");
    }

    @Test
    void aLogThatIsMissingIsNamed() {
        CommandRun run = CommandRun.of("ui", "--no-browser", "yesterday.hlog");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("\"yesterday.hlog\" is not a process id", "there is no file or folder of that name");
    }

    @Test
    void aLogThatIsNoneIsNamed(@TempDir Path folder) throws IOException {
        Path log = Files.writeString(folder.resolve("bad.hlog"), "<script>alert(1)</script>\n");
        CommandRun run = CommandRun.of("ui", "--no-browser", log.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("bad.hlog");
    }

    @Test
    void aPortIsANumberThatThereIs() {
        CommandRun run = CommandRun.of("ui", "--no-browser", "--port", "70000", "4711");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--port 70000 is not allowed; it takes 1 to 65535");
    }
}
