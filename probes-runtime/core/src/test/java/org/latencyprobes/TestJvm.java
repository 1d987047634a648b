package org.latencyprobes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A run of a main class of the tests in a JVM of its own, of the JDK that is tested. */
public final class TestJvm {

    private static final Path JAVA =
            Path.of(System.getProperty("test.java.home", System.getProperty("java.home")), "bin", "java");

    private TestJvm() {}

    /** What the main class printed, stripped. */
    public static String run(Class<?> main, String... jvmOptions) throws IOException, InterruptedException {
        return run(command(main, List.of(jvmOptions)));
    }

    /** The command that runs a main class, arguments to be added. */
    public static List<String> command(Class<?> main, List<String> jvmOptions) {
        List<String> command = new ArrayList<>(List.of(JAVA.toString()));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    /** What a command printed, stripped. */
    public static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new AssertionError(command + " exited with " + process.exitValue() + ":\n" + output);
        }
        return output;
    }
}
