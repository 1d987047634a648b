package org.latencyprobes.launcher;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.net.URISyntaxException;
import java.util.function.Consumer;

/**
 * Starts the agent, and nothing else.
 *
 * <p>This class is on the application's class path, may run on any JVM since 8, and stays when the agent has left. Therefore it
 * must never: use a class of a later JDK or any library; log through a framework; start a thread; keep a reference to the agent or
 * its loader; let a {@link Throwable} pass, which would end the application.
 */
public final class Launcher {

    static final int OLDEST_JAVA = 17;

    private static final String AGENT = "org.latencyprobes.agent.Agent";

    private Launcher() {}

    /**
     * Called by the JVM before {@code main}, for {@code -javaagent}.
     *
     * @param options as on the command line, or null
     * @param instrumentation the JVM's hand to the agent
     */
    public static void premain(String options, Instrumentation instrumentation) {
        launch(options, instrumentation);
    }

    /**
     * Called by the JVM when the agent attaches to it.
     *
     * @param options as given by the attaching program, or null
     * @param instrumentation the JVM's hand to the agent
     */
    public static void agentmain(String options, Instrumentation instrumentation) {
        launch(options, instrumentation);
    }

    /**
     * Says how the jar is used.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        System.out.println("Latency Probes: times the methods marked @Probe of a JVM that is started with");
        System.out.println("  java -javaagent:latency-probes-agent.jar[=option=value,...] ...");
        System.out.println("Options and their defaults: docs/options.md");
    }

    private static void launch(String options, Instrumentation instrumentation) {
        try {
            if (javaVersion() < OLDEST_JAVA) {
                say("needs Java " + OLDEST_JAVA + " or later, this is " + System.getProperty("java.version")
                        + "; running without probes");
                return;
            }
            ClassLoader loader = new IsolatedClassLoader(ownJar());
            start(loader, options, instrumentation);
        } catch (Throwable e) {
            say("cannot start, running without probes: " + e + helpFor(e));
        }
    }

    @SuppressWarnings("unchecked") // the agent's one entrance, named above
    private static void start(ClassLoader loader, String options, Instrumentation instrumentation)
            throws ReflectiveOperationException {
        Object agent =
                Class.forName(AGENT, true, loader).getDeclaredConstructor().newInstance();
        ((Consumer<Object[]>) agent).accept(new Object[] {options, instrumentation, MethodHandles.lookup()});
    }

    private static String helpFor(Throwable e) {
        return e instanceof SecurityException
                ? " (a security manager is active: grant the agent's jar java.security.AllPermission)"
                : "";
    }

    private static int javaVersion() {
        String version = System.getProperty("java.specification.version");
        return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
    }

    private static File ownJar() throws URISyntaxException {
        return new File(Launcher.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static void say(String message) {
        System.err.println("latency-probes: " + message);
    }
}
