package org.latencyprobes.cli;

import java.util.concurrent.Callable;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command of the command line. */
abstract class Subcommand implements Callable<Integer> {

    @ParentCommand
    private RootCommand root;

    @Spec
    private CommandSpec spec;

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
