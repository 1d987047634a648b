package org.latencyprobes.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.latencyprobes.agent.Await;

/** A named pipe without a reader: to open it for writing blocks, as a disk that hangs does. */
public final class HungFile {

    private final Path path;

    private HungFile(Path path) {
        this.path = path;
    }

    public static HungFile in(Path folder) throws IOException, InterruptedException {
        Path path = folder.resolve("pipe");
        makePipe(path);
        return new HungFile(path);
    }

    private static void makePipe(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    public Path path() {
        return path;
    }

    /** Waits until a thread hangs in a dump. */
    public void awaitDump() {
        awaitOpening(".FlightRecording", "dump");
    }

    /**
     * After {@link #awaitDump}: the JDK has tried whether the file can be written, and hangs again, with Flight Recorder's lock. In
     * another pipe, since it does not hang in this one while that has a reader.
     */
    public void awaitDumpWithLock() throws IOException, InterruptedException {
        Path tried = Files.move(path, path.resolveSibling("tried"));
        makePipe(path);
        Files.readAllBytes(tried);
        awaitOpening(".PlatformRecording", "dumpStopped");
    }

    private static void awaitOpening(String type, String method) {
        Await.patiently()
                .until(() -> Thread.getAllStackTraces().values().stream()
                        .anyMatch(stack -> has(stack, type, method) && has(stack, ".UnixNativeDispatcher", "open")));
    }

    private static boolean has(StackTraceElement[] stack, String type, String method) {
        return Stream.of(stack)
                .anyMatch(frame -> frame.getClassName().endsWith(type)
                        && frame.getMethodName().equals(method));
    }

    /** Reads whatever comes, until a thread has ended that hung. */
    public void free(Thread hung) throws IOException, InterruptedException {
        try (FileChannel reader = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Thread reading = new Thread(() -> readAll(reader));
            reading.start();
            hung.join(Await.LONG.toMillis());
            assertThat(hung.isAlive()).isFalse();
        }
    }

    private static void readAll(FileChannel reader) {
        try {
            while (reader.read(ByteBuffer.allocate(1 << 16)) >= 0) {
                continue;
            }
        } catch (IOException closed) {
            return;
        }
    }
}
