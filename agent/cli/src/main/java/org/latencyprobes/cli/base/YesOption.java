package org.latencyprobes.cli.base;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The option {@code --yes} of commands that may weave loaded classes, and the question on a terminal where it is not given. */
public final class YesOption implements Predicate<String> {

    private final Subcommand command;
    private final Supplier<Boolean> yes;

    public YesOption(Subcommand command) {
        this.command = command;
        yes = command.flag(
                "--yes",
                "Do not ask before compiled code is discarded, as the first probe in a JVM before 23 does that was started without the agent.");
    }

    @Override
    public boolean test(String question) {
        if (yes.get()) {
            return true;
        }
        if (command.isJson() || !isTerminal()) {
            return false;
        }
        command.console().stderr().print(question + "\ngo on? [y/N] ");
        try {
            // not closed: it is standard input
            String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
            return line != null && line.strip().toLowerCase(Locale.ROOT).matches("y|yes");
        } catch (IOException e) {
            return false;
        }
    }

    /** From 22 on, a JVM may have a console without a terminal. */
    private static boolean isTerminal() {
        java.io.Console console = System.console();
        try {
            return console != null
                    && (Boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }
}
