package org.latencyprobes.demo.common;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** A program in a process of its own, which does not outlive this one. */
public final class ChildJvm {

    /** Stands in for an exit code when the runner had to end the child itself. */
    public static final int ENDED_BY_RUNNER = -1;

    private static final long POLL_MILLIS = 100;

    /** For shutdown hooks of the child's, and for those of children of its own. */
    private static final long GRACE_MILLIS = 15_000;

    private ChildJvm() {}

    /**
     * Runs a program to its end.
     *
     * @param log gets its output
     * @param mostMillis after which the child is ended
     * @param tick is told now and then how many ms have passed
     * @param cleanUp what to do once the child is gone, however it went; also when this JVM is shut down meanwhile
     * @return the child's exit code, or {@link #ENDED_BY_RUNNER}
     */
    public static int run(List<String> command, Path log, long mostMillis, LongConsumer tick, Runnable cleanUp)
            throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread killer = new Thread(() -> end(process, cleanUp));
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                long passedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
                tick.accept(passedMillis);
                if (passedMillis > mostMillis) {
                    return ENDED_BY_RUNNER;
                }
            }
            return process.exitValue();
        } finally {
            if (removed(killer)) {
                end(process, cleanUp);
            } else {
                waitForTheEnd();
            }
        }
    }

    /** This JVM is being shut down: there is nothing to say any more. */
    private static void waitForTheEnd() throws InterruptedException {
        while (true) {
            Thread.sleep(GRACE_MILLIS);
        }
    }

    private static void end(Process process, Runnable cleanUp) {
        process.destroy();
        try {
            if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        cleanUp.run();
    }

    /** Whether the hook will not run: false where this JVM is being shut down, and the hook has begun. */
    private static boolean removed(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
