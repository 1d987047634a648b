package org.latencyprobes.agent;

import java.io.Closeable;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.agent.control.Reply;
import org.latencyprobes.agent.link.BootstrapClass;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;

/**
 * The agent's one entrance, called by the launcher.
 *
 * <p>What happens before the application's {@code main}: options are read, the bootstrap class is defined, a transformer and a shutdown
 * hook are registered. Threads, Byte Buddy and histograms come with the first class that has a probe.
 */
public final class Agent implements Consumer<Object[]> {

    /** Called by the launcher. */
    public Agent() {}

    /**
     * Starts the agent. Where it cannot start it leaves nothing behind but a line.
     *
     * @param hand {@code {String text or null, Instrumentation, String jar, Boolean attached}}; the text is options or, attached, what
     *     {@link org.latencyprobes.agent.control.Envelope} opens
     */
    @Override
    public void accept(Object[] hand) {
        boolean started = (Boolean) hand[3] ? Arrival.of((String) hand[0], hand) : start((String) hand[0], hand);
        if (!started) {
            closeJar();
        }
    }

    private static boolean start(String argument, Object[] hand) {
        try {
            Sources sources = Sources.of(argument);
            Session session = session(sources, Options.of(sources), hand);
            if (session == null) {
                Log.say("already runs in this JVM; this second start and its options are ignored");
                return false;
            }
            begin(session);
            return true;
        } catch (BadOptionException e) {
            say(e.messages());
            if (e.isExitWanted()) {
                Log.say("ending the JVM, since onError=exit");
                System.exit(1);
            }
            Log.say("running without probes");
        } catch (Exception | LinkageError e) {
            Log.say(failure(e));
        }
        return false;
    }

    /** Whole or not at all. */
    private static void begin(Session session) {
        try {
            session.start();
        } catch (RuntimeException | LinkageError e) {
            session.leave(new Reply(null));
            throw e;
        }
    }

    static void say(List<String> messages) {
        for (String message : messages) {
            Log.say(message);
        }
    }

    static String failure(Throwable fault) {
        return "cannot start, running without probes: " + Log.describe(fault)
                + (fault instanceof SecurityException
                        ? " (a security manager is active: grant the agent's jar java.security.AllPermission)"
                        : "");
    }

    /** Null if an agent is at work in this JVM already. */
    static Session session(Sources sources, Options options, Object[] hand) throws Exception {
        MethodHandles.lookup().ensureInitialized(Log.class); // while System.err is the JVM's own and there is stack
        Instrumentation instrumentation = (Instrumentation) hand[1];
        BootstrapClass link = BootstrapClass.define(instrumentation);
        Session session = new Session(sources, options, link, instrumentation, (String) hand[2]);
        return link.hub().putIfAbsent(Session.CHANNEL, session) == null ? session : null;
    }

    /** The launcher's part of the agent's loader: what is loaded stays, the file is closed. */
    static void closeJar() {
        if (Agent.class.getClassLoader() instanceof Closeable loader) {
            try {
                loader.close();
            } catch (IOException e) {
                Log.say("the agent's jar: " + Log.describe(e));
            }
        }
    }
}
