package org.latencyprobes.cli;

import java.lang.reflect.Modifier;
import java.util.concurrent.Callable;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command of the command line. */
abstract class Subcommand implements Callable<Integer> {

    @ParentCommand
    private Root root;

    @Spec
    private CommandSpec spec;

    /**
     * Makes the command of a name: {@code DryRunCommand} for {@code dry-run}.
     *
     * @return null if there is none of that name, or one that looks at all others
     */
    static Subcommand named(String name) {
        StringBuilder type = new StringBuilder(Subcommand.class.getPackageName()).append('.');
        for (String word : name.split("-", -1)) {
            if (!word.matches("[a-z]+")) {
                return null;
            }
            type.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        try {
            Class<?> command = Class.forName(type.append("Command").toString());
            return command == CompletionCommand.class
                            || !Subcommand.class.isAssignableFrom(command)
                            || Modifier.isAbstract(command.getModifiers())
                    ? null
                    : (Subcommand) command.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    /** Runs the command and returns its exit code. */
    @Override
    public abstract Integer call() throws UnreachableException;

    final CommandSpec spec() {
        return spec;
    }

    final Console console() {
        return root.console();
    }

    final boolean isJson() {
        return root.json();
    }

    /** The exception for a wrong command line. */
    final ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
