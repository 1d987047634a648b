package org.latencyprobes.agent.backends.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.latencyprobes.agent.kit.RunningJvm;

/** A server of one test on the loopback interface, with all that it keeps in a folder of the test; it can be stopped and started again. */
public abstract class Daemon implements AutoCloseable {

    /** The loopback address, as text. */
    public static final String HOST = "127.0.0.1";

    /** For everything that a test waits for: long enough for a starved machine. */
    public static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final Path folder;
    private Path printed;
    private Process process;

    Daemon(Path folder) {
        this.folder = made(folder);
    }

    /** What starts it, in the foreground. */
    abstract List<String> command();

    /** Whether it serves. */
    abstract boolean isUp() throws IOException;

    final Path folder() {
        return folder;
    }

    /** Starts it and waits until it serves. */
    public final void start() {
        ProcessBuilder builder = new ProcessBuilder(command()).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        try {
            printed = printed == null ? RunningJvm.reportFile("." + getClass().getSimpleName() + ".txt") : printed;
            process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(printed.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await("start of " + command().get(0), this::isUp);
    }

    /** Waits for something that this server, alive, comes to show; what it printed is part of a failure. */
    public final void await(String what, Callable<Boolean> shown) {
        try {
            Awaitility.await(what)
                    .atMost(LONGEST_WAIT)
                    .pollInterval(Duration.ofMillis(50))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .failFast("ended", () -> !process.isAlive())
                    .until(shown);
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            throw new AssertionError(what + ": not shown; the server printed\n" + printed(), e);
        }
    }

    /** All that it has printed. */
    final String printed() {
        try {
            return Files.readString(printed, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks it to end and waits until it has. */
    public final void stop() {
        process.destroy();
        end();
    }

    /** Takes it away in mid-sentence. */
    public final void kill() {
        process.destroyForcibly();
        end();
    }

    private void end() {
        try {
            if (!process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public final void close() {
        if (process != null && process.isAlive()) {
            kill();
        }
    }

    /** CPU time that it has used, in ms. */
    public final long cpuMillis() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    }

    /** Whether something listens on a port here. */
    static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port), 1000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Writes one of its configuration files. */
    final Path write(String name, String... lines) {
        try {
            return Files.write(folder.resolve(name), List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** That folder, made where it was not there. */
    public static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
