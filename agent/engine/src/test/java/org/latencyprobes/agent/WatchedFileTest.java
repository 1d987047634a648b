package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WatchedFileTest {

    @TempDir
    private Path folder;

    private static void awaitChange(WatchedFile file) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(file::hasChanged);
    }

    @Test
    void eachChangeIsToldOnceAndSoIsItsEnd() throws IOException {
        Path path = Files.writeString(folder.resolve("options"), "a=1");
        WatchedFile file = new WatchedFile(path);
        assertThat(file.hasChanged()).isFalse();
        Files.writeString(path, "a=10");
        awaitChange(file);
        assertThat(file.hasChanged()).isFalse();
        Files.delete(path);
        awaitChange(file);
        assertThat(file.hasChanged()).isFalse();
        Files.writeString(path, "a=10");
        awaitChange(file);
    }
}
