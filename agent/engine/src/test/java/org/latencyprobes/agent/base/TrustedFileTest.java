package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
final class TrustedFileTest {

    private static final int READS = 300;

    @TempDir
    private Path folder;

    private Path file(String name, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve(name), name);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void aFileIsReadAlsoWhereALinkLeadsToIt() throws IOException {
        Path file = file("ours", "rw-r--r--");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertThat(TrustedFile.read(file)).asString().isEqualTo("ours");
        assertThat(TrustedFile.read(link)).asString().isEqualTo("ours");
    }

    @Test
    void whatAnybodyMayWriteIsNotRead() throws IOException {
        Path file = file("theirs", "rw-rw-rw-");
        assertThatExceptionOfType(TrustedFile.Untrusted.class)
                .isThrownBy(() -> TrustedFile.read(file))
                .withMessageStartingWith(file + " is of user ");
    }

    @Test
    void aPipeIsNotWaitedFor() throws Exception {
        Path pipe = folder.resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).start().onExit().join();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> TrustedFile.read(pipe))
                .withMessageEndingWith(" is no regular file");
    }

    /** Whoever may replace the file does so all the time: by a look at the path, one is looked at and the other read. */
    @Test
    @Tag("full")
    @Tag("each-jdk")
    void whatIsReadIsWhatWasLookedAt() throws Exception {
        Path ours = file("ours", "rw-r--r--");
        Path theirs = file("theirs", "rw-rw-rw-");
        Path path = folder.resolve("path");
        Files.createSymbolicLink(path, ours);
        AtomicBoolean isEnded = new AtomicBoolean();
        Thread attacker = new Thread(() -> {
            while (!isEnded.get()) {
                replace(path, theirs);
                replace(path, ours);
            }
        });
        attacker.start();
        for (int i = 0; i < READS; i++) {
            try {
                assertThat(TrustedFile.read(path)).asString().isEqualTo("ours");
            } catch (IOException refused) {
                continue; // the other one, or replaced meanwhile
            }
        }
        isEnded.set(true);
        attacker.join();
    }

    private static void replace(Path path, Path target) {
        try {
            Path next = Files.createSymbolicLink(path.resolveSibling("next"), target);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
