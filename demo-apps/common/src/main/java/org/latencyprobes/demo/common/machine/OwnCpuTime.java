package org.latencyprobes.demo.common.machine;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The CPU time of this JVM from one moment to another. The JVM's own count has steps of 10 ms, one for user and one for system time. The
 * kernel has that of each living thread in ns. So their sum is taken, as far as the JVM's count does not contradict it because threads have
 * ended. Not thread-safe.
 */
public final class OwnCpuTime {

    private static final long STEPS_NANOS = 20_000_000;

    private final Path threads;
    private final LongSupplier count;
    private Map<String, Long> threadsBefore = Map.of();
    private long before;

    /** Begins. */
    public OwnCpuTime() {
        this(
                Path.of("/proc/self/task"),
                ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())::getProcessCpuTime);
    }

    /**
     * Begins.
     *
     * @param count the JVM's own
     */
    OwnCpuTime(Path threads, LongSupplier count) {
        this.threads = threads;
        this.count = count;
        begin();
    }

    /** Begins anew: drops everything up to now. */
    public void begin() {
        threadsBefore = ofThreads();
        before = count.getAsLong();
    }

    /** The time since it began. */
    public long nanos() {
        long counted = count.getAsLong() - before;
        long exact = 0;
        for (Map.Entry<String, Long> thread : ofThreads().entrySet()) {
            exact += thread.getValue() - threadsBefore.getOrDefault(thread.getKey(), 0L);
        }
        return Math.min(Math.max(exact, counted - STEPS_NANOS), counted + STEPS_NANOS);
    }

    private Map<String, Long> ofThreads() {
        Map<String, Long> nanos = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(threads)) {
            for (Path folder : folders) {
                addThread(nanos, folder);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return nanos; // the JVM's count alone
        }
        return nanos;
    }

    private static void addThread(Map<String, Long> nanos, Path folder) {
        try {
            String text = Files.readString(folder.resolve("schedstat"));
            nanos.put(folder.getFileName().toString(), Long.parseLong(text.substring(0, text.indexOf(' '))));
        } catch (IOException | RuntimeException e) {
            nanos.remove(folder.getFileName().toString()); // it has ended
        }
    }
}
