package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.base.FileTrust;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links and permissions of POSIX")
final class ReportTargetTest {

    @TempDir
    private Path folder;

    private static void print(Path file, String... texts) {
        ReportTarget output = new ReportTarget(file.toString());
        for (String text : texts) {
            output.print(text);
        }
    }

    @Test
    void aFileIsMadeForItsOwnerOnly() throws IOException {
        Path file = folder.resolve("report.txt");
        print(file, "one", "two");
        assertThat(file).hasContent("onetwo");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileIsBegunAnewAndStaysTheFileThatItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("report.txt"), "of the run before");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path hardLink = Files.createLink(folder.resolve("other"), file);
        print(file, "now");
        assertThat(hardLink).hasContent("now");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void aSymbolicLinkStaysAndItsFileIsWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("report.txt"), "of the run before");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("report.txt"));
        print(link, "now");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("now");
    }

    /** Nobody may ever read it; of the JVM's own user somebody does. */
    @Test
    @EnabledIf("isRoot")
    @Tag("each-jdk")
    void aPipeOfAnotherUserIsNotWaitedFor() throws Exception {
        Path pipe = folder.resolve("report.txt");
        new ProcessBuilder("mkfifo", pipe.toString()).start().onExit().join();
        Files.setAttribute(pipe, "unix:uid", 1);
        print(pipe, "goes to standard error");
        assertThat(FileTrust.othersObjection(pipe)).endsWith("of user daemon's");
        Files.setAttribute(pipe, "unix:uid", 0);
        assertThat(FileTrust.othersObjection(pipe)).isNull();
    }

    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    @Test
    void aDeviceIsWrittenTo() {
        print(Path.of("/dev/null"), "text");
        assertThat(Path.of("/dev/null")).exists();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    /** As {@code /dev/stderr} is where standard error goes to a file. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs /proc")
    void whatSomebodyHasOpenedForUsIsNotEmptied() throws IOException {
        Path file = Files.writeString(folder.resolve("err.txt"), "before");
        try (FileInputStream open = new FileInputStream(file.toFile())) {
            Path link = Files.createSymbolicLink(folder.resolve("stderr"), descriptorOf(file));
            print(link, "now");
            assertThat(open).isNotNull();
        }
        assertThat(file).hasContent("beforenow");
    }

    private static Path descriptorOf(Path file) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .filter(descriptor -> file.equals(target(descriptor)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException closedMeanwhile) {
            return link;
        }
    }
}
