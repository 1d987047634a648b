package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WatchedFileTest {

    @TempDir
    private Path folder;

    private long nowNanos;

    /** Of two looks at a file that is changed no more, the second tells, and later ones do not. */
    private void expectChange(WatchedFile file) {
        assertThat(looks(file)).isFalse();
        assertThat(file.hasChanged(nowNanos + WatchedFile.PERIOD_NANOS - 1))
                .as("too soon")
                .isFalse();
        assertThat(looks(file)).isTrue();
        assertThat(looks(file)).isFalse();
    }

    private boolean looks(WatchedFile file) {
        nowNanos += WatchedFile.PERIOD_NANOS;
        return file.hasChanged(nowNanos);
    }

    @Test
    void eachChangeIsToldOnceAndSoIsItsEnd() throws IOException {
        Path path = Files.writeString(folder.resolve("options"), "a=1");
        WatchedFile file = new WatchedFile(path);
        nowNanos = System.nanoTime();
        assertThat(looks(file)).isFalse();
        Files.writeString(path, "a=10");
        expectChange(file);
        Files.delete(path);
        expectChange(file);
        Files.writeString(path, "a=10");
        expectChange(file);
    }
}
