package org.latencyprobes.cli.base;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.latencyprobes.cli.jvm.AttachClient.Consent;
import org.latencyprobes.cli.print.AnswerText;
import org.latencyprobes.internal.thread.DaemonThread;

/** The option {@code --yes} of commands that may weave loaded classes, and the question on a terminal where it is not given. */
public final class YesOption implements Function<String, Consent> {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Subcommand command;
    private final Supplier<Boolean> yes;

    public YesOption(Subcommand command) {
        this.command = command;
        yes = command.flag(
                "--yes",
                "Do not ask before compiled code is discarded, as the first change of a loaded class does in a JVM before 23 that was started without the agent; allow it until detach.");
    }

    @Override
    public Consent apply(String question) {
        if (yes.get()) {
            return Consent.GIVEN;
        }
        if (command.isJson() || !Console.isTerminal()) {
            return Consent.NOBODY_ASKED;
        }
        PrintStream err = command.console().stderr();
        String line =
                typed(() -> err.print(AnswerText.sentence(question) + "\na yes holds until detach; go on? [y/N] "));
        if (line == null) {
            err.println();
        }
        return line != null && line.strip().toLowerCase(Locale.ROOT).matches("y|yes")
                ? Consent.GIVEN
                : Consent.DECLINED;
    }

    /**
     * A line that somebody types once asked; null where there is none. Ctrl-C or a closed terminal is a no, so that the command takes back what it has begun. So is any other
     * end: a shutdown hook may wait for what this thread holds.
     */
    private static String typed(Runnable asking) {
        CompletableFuture<String> line = new CompletableFuture<>();
        Thread no = new Thread(() -> line.complete(null));
        try (Interrupt interrupt = new Interrupt()) { // before anybody can answer
            Runtime.getRuntime().addShutdownHook(no);
            asking.run();
            DaemonThread.of("latency-probes-typed", () -> line.complete(read())).start();
            boolean isNo = false; // also just behind a yes
            while (!line.isDone() && !isNo) {
                isNo = interrupt.comesWithin(LOOK_NANOS);
            }
            Runtime.getRuntime().removeShutdownHook(no);
            return isNo ? null : line.getNow(null);
        } catch (IllegalStateException processIsEnding) {
            return null;
        }
    }

    private static String read() {
        try {
            // not closed: it is standard input
            return new BufferedReader(new InputStreamReader(System.in)).readLine();
        } catch (IOException e) {
            return null;
        }
    }
}
