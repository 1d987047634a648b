package org.latencyprobes.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class OwnedFileTest {

    @TempDir
    private Path folder;

    @Test
    void aFileIsWrittenAnewAndIsAlone() throws IOException {
        Path file = folder.resolve("page.html");
        for (String text : new String[] {"a long first text", "second"}) {
            OwnedFile.write(file, text);
            assertThat(file).hasContent(text);
        }
        assertThat(folder).isDirectoryContaining(file::equals);
        assertThat(Files.list(folder)).hasSize(1);
    }

    /** Nobody finds it any more. */
    @Test
    void theNameOfATemporaryFileIsLeftOut() {
        assertThat(OwnedFile.copyProblem("it", new FileSystemException("/tmp/x1/y", null, "No space left on device")))
                .isEqualTo("it cannot be copied to a temporary file in " + System.getProperty("java.io.tmpdir")
                        + ": No space left on device");
        assertThat(OwnedFile.copyProblem("it", new NoSuchFileException("/tmp/x1/y")))
                .endsWith(": NoSuchFileException");
    }

    @Test
    void whatWasThereStaysWhereWritingFails() throws IOException {
        Path file = Files.writeString(folder.resolve("page.html"), "former");

        assertThatIOException().isThrownBy(() -> OwnedFile.write(file, "half a character: \ud800"));
        assertThat(file).hasContent("former");
        assertThat(Files.list(folder)).containsExactly(file);
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void whatIsNoRegularFileStaysAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("page.html"), "former");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("none"));
        Path device = Path.of("/dev/null");

        assertThat(OwnedFile.problem("--html", link)).contains("--html " + link + " is a symbolic link; it takes");
        assertThat(OwnedFile.problem("--html", dangling)).contains("is a symbolic link");
        assertThat(OwnedFile.problem("--html", device)).contains("/dev/null is a device");
        assertThat(OwnedFile.problem("--html", folder)).contains("is a folder");
        assertThat(OwnedFile.problem("--html", file)).isNull();
        assertThatIOException().isThrownBy(() -> OwnedFile.write(link, "text")).withMessageContaining("symbolic link");
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(file).hasContent("former");
    }
}
