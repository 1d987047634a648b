package org.latencyprobes.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.CodeSource;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The entry point that the JVM calls, which starts the agent and does nothing else.
 *
 * <p>This class is on the application's class path, may run on any JVM since 8, and stays after the agent has been detached. The launcher of
 * the first jar then starts the agent of another. Therefore it must never use a class of a later JDK or of any library, log through a
 * framework, start a thread, or depend on a version. The agent alone puts a reference to itself here, as long as it waits for a first probe. It must never let a {@link Throwable}
 * pass, which would end the application.
 */
public final class Launcher {

    static final int OLDEST_JAVA = 17;

    /** What each start needs, if it is there apart; the agent; and the weaver of what the agent's own cannot weave. */
    static final String[] AGENT_JARS = {"start.jar", "agent.jar", "weaver.jar"};

    static final String START_JAR = AGENT_JARS[0];
    static final String AGENT_JAR = AGENT_JARS[1];

    private static final String AGENT = "org.latencyprobes.agent.Agent";
    private static final String HUB = "java.lang.LatencyProbesLink";
    private static final String CHANNEL = "latency-probes-1:control";
    private static final String NOWHERE = "org/latencyprobes/launcher/nowhere";
    private static final String JAR = "jar=";
    private static final String OPEN = "open=";
    private static final String PLACE = "latencyprobes.agent.socket";
    private static final String OPTIONS = "options=";
    private static final String FILE = "file:";
    private static final String UID = "unix:uid";
    private static final Integer ROOT = 0;

    /** The agent that waits for a first probe or request, if there is one: where it has not yet made the hub. Also the lock of this. */
    private static final Object[] WAITING = {null};

    /** Which file the jar was when somebody first attached. */
    private static String firstJar;

    private Launcher() {}

    /**
     * Called by the JVM before {@code main}, for {@code -javaagent}.
     *
     * @param options as on the command line, or null
     * @param instrumentation the JVM's instrumentation
     */
    public static void premain(String options, Instrumentation instrumentation) {
        try {
            if (Tools.isOne(ownJar()) && !Tools.areWanted(options)) {
                return;
            }
            if (isNewEnough(null)) {
                start(ownJar(), options, instrumentation, false);
            }
        } catch (Throwable e) {
            say("cannot start, running without probes: " + reason(e), null);
        }
    }

    /**
     * Called by the JVM when somebody attaches the agent's jar to it.
     *
     * <p>The argument is either options, as for {@link #premain}, or a line {@code jar=<the jar to start>} and then what that jar's agent is to
     * open. If an agent is running, it is asked instead.
     *
     * @param argument as given by the attaching program, or null
     * @param instrumentation the JVM's instrumentation
     */
    public static void agentmain(String argument, Instrumentation instrumentation) {
        String text = argument == null ? "" : argument;
        boolean isRequest = text.startsWith(JAR);
        String request = isRequest ? text.substring(endOfLine(text, 0)) : OPTIONS + text;
        String nonce = isRequest && request.startsWith(OPEN)
                ? request.substring(OPEN.length()).trim().split(" ")[0]
                : null;
        try {
            openClassPath();
            seeJar();
            if (isNewEnough(nonce) && !isSentToRunningAgent(request, nonce)) {
                File jar = isRequest
                        ? new File(
                                text.substring(JAR.length(), endOfLine(text, 0)).trim())
                        : jarToStart();
                start(jar, request, instrumentation, true);
            }
        } catch (Throwable e) {
            say("cannot start, running without probes: " + reason(e), nonce);
        }
    }

    /**
     * Has the JVM open the jar that it was given. It has put the path on its class path, and opens it when a search first comes that far. Root's
     * command deletes its copy: whoever then made a file of that name would have the JVM run his classes.
     */
    private static void openClassPath() {
        try {
            ClassLoader.getSystemClassLoader().getResource(NOWHERE);
        } catch (RuntimeException | Error e) {
            return; // of a system loader of the application's
        }
    }

    private static int endOfLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end + 1;
    }

    /** An agent that waits puts itself into the hub first, and only then leaves off waiting. So who waits is read before the hub. */
    @SuppressWarnings("unchecked") // the protocol number in the key fixes both types
    private static boolean isSentToRunningAgent(String request, String nonce) throws ReflectiveOperationException {
        Object waiting = waiting();
        try {
            Object hub = Class.forName(HUB, true, null).getField("HUB").get(null);
            Object channel = ((Map<String, Object>) hub).get(CHANNEL);
            return isSentTo(channel == null ? waiting : channel, request, nonce);
        } catch (ClassNotFoundException noneHasBegun) {
            return isSentTo(waiting, request, nonce);
        }
    }

    private static Object waiting() {
        synchronized (WAITING) {
            return WAITING[0];
        }
    }

    @SuppressWarnings("unchecked") // the protocol number in the key fixes both types, and the agent what it leaves here
    private static boolean isSentTo(Object agentOrNull, String request, String nonce) {
        if (agentOrNull == null) {
            return false;
        }
        try {
            ((Function<String, String>) agentOrNull).apply(request);
        } catch (Throwable e) {
            say("the agent in this JVM cannot answer: " + reason(e), nonce);
        }
        return true;
    }

    @SuppressWarnings("unchecked") // the agent's only entry point, named above
    private static void start(File jar, String text, Instrumentation instrumentation, boolean attached)
            throws IOException, ReflectiveOperationException {
        ClassLoader loader = new IsolatedClassLoader(jar, AGENT_JARS);
        Object agent =
                Class.forName(AGENT, true, loader).getDeclaredConstructor().newInstance();
        Object[] waiting = isSystemLoaders() ? WAITING : null;
        ((Consumer<Object[]>) agent).accept(new Object[] {text, instrumentation, jar.getPath(), attached, waiting});
    }

    /** Whether the JVM will find this very class when somebody attaches: otherwise nobody would find an agent that waits here. */
    private static boolean isSystemLoaders() {
        try {
            return Class.forName(Launcher.class.getName(), false, ClassLoader.getSystemClassLoader()) == Launcher.class;
        } catch (ClassNotFoundException | LinkageError another) {
            return false;
        }
    }

    /** A class that is not there has its reason behind it. */
    private static String reason(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (Archive.OVERWRITTEN.equals(cause.getMessage())) {
                return cause.getMessage();
            }
        }
        return e instanceof SecurityException
                ? e + " (a security manager is active: grant the agent's jar java.security.AllPermission)"
                : e.toString();
    }

    private static boolean isNewEnough(String nonce) {
        if (!isNewEnough()) {
            say(wantedJava() + "; running without probes", nonce);
        }
        return isNewEnough();
    }

    static boolean isNewEnough() {
        String version = System.getProperty("java.specification.version");
        return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version) >= OLDEST_JAVA;
    }

    static String wantedJava() {
        return "needs Java " + OLDEST_JAVA + " or later, this is " + System.getProperty("java.version");
    }

    /** Where it is as a file, whichever loader has this class: a module loader names it as {@code jar:file:…!/}, the boot loader names nothing. */
    static File ownJar() throws URISyntaxException {
        CodeSource source = Launcher.class.getProtectionDomain().getCodeSource();
        URL url = source == null ? Launcher.class.getResource("Launcher.class") : source.getLocation();
        String jar = String.valueOf(url);
        if (jar.startsWith("jar:")) {
            jar = jar.substring("jar:".length(), jar.indexOf("!/"));
        }
        if (!jar.startsWith(FILE)) {
            throw new IllegalStateException("its jar has to be a file, and is " + url);
        }
        String path = jar.substring(FILE.length());
        return path.startsWith("/") && path.indexOf('%') < 0 ? new File(path) : new File(new URI(jar)); // slower
    }

    /**
     * Notes which file the jar is, if nobody has attached before. Root's command may have made it, as a copy for a user who can't read the
     * original, and deletes it once the JVM has opened it. Whoever then makes a file of that name must not have it started.
     */
    private static void seeJar() throws URISyntaxException {
        synchronized (WAITING) {
            if (firstJar == null) {
                firstJar = identity(ownJar().toPath());
            }
        }
    }

    /** The same file, or one that nobody else can have put there. */
    private static File jarToStart() throws URISyntaxException {
        File jar = ownJar();
        synchronized (WAITING) {
            if (identity(jar.toPath()).equals(firstJar) || isOurs(jar.toPath())) {
                return jar;
            }
        }
        throw new IllegalStateException(jar + ", from which the launcher came, is gone, or another user's file now;"
                + " the command attach brings its own");
    }

    /** Device, inode and the time of its last change, which nobody can set; a text for none where there is none. */
    private static String identity(Path jar) {
        try {
            return String.valueOf(Files.readAttributes(jar, "unix:dev,ino,ctime"));
        } catch (IOException | RuntimeException e) {
            return "none";
        }
    }

    /** Whether it and its folder belong to this JVM's user or to root. */
    private static boolean isOurs(Path jar) {
        try {
            Object user = Files.getAttribute(Paths.get("/proc/self"), UID);
            for (Path file : new Path[] {jar, jar.toAbsolutePath().getParent()}) {
                Object owner = Files.getAttribute(file, UID);
                if (!owner.equals(user) && !owner.equals(ROOT)) {
                    return false;
                }
            }
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Prints a message to standard error. A client that waits reads it in a property, as if the agent had said it. */
    static void say(String message, String nonce) {
        System.err.println("latency-probes: " + message);
        if (nonce != null) {
            try {
                System.setProperty(PLACE, nonce + " none: " + message);
            } catch (SecurityException e) {
                return; // the client says that there was no answer
            }
        }
    }
}
