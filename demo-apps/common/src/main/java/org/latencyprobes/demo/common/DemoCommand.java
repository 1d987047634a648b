package org.latencyprobes.demo.common;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command of a demo's command line, with the parts that all commands share. */
public abstract class DemoCommand implements Callable<Integer> {

    /** Behind all options that have no order. */
    private static final int LAST = 1;

    private final PrintStream out;

    @Option(names = "--help", usageHelp = true, order = LAST, description = "Show this and exit.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    /** Creates a command that prints there. */
    protected DemoCommand(PrintStream out) {
        this.out = out;
    }

    /** The stream that it prints to. */
    public PrintStream out() {
        return out;
    }

    /** The command as picocli knows it, for messages about options. */
    public CommandSpec spec() {
        return spec;
    }
}
