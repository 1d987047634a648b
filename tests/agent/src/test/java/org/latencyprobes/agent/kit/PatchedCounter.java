package org.latencyprobes.agent.kit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A counter in place of Flight Recorder's, of 2.5 GHz, on whatever processor: for what this machine's own counter cannot be made to do. It is
 * wrong about its frequency, or begins to drift, where system properties say so. The rest of Flight Recorder does not work with it.
 */
public final class PatchedCounter {

    private static final String SOURCE = """
            package jdk.jfr.internal;

            public final class JVM {
                private static final long START_NANOS = System.nanoTime() - 1_000_000_000;
                private static volatile long driftsSince;

                static {
                    if (Boolean.getBoolean("counter.mayDrift")) {
                        Thread watch = new Thread(JVM::watch, "counter");
                        watch.setDaemon(true);
                        watch.start();
                    }
                }

                public static long counterTime() {
                    long nanos = System.nanoTime() - START_NANOS;
                    long since = driftsSince;
                    return nanos * 5 / 2 + (since == 0 ? 0 : (nanos + START_NANOS - since) / 2);
                }

                private static void watch() {
                    try {
                        while (driftsSince == 0) {
                            Thread.sleep(1);
                            driftsSince = Long.getLong("counter.driftsSince", 0);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }

                public static long getTicksFrequency() {
                    return Long.getLong("counter.frequency", 2_500_000_000L);
                }
            }
            """;

    private static final Path KERNEL = Path.of("/sys/devices/system/clocksource/clocksource0/available_clocksource");

    private PatchedCounter() {}

    /** The flag of a JVM that has it, for all tests of one class. The agent tries no counter that the kernel does not trust. */
    public static String flag(Path folder) throws IOException {
        assumeTrue(
                !Files.exists(KERNEL) || Files.readString(KERNEL).contains("tsc"),
                "this machine's kernel does not trust the processor's counter");
        Path source = Files.createDirectories(folder.resolve("source/jdk/jfr/internal"))
                .resolve("JVM.java");
        Files.writeString(source, SOURCE);
        Path classes = folder.resolve("classes");
        Jdk.tool("javac", "--patch-module", "jdk.jfr=" + folder.resolve("source"), "-d", classes, source);
        return "--patch-module=jdk.jfr=" + classes;
    }
}
