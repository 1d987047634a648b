package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jline.builtins.ScreenTerminal;

/**
 * A command in a pseudo-terminal, which the program {@code script} makes. What it prints goes to an emulated terminal, whose screen tests
 * look at.
 */
public final class PseudoTerminal implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final Path folder;
    private final Process process;
    private final ScreenTerminal screen;
    private final StringBuffer printed = new StringBuffer();

    /** Runs a command; the folder gets some files. */
    public PseudoTerminal(Path folder, int columns, int rows, String environment, List<String> command)
            throws IOException {
        this.folder = folder;
        screen = new ScreenTerminal(columns, rows);
        String quoted = command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path shell = folder.resolve("terminal.sh");
        Files.writeString(
                shell,
                String.join(
                        "\n",
                        "trap : INT", // Ctrl-C ends the command and not this shell
                        "cd " + folder,
                        "stty cols " + columns + " rows " + rows,
                        "tty > tty; stty -g > before",
                        environment + ' ' + quoted,
                        "code=$?",
                        "stty -g > after",
                        "echo ended with $code"));
        // A build that runs in the background ignores Ctrl-C, and so would all that it starts.
        String typescript =
                RunningJvm.reportFile(".terminal.txt").toAbsolutePath().toString();
        process = new ProcessBuilder("env", "--default-signal=INT", "script", "-qfec", "sh " + shell, typescript)
                .redirectErrorStream(true)
                .start();
        Thread reader = new Thread(this::read);
        reader.setDaemon(true);
        reader.start();
    }

    /** Whether this machine has what it takes. */
    public static boolean isPossible() {
        return Files.isExecutable(Path.of("/usr/bin/script")) && Files.isExecutable(Path.of("/usr/bin/tty"));
    }

    private void read() {
        try (Reader output = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            char[] part = new char[4_096];
            for (int read = output.read(part); read >= 0; read = output.read(part)) {
                String text = new String(part, 0, read);
                printed.append(text);
                screen.write(text);
            }
        } catch (IOException processIsGone) {
            printed.append("(broken off)");
        }
    }

    /** All that was printed so far, with what steers the terminal. */
    public String printed() {
        return printed.toString();
    }

    /** The lines of the screen, without spaces at their ends. */
    public List<String> lines() {
        return screen.toString().lines().map(String::stripTrailing).toList();
    }

    public String text() {
        return String.join("\n", lines());
    }

    public PseudoTerminal type(String keys) {
        try {
            process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the screen shows a text. */
    public PseudoTerminal await(String text) {
        return await('"' + text + "\" on the screen", () -> text().contains(text));
    }

    /** Waits until the screen shows a text no more. */
    public PseudoTerminal awaitAbsence(String text) {
        return await("no \"" + text + "\" on the screen", () -> !text().contains(text));
    }

    private PseudoTerminal await(String what, Callable<Boolean> isThere) {
        try {
            Awaitility.await(what)
                    .atMost(TIMEOUT)
                    .pollInterval(Duration.ofMillis(50))
                    .until(isThere);
            return this;
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("no " + what + "; there is\n" + text(), e);
        }
    }

    /** As if the user changed the window's size. */
    public void resize(int columns, int rows) throws Exception {
        screen.setSize(columns, rows);
        new ProcessBuilder("stty", "-F", file("tty"), "cols", String.valueOf(columns), "rows", String.valueOf(rows))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** As if the user closed the window. */
    public void hangUp() {
        process.destroyForcibly();
    }

    /** Waits for the end. Whether the terminal's settings are then as they were. */
    public boolean isLeftAsItWas() throws Exception {
        await("ended with ");
        if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("does not end");
        }
        return file("before").equals(file("after"));
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.resolve(name)).strip();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
