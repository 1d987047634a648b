package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/**
 * A forked JVM that is running. Its output goes to files, so that it never waits for a reader. They stay in the folder that the system
 * property {@code forked.jvms} names, under the name of the test's class.
 */
public final class RunningJvm implements AutoCloseable {

    /** The folder for what forked JVMs leave: their output, and the JVM's own reports of crashes. */
    static final Path REPORTS = folder(System.getProperty("forked.jvms", "target/forked-jvms"));

    /** Long enough for a starved machine, on which seconds become minutes. */
    private static final long TIMEOUT_SECONDS = 300;

    private final Path stdout;
    private final Path stderr;
    private final Process process;
    private JvmResult result;

    RunningJvm(ProcessBuilder builder) throws IOException {
        stdout = reportFile(".stdout.txt");
        stderr = reportFile(".stderr.txt");
        process = builder.redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
        deleteAttachSocket(); // of a process that had the same id, and was killed
    }

    /** A JVM that is killed leaves it, and some day another user's JVM has its process id, and can't be attached to. */
    private void deleteAttachSocket() throws IOException {
        Files.deleteIfExists(Path.of("/tmp/.java_pid" + process.pid()));
    }

    /** A new file there, under the name of the test's class, also for processes that tests start themselves. */
    public static Path reportFile(String ending) throws IOException {
        return Files.createTempFile(REPORTS, testClass() + '-', ending);
    }

    public long pid() {
        return process.pid();
    }

    /** Waits until the JVM has printed a text, on either stream. */
    public RunningJvm awaitText(String text) {
        return awaitTexts(text, 1);
    }

    /** Waits until the JVM has printed a text that many times. Fails if the JVM ends before. */
    public RunningJvm awaitTexts(String text, int times) {
        return await("\"" + text + "\" × " + times, () -> printed().split(Pattern.quote(text), -1).length > times);
    }

    /** Waits for a condition. Fails if the JVM ends before. */
    public RunningJvm await(String what, Callable<Boolean> done) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(TIMEOUT_SECONDS))
                .pollInterval(Duration.ofMillis(20))
                .failFast("ended before: " + what, () -> !process.isAlive() && !done.call())
                .until(done);
        return this;
    }

    /** Waits until assertions hold. Fails with what they said last. */
    public RunningJvm awaitAsserted(ThrowingRunnable assertions) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(TIMEOUT_SECONDS))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(assertions);
        return this;
    }

    /** Writes a line to its standard input, for fixtures that take commands. */
    public RunningJvm tell(String line) {
        try {
            process.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells it an order, for fixtures that print {@code done} with each, and waits until it is done. */
    public RunningJvm order(String order) {
        String done = "done " + order + '\n';
        int before = printed().split(Pattern.quote(done), -1).length - 1;
        return tell(order).awaitTexts(done, before + 1);
    }

    /** All output so far, on both streams. */
    public String printed() {
        return textOf(stdout) + textOf(stderr);
    }

    /** As {@link JvmResult#fact}, of what it has printed so far. */
    public String fact(String name) {
        return new JvmResult(0, textOf(stdout), "").fact(name);
    }

    /** Closes its standard input, which tells the fixtures to end, and waits for the end. */
    public JvmResult tellToEnd() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return finish();
    }

    /** Asks the JVM to end, as service managers do. Its standard input stays open. */
    public JvmResult terminate() {
        process.toHandle().destroy();
        return finish();
    }

    /**
     * Sends a signal to the process, which may not have had it yet when this returns.
     *
     * @param name as {@code kill} takes it, such as {@code STOP}
     */
    public void signal(String name) {
        try {
            int exitCode = new ProcessBuilder(
                            "sh", "-c", "kill -s " + name + ' ' + pid()) // the shell's own: needs no package
                    .start()
                    .onExit()
                    .join()
                    .exitValue();
            if (exitCode != 0) {
                throw new IllegalStateException("kill -s " + name + " ended with " + exitCode);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops all of the process for some time, in ms. */
    public void stopFor(long millis) throws InterruptedException {
        signal("STOP");
        try {
            Thread.sleep(millis); // is how long it is stopped
        } finally {
            signal("CONT");
        }
    }

    /** Kills the JVM. */
    public JvmResult kill() {
        process.toHandle().destroyForcibly();
        JvmResult killed = finish();
        try {
            deleteAttachSocket();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return killed;
    }

    /** Waits for its end. Later calls return the same result. */
    public JvmResult finish() {
        return finish(Duration.ofSeconds(TIMEOUT_SECONDS));
    }

    /** Waits for its end, and kills it after a timeout. */
    public JvmResult finish(Duration timeout) {
        if (result == null) {
            result = end(timeout);
        }
        return result;
    }

    private JvmResult end(Duration timeout) {
        try {
            boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            return new JvmResult(ended ? process.exitValue() : JvmResult.TIMED_OUT, textOf(stdout), textOf(stderr));
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
    }

    /** Kills the JVM if it still runs, whether or not the test passes. */
    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    /** The simple name of the class of tests on the stack of this thread. */
    private static String testClass() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .map(name -> name.replaceFirst("^.*\\.", "").replaceFirst("\\$.*", ""))
                        .filter(name -> name.endsWith("IT") || name.endsWith("Test"))
                        .findFirst()
                        .orElse("unknown"));
    }

    private static Path folder(String name) {
        try {
            return Files.createDirectories(Path.of(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String textOf(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8); // whatever the encoding, no exception
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
