package org.latencyprobes.agent.jar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.latencyprobes.agent.kit.Jdk;

/**
 * A counter in place of Flight Recorder's, of 2.5 GHz, on whatever processor: for what this machine's own counter cannot be made to do. It is
 * wrong about its frequency, or begins to drift, where system properties say so. The rest of Flight Recorder does not work with it.
 */
final class PatchedCounter {

    private static final String SOURCE = """
            package jdk.jfr.internal;

            public final class JVM {
                private static final long START_NANOS = System.nanoTime() - 1_000_000_000;
                private static final boolean MAY_DRIFT = Boolean.getBoolean("counter.mayDrift");

                public static long counterTime() {
                    long nanos = System.nanoTime() - START_NANOS;
                    return nanos * 5 / 2 + (MAY_DRIFT ? drift() : 0);
                }

                private static long drift() {
                    Long since = Long.getLong("counter.driftsSince");
                    return since == null ? 0 : (System.nanoTime() - since) / 40;
                }

                public static long getTicksFrequency() {
                    return Long.getLong("counter.frequency", 2_500_000_000L);
                }
            }
            """;

    private PatchedCounter() {}

    /** The flag of a JVM that has it, for all tests of one class. */
    static String flag(Path folder) throws IOException {
        Path source = Files.createDirectories(folder.resolve("source/jdk/jfr/internal"))
                .resolve("JVM.java");
        Files.writeString(source, SOURCE);
        Path classes = folder.resolve("classes");
        Jdk.tool("javac", "--patch-module", "jdk.jfr=" + folder.resolve("source"), "-d", classes, source);
        return "--patch-module=jdk.jfr=" + classes;
    }
}
