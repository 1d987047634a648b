package org.latencyprobes.agent;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.function.Consumer;
import org.latencyprobes.agent.link.BootstrapClass;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.weave.ProbeTransformer;
import org.latencyprobes.agent.weave.WeaveLog;

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
     * Starts the agent.
     *
     * @param hand {@code {String options or null, Instrumentation, MethodHandles.Lookup of the launcher}}
     */
    @Override
    public void accept(Object[] hand) {
        Options options = options((String) hand[0]);
        if (options == null) {
            return;
        }
        try {
            MethodHandles.lookup().ensureInitialized(Log.class); // while System.err is the JVM's own and there is stack
            start(options, (Instrumentation) hand[1], (MethodHandles.Lookup) hand[2]);
        } catch (SecurityException e) {
            Log.say("cannot start, running without probes: " + Log.describe(e)
                    + " (a security manager is active: grant the agent's jar java.security.AllPermission)");
        } catch (Exception | LinkageError e) {
            Log.say("cannot start, running without probes: " + Log.describe(e));
        }
    }

    private static Options options(String argument) {
        try {
            return Options.of(argument);
        } catch (BadOptionException e) {
            for (String message : e.messages()) {
                Log.say(message);
            }
            if (e.isExitWanted()) {
                Log.say("ending the JVM, since onError=exit");
                System.exit(1);
            }
            Log.say("running without probes");
            return null;
        }
    }

    private static void start(Options options, Instrumentation instrumentation, MethodHandles.Lookup launcher)
            throws Exception {
        BootstrapClass link = BootstrapClass.define(instrumentation, launcher);
        if (link.isTaken()) {
            Log.say("already runs in this JVM; this second start and its options are ignored");
            return;
        }
        WeaveLog weaveLog = new WeaveLog();
        Linker linker = new Linker(options.on());
        link.linkThrough(linker);
        Session session = new Session(options, link, linker, weaveLog);
        instrumentation.addTransformer(new ProbeTransformer(weaveLog, session), true);
        Runtime.getRuntime().addShutdownHook(new ExitHook(session));
        if (options.intervalNanos() > 0 || options.hlog() != null) {
            session.begin(); // the user wants them, whether a method is woven or the application has probes of its own
        }
    }
}
