package org.latencyprobes.demo.common;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A child process, mostly a JVM, with a scratch folder of its own: started, watched and ended here.
 *
 * <p>Neither the process, nor processes that it starts, nor the folder outlive its closing, or the end of this JVM. If this JVM is killed,
 * the child's standard input ends.
 */
public final class ChildJvm implements AutoCloseable {

    /** Stands in for an exit code when the runner had to end the child itself. */
    public static final int ENDED_BY_RUNNER = -1;

    /** HotSpot's exit code under {@code -XX:+ExitOnOutOfMemoryError}, which is among {@link JavaRuntime#flags}. */
    private static final int OUT_OF_MEMORY = 3;

    private static final String SCRATCH = "latency-probes-demo-";
    private static final long POLL_MILLIS = 100;

    /** The time that a process and its shutdown hooks have to end before they are killed. */
    private static final long GRACE_MILLIS = 15_000;

    private final Thread hook = new Thread(this::end, "end-of-child");
    private final Path scratch;
    private boolean over;
    private Process process;

    /** Creates a child that has not started, with a scratch folder among the temporary files. */
    public ChildJvm() throws IOException {
        scratch = Files.createTempDirectory(SCRATCH);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            end();
        }
    }

    /** The source of the command to start. */
    public interface Command {
        /**
         * Returns the command and its arguments.
         *
         * @param scratch an empty folder that is deleted when the child has ended
         */
        List<String> in(Path scratch) throws IOException;
    }

    /**
     * Runs a command to its end.
     *
     * @return what it printed, on either stream
     */
    public static String output(List<String> command) throws IOException {
        try (ChildJvm child = new ChildJvm()) {
            child.start(scratch -> command, Redirect.PIPE);
            return new String(child.process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Starts it, once. Nothing is written to its standard input.
     *
     * @param output gets what it prints, on either stream
     */
    public void start(Command command, Redirect output) throws IOException {
        if (!started(command, output)) {
            blockForEver();
        }
    }

    /** A child that starts while this JVM is being shut down is either seen by the hook or not started at all. */
    private synchronized boolean started(Command command, Redirect output) throws IOException {
        if (!over) {
            process = new ProcessBuilder(command.in(scratch))
                    .redirectErrorStream(true)
                    .redirectOutput(output)
                    .start();
        }
        return !over;
    }

    /** Waits for its end, and returns its exit code. */
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    /**
     * Waits for its end, up to a limit.
     *
     * @param tick is told now and then how many ms have passed
     * @return its exit code, or {@link #ENDED_BY_RUNNER} if it still runs and only {@link #close} will end it
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

    /** The meaning of an exit code other than 0, in words. */
    public static String reason(int exitCode) {
        return exitCode == OUT_OF_MEMORY ? "out of memory" : "exit code " + exitCode;
    }

    /** Ends it if it still runs: first by a signal that it can handle, then by one that it can't. */
    @Override
    public void close() {
        end(); // before the hook goes: a shutdown that begins meanwhile waits for it
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            blockForEver();
        }
    }

    /** Stops this thread while this JVM is being shut down: {@code exit} does not return then. Nothing more is started or printed. */
    private static void blockForEver() {
        Runtime.getRuntime().exit(0);
    }

    /** Ends the child and deletes its folder. Called by the hook's thread, and by the one that closes. */
    synchronized void end() {
        over = true;
        if (process != null) {
            List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList();
            all.forEach(ProcessHandle::destroy);
            all.forEach(ChildJvm::awaitEnd);
        }
        Folders.delete(scratch);
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
