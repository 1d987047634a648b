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

/** A forked JVM on its way. What it prints goes to files, so that it never waits for a reader. */
public final class RunningJvm implements AutoCloseable {

    /** No measure of anything: seconds on a quiet machine may be minutes on one that is starved. */
    private static final long LONGEST_RUN_SECONDS = 300;

    private final Path stdout = Files.createTempFile("stdout", ".txt");
    private final Path stderr = Files.createTempFile("stderr", ".txt");
    private final Process process;
    private Result result;

    RunningJvm(ProcessBuilder builder) throws IOException {
        process = builder.redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
    }

    public long pid() {
        return process.pid();
    }

    /** Waits until it has printed a text, on either stream. */
    public RunningJvm awaitText(String text) {
        return awaitTexts(text, 1);
    }

    /** Waits until it has printed a text so many times; fails when it ended without. */
    public RunningJvm awaitTexts(String text, int times) {
        return await("\"" + text + "\" × " + times, () -> printed().split(Pattern.quote(text), -1).length > times);
    }

    /** Waits for something that it does; fails when it ended without. */
    public RunningJvm await(String what, Callable<Boolean> done) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(LONGEST_RUN_SECONDS))
                .pollInterval(Duration.ofMillis(20))
                .failFast("ended before: " + what, () -> !process.isAlive() && !done.call())
                .until(done);
        return this;
    }

    /** A line on its standard input, for fixtures that follow orders. */
    public RunningJvm tell(String line) {
        try {
            process.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that it has printed so far, on both streams. */
    public String printed() {
        return textOf(stdout) + textOf(stderr);
    }

    /** Ends what it reads from standard input: the fixtures' sign to come to an end. */
    public Result tellToEnd() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return finish();
    }

    /** Asks it to end, as service managers do; its standard input stays open. */
    public Result terminate() {
        process.toHandle().destroy();
        return finish();
    }

    /** Takes it away in mid-sentence. */
    public Result kill() {
        process.toHandle().destroyForcibly();
        return finish();
    }

    /** Waits for its end; asked again, gives the same. */
    public Result finish() {
        return finish(Duration.ofSeconds(LONGEST_RUN_SECONDS));
    }

    /** The same, for so long at most. */
    public Result finish(Duration longest) {
        if (result == null) {
            result = end(longest);
        }
        return result;
    }

    private Result end(Duration longest) {
        try {
            boolean ended = process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            Result end = new Result(ended ? process.exitValue() : Result.TIMED_OUT, textOf(stdout), textOf(stderr));
            Files.delete(stdout);
            Files.delete(stderr);
            return end;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
    }

    /** Takes it away if it still runs, whatever becomes of the test. */
    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
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
