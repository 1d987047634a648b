package org.latencyprobes.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StandardOutputTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs a command whose output is refused with that reason. */
    private int run(String reason, String linked, String... arguments) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("1"), Path.of(linked));
        OutputStream refusing = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Main.run(new StandardOutput(refusing, link), errors, arguments);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFullDiskIsAFailureWithOneLine() throws IOException {
        assertThat(run("No space left on device", "/dev/full", "--version")).isEqualTo(1);
        assertThat(said()).isEqualTo("standard output cannot be written: No space left on device\n");
    }

    @Test
    void aReaderThatHasEnoughIsNone() throws IOException {
        assertThat(run("Broken pipe", "/dev/pts/0", "--help")).isZero();
        assertThat(said()).isEmpty();
    }

    @Test
    void thatIsKnownInAllLanguages() throws IOException {
        assertThat(run("Verbindung unterbrochen", "pipe:[4711]", "--help")).isZero();
        assertThat(said()).isEmpty();
    }

    @Test
    void aCommandThatFailsKeepsItsExitCode() throws IOException {
        assertThat(run("No space left on device", "/dev/full", "status", "x")).isEqualTo(3);
        assertThat(said()).contains("\"x\" is not a process id").doesNotContain("standard output");
    }
}
