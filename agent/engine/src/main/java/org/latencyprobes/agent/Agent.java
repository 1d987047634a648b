package org.latencyprobes.agent;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.serve.ControlChannel;

/**
 * The entry point of the agent, called by the launcher.
 *
 * <p>Before the application's {@code main}, the agent reads its options and registers a transformer and a shutdown hook. All else comes with
 * the first class that has a probe, unless the options want it from the start.
 */
public final class Agent implements Consumer<Object[]> {

    private static final String SECOND = "already runs in this JVM; this second start and its options are ignored";

    /** Called by the launcher. */
    public Agent() {}

    /**
     * Starts the agent. Where it cannot start it leaves nothing behind but a line.
     *
     * @param launch {@code {String text or null, Instrumentation, String jar, Boolean attached, Object[] {who waits} or null}}; the text is options or, attached, what
     *     {@link ControlChannel#apply} reads
     */
    @Override
    public void accept(Object[] launch) {
        boolean started =
                (Boolean) launch[3] ? AttachStart.of((String) launch[0], launch) : start((String) launch[0], launch);
        if (!started) {
            ControlChannel.closeJar();
        }
    }

    private static boolean start(String argument, Object[] launch) {
        try {
            Sources sources = Sources.of(argument);
            Log.sayAll(sources.remarks());
            Options options = sources.isEmpty() ? null : Options.of(sources);
            boolean another = Dormant.isThere(launch);
            if (!another && Dormant.begin(sources, options, launch)) {
                Preparation.begin((Instrumentation) launch[1]);
                return true;
            }
            Session session = another
                    ? null
                    : Session.open(sources, options == null ? Options.of(sources) : options, launch, null);
            if (session == null) {
                Log.say(SECOND);
                return false;
            }
            begin(session);
            if (options == null || options.selection().probes().isEmpty()) {
                Preparation.begin((Instrumentation) launch[1]);
            }
            return true;
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            if (System.getProperty(Session.VERSION) != null) {
                Log.say(SECOND);
                return false;
            }
            if (e.isExitWanted()) {
                Log.say("ending the JVM, since onError=exit");
                System.exit(1);
            }
            Log.say("running without probes");
        } catch (Exception | LinkageError e) {
            Log.say(Log.failureToStart(e));
        }
        return false;
    }

    /** Whole or not at all. */
    private static void begin(Session session) throws TimeoutException {
        try {
            session.start();
        } catch (RuntimeException | LinkageError e) {
            session.leave(ControlChannel.NOBODY, () -> {});
            throw e;
        }
    }
}
