package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JDK under test. The tests run in it too, so JUnit's conditions on the JRE hold for the forked JVMs. */
public final class Jdk {

    /** Its folder. */
    public static final Path HOME = Path.of(System.getProperty("test.java.home", System.getProperty("java.home")));

    private Jdk() {}

    /** Runs one of its tools, expects success, and returns the output. */
    public static String tool(String name, Object... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(HOME.resolve("bin").resolve(name).toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new RunningJvm(new ProcessBuilder(command))
                .finish()
                .expectExit(0)
                .stdout();
    }
}
