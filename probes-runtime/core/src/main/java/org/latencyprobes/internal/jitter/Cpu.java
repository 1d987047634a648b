package org.latencyprobes.internal.jitter;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The pinning of threads to CPUs, by what Linux has at hand: the thread's id from {@code /proc} and the {@code taskset} command.
 * No native code of ours, no library. Stateless.
 */
final class Cpu {

    private Cpu() {}

    static void pinThisThreadTo(int cpu) {
        try {
            Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
            Process taskset = new ProcessBuilder(
                            "taskset", "-cp", String.valueOf(cpu), String.valueOf(self.getFileName()))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(taskset.getInputStream().readAllBytes(), Charset.defaultCharset());
            if (taskset.waitFor() != 0) {
                throw new IllegalStateException("cannot pin to CPU " + cpu + ": " + said.strip());
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot pin to CPU " + cpu + ": needs Linux and the taskset command (" + e.getMessage() + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while pinning to CPU " + cpu, e);
        }
    }
}
