package org.latencyprobes.agent.kit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A forked JVM on its way. What it prints goes to files, so that it never waits for a reader. */
public final class RunningJvm {

    private static final long LONGEST_RUN_SECONDS = 90;

    private final Path stdout = Files.createTempFile("stdout", ".txt");
    private final Path stderr = Files.createTempFile("stderr", ".txt");
    private final Process process;

    RunningJvm(ProcessBuilder builder) throws IOException {
        process = builder.redirectOutput(stdout.toFile()).redirectError(stderr.toFile()).start();
    }

    public long pid() {
        return process.pid();
    }

    /** Waits until it has printed a text, on either stream; fails when it ended without. */
    public RunningJvm awaitText(String text) {
        await().atMost(Duration.ofSeconds(LONGEST_RUN_SECONDS))
                .pollInterval(Duration.ofMillis(20))
                .failFast("ended without printing \"" + text + '"', () -> !process.isAlive() && !printed().contains(text))
                .until(() -> printed().contains(text));
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

    /** Asks it to end, as service managers do. */
    public Result terminate() {
        process.destroy();
        return finish();
    }

    /** Takes it away in mid-sentence. */
    public Result kill() {
        process.destroyForcibly();
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
