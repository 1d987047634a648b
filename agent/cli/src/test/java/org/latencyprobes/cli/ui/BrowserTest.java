package org.latencyprobes.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BrowserTest {

    @Test
    void theFileIsInTheHomeAndNotHidden(@TempDir Path home) throws IOException {
        Path file = Browser.file(home);
        assertThat(file).hasParent(home).exists();
        assertThat(file.getFileName().toString()).startsWith("latency-probes-").endsWith(".html");
    }

    @Test
    void withoutHomeTheFileIsElsewhere(@TempDir Path folder) throws IOException {
        Path file = Browser.file(folder.resolve("missing"));
        assertThat(file).exists();
        Files.delete(file);
    }
}
