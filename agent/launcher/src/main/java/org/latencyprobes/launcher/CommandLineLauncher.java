package org.latencyprobes.launcher;

import java.io.IOException;
import java.net.URISyntaxException;

/**
 * The main class of the agent's jar, which starts the command line.
 *
 * <p>It is not part of {@link Launcher}, since the JVM looks at all methods of a main class. Those of {@link Launcher} name types of a
 * module that a Java runtime may lack.
 */
public final class CommandLineLauncher {

    private static final String[] JARS = {"cli.jar", "agent.jar", "weaver.jar"};
    private static final String MAIN = "org.latencyprobes.cli.Main";

    private CommandLineLauncher() {}

    /**
     * Starts the command line.
     *
     * @param arguments a command and its arguments
     * @throws IOException if the jar cannot be read
     * @throws ReflectiveOperationException if the jar has no command line
     * @throws URISyntaxException if the jar has no path
     */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException, URISyntaxException {
        if (!Launcher.isNewEnough()) {
            Launcher.say(Launcher.wantedJava(), null);
            System.exit(1);
        }
        // otherwise a JVM from 18 on makes classes for the one call below
        System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
        Class.forName(MAIN, true, new IsolatedClassLoader(Launcher.ownJar(), JARS))
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }
}
