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
public final class RunningJvm {

    private static final long LONGEST_RUN_SECONDS = 90;

    private final Path stdout = Files.createTempFile("stdout", ".txt");
    private final Path stderr = Files.createTempFile("stderr", ".txt");
    private final Process process;

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

    private String printed() {
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

    /** Waits for its end. */
    public Result finish() {
        try {
            boolean ended = process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            Result result = new Result(ended ? process.exitValue() : Result.TIMED_OUT, textOf(stdout), textOf(stderr));
            Files.delete(stdout);
            Files.delete(stderr);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
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
