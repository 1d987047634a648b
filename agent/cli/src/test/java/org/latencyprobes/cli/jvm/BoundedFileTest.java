package org.latencyprobes.cli.jvm;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of files that nobody writes to: who opened one for reading would wait for ever. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(value = 5, unit = MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BoundedFileTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofMillis(100);

    @TempDir
    private Path folder;

    private Path fifo() throws IOException, InterruptedException {
        Path fifo = folder.resolve("release");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        return fifo;
    }

    @Test
    void aFifoIsNotRead() throws Exception {
        Path fifo = fifo();
        assertThatIOException()
                .isThrownBy(() -> BoundedFile.read(fifo, LONG))
                .withMessage(fifo + " is no regular file");
        assertThat(JvmProcess.versionIn(fifo, LONG)).isEmpty();
    }

    @Test
    @Tag("each-jdk")
    void aFileThatBecomesAFifoIsGivenUp() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path fifo = fifo();
        assertThatIOException()
                .isThrownBy(() -> BoundedFile.read(
                        file,
                        () -> {
                            try (InputStream content = Files.newInputStream(fifo)) {
                                return content.read();
                            }
                        },
                        SHORT))
                .withMessageContaining(file + " cannot be read within ");
    }

    @Test
    void aFileIsRead() throws IOException {
        Path release = Files.writeString(folder.resolve("release"), "A=1\nJAVA_VERSION=\"17.0.15\"\n");
        assertThat(JvmProcess.versionIn(release, LONG)).isEqualTo("17.0.15");
    }
}
