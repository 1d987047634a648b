package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no such permissions")
final class FileTrustTest {

    @TempDir
    private Path folder;

    private String objection(String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return FileTrust.objection(file);
    }

    @Test
    void whatOnlyItsOwnerMayWriteIsFine() throws IOException {
        assertThat(objection("rw-r--r--")).isNull();
        assertThat(objection("r--------")).isNull();
        assertThat(FileTrust.objection(folder)).isNull();
    }

    @Test
    void whatAnybodyMayWriteIsRefused() throws IOException {
        assertThat(objection("rw----rw-"))
                .startsWith(folder.resolve("file") + " is of user ")
                .endsWith(", mode rw----rw-; it must be of root or of this JVM's user, and nobody else may write it");
    }

    @Test
    void linksAreFollowed() throws IOException {
        assertThat(objection("rw-rw-rw-")).isNotNull();
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("file"));
        assertThat(FileTrust.objection(link)).contains("mode rw-rw-rw-");
    }
}
