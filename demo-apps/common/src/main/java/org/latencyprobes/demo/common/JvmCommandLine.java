package org.latencyprobes.demo.common;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The command line of a JVM that runs a class of this program. Not thread-safe. */
public final class JvmCommandLine {

    private final List<String> words = new ArrayList<>();
    private String classPath = System.getProperty("java.class.path");

    /** Creates a command with the flags that the runtime needs. */
    public JvmCommandLine(JavaRuntime java) {
        words.add(java.executable().toString());
        words.addAll(java.flags());
    }

    /** Adds flags of the JVM. */
    public JvmCommandLine flags(List<String> flags) {
        words.addAll(flags);
        return this;
    }

    /** Adds the agent. Its options travel as system properties: in the agent's argument a comma in a path would end the option. */
    public JvmCommandLine agent(Path jar, Map<String, String> options) {
        words.add("-javaagent:" + jar);
        options.forEach((name, value) -> words.add("-Dlatencyprobes." + name + "=" + value));
        return this;
    }

    /** Puts all that is in a folder before this program's own class path: another release of a library hides its own one. */
    public JvmCommandLine libraries(Path folder) {
        classPath = folder.resolve("*") + File.pathSeparator + classPath;
        return this;
    }

    /** Returns the whole command. */
    public List<String> running(Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>(words);
        command.addAll(List.of("-cp", classPath, main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return command;
    }
}
