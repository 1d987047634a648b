package org.latencyprobes.agent.kit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A control group of a test's own, in which it starts a JVM. */
public final class ControlGroup implements AutoCloseable {

    private final Path folder;

    private ControlGroup(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes a group. Where that can't be done the test is skipped.
     *
     * @param hierarchy where its controller is mounted
     */
    public static ControlGroup in(Path hierarchy) {
        Path folder = hierarchy.resolve(
                "latency-probes-test-" + ProcessHandle.current().pid());
        assumeTrue(Files.isWritable(hierarchy), "no control group can be made in " + hierarchy);
        try {
            return new ControlGroup(Files.createDirectories(folder)); // one of an ended test may be left
        } catch (IOException e) {
            assumeTrue(false, "no control group can be made in " + hierarchy + ": " + e.getMessage());
            throw new AssertionError(e);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Has a JVM start in it. */
    public ForkedJvm with(ForkedJvm jvm) {
        return jvm.afterShell("echo $$ > " + folder.resolve("cgroup.procs"));
    }

    public void set(String file, Object value) throws IOException {
        Files.writeString(folder.resolve(file), value.toString());
    }

    public boolean has(String file) {
        return Files.exists(folder.resolve(file));
    }

    public String get(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    /** It can be removed once the kernel has let go of the last process, which may be after its end. */
    @Override
    public void close() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .ignoreException(FileSystemException.class)
                .until(() -> {
                    Files.deleteIfExists(folder);
                    return true;
                });
    }
}
