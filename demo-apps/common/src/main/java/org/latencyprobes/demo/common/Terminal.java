package org.latencyprobes.demo.common;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The parts that all command lines of demos and benchmarks share. The message about a wrong value names the option, the value and what is
 * allowed.
 */
public final class Terminal {

    private static final String LIBRARIES = "lib";
    private static final String AGENT = "latency-probes-agent.jar";

    private Terminal() {}

    /** Standard output in UTF-8, whatever the locale. */
    public static PrintStream out() {
        return new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    }

    /** Whether the output is a terminal. JDK 22 to 24 ask the operating system only if they are told to; the others always do. */
    public static boolean isInteractive() {
        System.setProperty("jdk.console", "java.base");
        return System.console() != null;
    }

    /** A program that returns its exit code. A wrong option gets a line or two, not the whole usage. */
    public static CommandLine commandLine(Object command) {
        return new CommandLine(command).setParameterExceptionHandler((exception, arguments) -> {
            PrintWriter err = exception.getCommandLine().getErr();
            err.println(exception.getMessage());
            UnmatchedArgumentException.printSuggestions(exception, err);
            err.println("--help lists all options.");
            return CommandLine.ExitCode.USAGE;
        });
    }

    /** Checks the java that an option names. */
    public static JavaRuntime java(CommandSpec spec, String option, Path executable) {
        try {
            JavaRuntime java = JavaRuntime.of(executable);
            if (java.feature() >= JavaRuntime.OLDEST) {
                return java;
            }
            throw wrong(spec, option, executable, "it is a " + java.label() + ", allowed are 17 and newer");
        } catch (IOException e) {
            throw wrong(spec, option, executable, "it does not run as a java (" + e.getMessage() + ")");
        }
    }

    /** The agent that an option names, or else the one beside this program. */
    public static Path agent(CommandSpec spec, String option, Path given) {
        Path usual = Files.exists(beside(LIBRARIES)) ? beside(LIBRARIES).resolve(AGENT) : beside(AGENT);
        Path agent = (given == null ? usual : given).toAbsolutePath();
        if (!Files.isRegularFile(agent)) {
            throw wrong(spec, option, agent, "there is no such file; the build puts it beside the libraries");
        }
        return agent;
    }

    /** A file or folder beside this program's jar, or among its libraries where it is started from these. */
    public static Path beside(String name) {
        return Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0])
                .toAbsolutePath()
                .resolveSibling(name);
    }

    /** The folder that the option {@code --output} names, which can be written to. What is in it stays. */
    public static OutputFolder output(CommandSpec spec, Path folder) {
        OutputFolder output = new OutputFolder(folder);
        try {
            output.make();
            return output;
        } catch (IOException e) {
            throw wrong(spec, "--output", folder, "no folder that can be written to (" + e + ")");
        }
    }

    /** Creates the exception for a wrong option. */
    public static ParameterException wrong(CommandSpec spec, String option, Object value, String reason) {
        return new ParameterException(
                spec.commandLine(), "Invalid value for option '" + option + "': '" + value + "': " + reason);
    }
}
