package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIf;
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
    @Tag("each-jdk")
    void aGroupOfTheOwnersNameCountsIfNobodyElseIsInIt() throws IOException {
        Path groups = folder.resolve("group");
        Path users = Files.writeString(folder.resolve("passwd"), "ann:x:7:7::/:/bin/sh\nbob:x:8:8::/:/bin/sh\n");
        UserGroups system = new UserGroups(groups, users);
        assertThat(system.isOf(7, "ann")).as("a group that is in no list").isFalse();
        Files.writeString(groups, "ann:x:7:\nbob:x:8:bob\n");
        assertThat(system.isOf(7, "ann")).isTrue();
        assertThat(system.isOf(8, "bob")).isTrue();
        assertThat(system.isOf(8, "ann")).isFalse();
        Files.writeString(groups, "ann:x:7:ann,bob\n");
        assertThat(system.isOf(7, "ann")).as("bob is in it").isFalse();
        Files.writeString(groups, "ann:x:7:\n");
        Files.writeString(users, "ann:x:7:7::/:/bin/sh\nbob:x:8:7::/:/bin/sh\n");
        assertThat(system.isOf(7, "ann")).as("it is bob's first group").isFalse();
    }

    /** Root and its group, as the test may run. */
    @Test
    @EnabledIf("isRoot")
    void aFileThatAGroupMayWriteIsFineIfTheGroupIsTheOwnersAlone() throws IOException {
        assertThat(objection("rw-rw-r--")).isNull();
        Files.setAttribute(folder.resolve("file"), "unix:gid", 1);
        assertThat(FileTrust.objection(folder.resolve("file"))).contains("group daemon, mode rw-rw-r--");
    }

    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    @Test
    void linksAreFollowed() throws IOException {
        assertThat(objection("rw-rw-rw-")).isNotNull();
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("file"));
        assertThat(FileTrust.objection(link)).contains("mode rw-rw-rw-");
    }
}
