package org.latencyprobes.demo.common;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A JVM of its own with a scratch folder of its own. Neither they nor processes that it starts outlive its closing, nor this JVM, whenever
 * that is shut down. Its standard input, to which nothing is written, ends even where this JVM is killed.
 */
public final class ChildJvm implements AutoCloseable {

    /** Stands in for an exit code when the runner had to end the child itself. */
    public static final int ENDED_BY_RUNNER = -1;

    /** HotSpot's exit code under {@code -XX:+ExitOnOutOfMemoryError}, which is among {@link JavaRuntime#flags}. */
    private static final int OUT_OF_MEMORY = 3;

    private static final String SCRATCH = "latency-probes-demo-";
    private static final long POLL_MILLIS = 100;

    /** For shutdown hooks. */
    private static final long GRACE_MILLIS = 15_000;

    private final Thread hook = new Thread(this::end, "end-of-child");
    private boolean over;
    private Path scratch;
    private Process process;

    /** Creates a child that has not started. */
    public ChildJvm() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            over = true;
        }
    }

    /** What to start. */
    public interface Command {
        /**
         * The command and its arguments.
         *
         * @param scratch a new folder that goes when the child goes
         */
        List<String> in(Path scratch) throws IOException;
    }

    /**
     * Starts it, once.
     *
     * @param output gets what it prints, on either stream
     */
    public void start(Command command, Redirect output) throws IOException {
        if (!started(command, output)) {
            blockForEver();
        }
    }

    /** One that begins while this JVM is being shut down is either seen by the hook or not started at all. */
    private synchronized boolean started(Command command, Redirect output) throws IOException {
        if (!over) {
            scratch = Files.createTempDirectory(SCRATCH);
            process = new ProcessBuilder(command.in(scratch))
                    .redirectErrorStream(true)
                    .redirectOutput(output)
                    .start();
        }
        return !over;
    }

    /** Waits for its end, and gives its exit code. */
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    /**
     * The same, for so long at most.
     *
     * @param tick is told now and then how many ms have passed
     * @return its exit code, or {@link #ENDED_BY_RUNNER}, which comes true with {@link #close}
     */
    public int await(long mostMillis, LongConsumer tick) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            long passedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            tick.accept(passedMillis);
            if (passedMillis > mostMillis) {
                return ENDED_BY_RUNNER;
            }
        }
        return process.exitValue();
    }

    /** What an exit code other than 0 means, in words. */
    public static String reason(int exitCode) {
        return exitCode == OUT_OF_MEMORY ? "out of memory" : "exit code " + exitCode;
    }

    /** Ends it if it still runs: asks first, and then makes it. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            blockForEver();
        }
        end();
    }

    /** This JVM is being shut down, so there is nothing to start and nothing to say any more: {@code exit} does not return then. */
    private static void blockForEver() {
        Runtime.getRuntime().exit(0);
    }

    /** On the hook's thread, or on the one that closes. */
    synchronized void end() {
        over = true;
        if (process != null) {
            List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList();
            all.forEach(ProcessHandle::destroy);
            all.forEach(ChildJvm::awaitEnd);
        }
        if (scratch != null) {
            Folders.delete(scratch);
        }
    }

    private static void awaitEnd(ProcessHandle handle) {
        if (!hasEnded(handle)) {
            handle.destroyForcibly();
            hasEnded(handle);
        }
    }

    private static boolean hasEnded(ProcessHandle handle) {
        return handle.onExit()
                .thenApply(ended -> true)
                .completeOnTimeout(false, GRACE_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }
}
