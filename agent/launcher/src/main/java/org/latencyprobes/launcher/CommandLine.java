package org.latencyprobes.launcher;

import java.io.IOException;
import java.net.URISyntaxException;

/**
 * What {@code java -jar} starts: the command line, which lies in the jar as the agent does.
 *
 * <p>A class of its own, since the JVM looks at all methods of a main class, and those of {@link Launcher} name types of a module that a
 * Java runtime may lack.
 */
public final class CommandLine {

    private static final String[] JARS = {"cli.jar", "agent.jar", "weaver.jar"};
    private static final String MAIN = "org.latencyprobes.cli.Main";

    private CommandLine() {}

    /**
     * Hands over.
     *
     * @param arguments a command and what it is given
     * @throws IOException if the own jar cannot be read
     * @throws ReflectiveOperationException if the command line is not in it
     * @throws URISyntaxException if the own jar has no path
     */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException, URISyntaxException {
        if (!Launcher.isNewEnough()) {
            Launcher.say(Launcher.wantedJava(), null);
            System.exit(1);
        }
        Class.forName(MAIN, true, new IsolatedClassLoader(Launcher.ownJar(), JARS))
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }
}
