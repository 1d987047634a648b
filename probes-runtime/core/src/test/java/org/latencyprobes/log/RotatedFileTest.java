package org.latencyprobes.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of who gets which name, where files can be locked and where not. */
class RotatedFileTest {

    @TempDir
    private Path directory;

    /** A file system without locks, as NFS is without its lock service. */
    private static final class NoLocks extends FileLocks {

        @Override
        boolean lock(FileChannel channel) throws IOException {
            throw new IOException("No locks available");
        }
    }

    private RotatedFile file(FileLocks locks) {
        return new RotatedFile(directory.resolve("app.hlog"), 1 << 20, 2, locks);
    }

    private static void append(RotatedFile file, String text) throws IOException {
        file.openIfNeeded();
        file.append(text.getBytes(UTF_8));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void withoutLocksNoFileIsDisplacedAndTheProcessIdIsInTheName() throws IOException {
        Files.writeString(directory.resolve("app.hlog"), "another JVM's");
        RotatedFile one = file(new NoLocks());
        RotatedFile other = file(new NoLocks());
        for (int i = 0; i < 3; i++) {
            append(one, "1");
            append(other, "2");
        }
        one.close();
        other.close();
        String own = "app-" + ProcessHandle.current().pid();
        assertThat(files()).containsExactlyInAnyOrder("app.hlog", own + ".hlog", own + "-2.hlog");
        assertThat(directory.resolve("app.hlog")).hasContent("another JVM's");
        assertThat(directory.resolve(own + ".hlog")).hasContent("111");
        assertThat(directory.resolve(own + "-2.hlog")).hasContent("222");
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "POSIX drops a process's locks of a file when it closes that file")
    void whoMeetsAFileOfThisJvmDoesNotDropItsLock() throws Exception {
        RotatedFile one = file(FileLocks.REAL);
        RotatedFile other = file(FileLocks.REAL);
        append(one, "1");
        append(other, "2");
        other.close();
        assertThat(isLockedForOtherJvms(one.path())).isTrue();
        one.close();
        assertThat(isLockedForOtherJvms(one.path())).isFalse();
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "POSIX drops a process's locks of a file when it closes that file")
    void norIsThatOfAnotherCopyOfThisLibraryDropped() throws Exception {
        Path path = Files.createFile(directory.resolve("app.hlog"));
        try (FileChannel anotherCopys = FileChannel.open(path, StandardOpenOption.WRITE)) {
            assertThat(FileLocks.REAL.lock(anotherCopys)).isTrue();
            RotatedFile ours = file(FileLocks.REAL);
            append(ours, "1");
            assertThat(ours.path()).hasFileName("app-2.hlog");
            assertThat(isLockedForOtherJvms(path)).isTrue();
            ours.close();
        }
    }

    private static boolean isLockedForOtherJvms(Path file) throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherJvm.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        return other.waitFor() == OtherJvm.IS_LOCKED;
    }

    /** Tries to lock a file. */
    static final class OtherJvm {

        static final int IS_LOCKED = 3;

        private OtherJvm() {}

        public static void main(String[] args) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                System.exit(FileLocks.REAL.lock(channel) ? 0 : IS_LOCKED);
            }
        }
    }
}
