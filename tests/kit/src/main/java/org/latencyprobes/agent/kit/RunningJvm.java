package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.awaitility.core.ThrowingRunnable;

/**
 * A forked JVM that is running. Its output goes to files, so that it never waits for a reader. They stay in the folder that the system
 * property {@code forked.jvms} names, under the name of the test's class.
 */
public final class RunningJvm implements AutoCloseable {

    /** The folder for what forked JVMs leave: their output, and the JVM's own reports of crashes. */
    static final Path REPORTS = folder(System.getProperty("forked.jvms", "target/forked-jvms"));

    /** Long enough for a starved machine, on which seconds become minutes. */
    private static final Duration TIMEOUT = Duration.ofSeconds(300);

    private static final Duration LONGEST_JSTACK = Duration.ofSeconds(30);
    private static final int LAST_LINES = 15;
    private static final int COLUMNS = 160;
    private static final int FRAMES = 4;

    /** One of the agent's in what {@code jstack} prints: its name, its state, and its frames and locks. */
    private static final Pattern THREAD = Pattern.compile(
            "(?m)^\"(latency-probes[^\"]*)\".*\\R +java\\.lang\\.Thread\\.State: (\\w+).*\\R((?:\\t.*\\R)*)");

    private static final Pattern FRAME =
            Pattern.compile("\tat (?:[^\\s(]*\\.)?([^.\\s(]+\\.[^.\\s(]+)\\([^:)]*(:\\d+)?");

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

    /** Waits for a condition. Fails if the JVM ends before. A failure says what it printed last, and what the agent's threads do. */
    public RunningJvm await(String what, Callable<Boolean> done) {
        return await(what, done, TIMEOUT);
    }

    RunningJvm await(String what, Callable<Boolean> done, Duration timeout) {
        return told(() -> waiting(timeout)
                .alias(what)
                .failFast("ended before: " + what, () -> !process.isAlive() && !done.call())
                .until(done));
    }

    /** Waits until assertions hold. A failure says what they said last, and the same. */
    public RunningJvm awaitAsserted(ThrowingRunnable assertions) {
        return told(() -> waiting(TIMEOUT).untilAsserted(assertions));
    }

    private static ConditionFactory waiting(Duration timeout) {
        return Awaitility.await().atMost(timeout).pollInterval(Duration.ofMillis(20));
    }

    /** Of a run elsewhere a failure's message may be all that one gets to see, and of that what comes first. */
    private RunningJvm told(Runnable waiting) {
        try {
            waiting.run();
            return this;
        } catch (ConditionTimeoutException | TerminalFailureException | UncheckedIOException e) {
            throw new IllegalStateException(
                    e.getMessage() + "\nIt printed last: " + lastPrinted() + "\nIts threads: " + agentsThreads(), e);
        }
    }

    private String lastPrinted() {
        List<String> lines = textOf(stderr).lines().toList();
        return lines.stream()
                .skip(Math.max(0, lines.size() - LAST_LINES))
                .map(line ->
                        line.strip().substring(0, Math.min(COLUMNS, line.strip().length())))
                .collect(Collectors.joining(" / "));
    }

    /** On one line, and without the word before each frame: reports of failures are cut there. */
    private String agentsThreads() {
        try {
            String jstack = Jdk.HOME.resolve("bin/jstack").toString();
            return !process.isAlive()
                    ? "it has ended with " + process.exitValue()
                    : THREAD.matcher(new RunningJvm(new ProcessBuilder(jstack, String.valueOf(pid())))
                                    .finish(LONGEST_JSTACK)
                                    .stdout())
                            .results()
                            .map(RunningJvm::inShort)
                            .collect(Collectors.joining("; "));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String inShort(MatchResult thread) {
        return thread.group(1)
                + ' '
                + thread.group(2)
                + FRAME.matcher(thread.group(3))
                        .results()
                        .limit(FRAMES)
                        .map(frame -> frame.group(1) + (frame.group(2) == null ? "" : frame.group(2)))
                        .collect(Collectors.joining(" < ", ": ", ""));
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
        return finish(TIMEOUT);
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
