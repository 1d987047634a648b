package org.latencyprobes.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.agent.weave.ClassWork;
import org.latencyprobes.agent.weave.LoadedClasses;
import org.latencyprobes.agent.weave.ProbeTransformer;

/**
 * The agent in a JVM in which no probe is known yet: a quick look at each class that loads, and a line at the end. The first class that may
 * have a probe, or the first command, opens the {@link Session}. So a JVM without probes does not pay for what only probes need.
 *
 * <p>Several threads may load first classes at once. Each opens a session then, and all go on with the one that was first: a lock could
 * close a circle with those that the JVM holds while it loads. Thread-safe.
 */
final class Dormant
        implements ClassWork.Source, Function<String, String>, Supplier<ControlChannel>, Runnable, JvmExit.Ending {

    /**
     * Where the launcher finds whom to hand requests to, as long as there is no session. It is the launcher's lock, too. Null for a launcher
     * that the JVM does not find when somebody attaches.
     */
    private static final int WAITING = 4;

    /** The option {@code startup}, where all options have their defaults. */
    private static final long STARTUP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Sources sources;
    private final Options options;
    private final Object[] launch;
    private final AtomicReference<ControlChannel> channel = new AtomicReference<>();
    private final ProbeTransformer transformer;
    private final AtomicReference<Session> opened = new AtomicReference<>();
    private final JvmExit exit = new JvmExit(this);
    private final WarmUpThread warmUp = new WarmUpThread();
    /** Why there is no session although a class wanted one. It is said at the end: the threads that load classes say nothing. */
    private volatile Throwable failure;

    /** With null for options that all have their defaults: reading these is for the session. */
    private Dormant(Sources sources, Options options, Object[] launch) {
        this.sources = sources;
        this.options = options;
        this.launch = launch;
        transformer = new ProbeTransformer(options == null ? Selection.NONE : options.selection(), this);
    }

    /** Begins to look, unless an agent is there already or the options want more from the start. Returns whether it does. */
    static boolean begin(Sources sources, Options options, Object[] launch) {
        Instrumentation instrumentation = (Instrumentation) launch[1];
        if (launch[WAITING] == null
                || System.getProperty(Session.VERSION) != null
                || options != null && isMoreWanted(sources, options)
                || new LoadedClasses(instrumentation).hasApplications()) {
            return false;
        }
        Log.initialize();
        new Dormant(sources, options, launch).begin(instrumentation);
        return true;
    }

    /** Whole or not at all: a security manager may forbid a part. */
    private void begin(Instrumentation instrumentation) {
        System.setProperty(Session.VERSION, Version.text());
        try {
            exit.await(null);
            beginToLook(instrumentation);
        } catch (RuntimeException | Error e) {
            System.clearProperty(Session.VERSION);
            throw e;
        }
    }

    private void beginToLook(Instrumentation instrumentation) {
        try {
            leaveToLauncher(launch, this);
            instrumentation.addTransformer(transformer, true);
        } catch (RuntimeException | Error e) {
            leaveToLauncher(launch, null);
            exit.awaitNoLonger(null);
            throw e;
        }
        SocketStart.begin(this, sources.readNanos() + (options == null ? STARTUP_NANOS : options.startupNanos()));
    }

    /** Whether an agent waits in this JVM. */
    static boolean isThere(Object[] launch) {
        if (launch[WAITING] == null) {
            return false;
        }
        synchronized (launch[WAITING]) {
            return ((Object[]) launch[WAITING])[0] != null;
        }
    }

    /** Leaves requests, or nobody, to the launcher. */
    static void leaveToLauncher(Object[] launch, Function<String, String> orNull) {
        if (launch[WAITING] != null) {
            synchronized (launch[WAITING]) {
                ((Object[]) launch[WAITING])[0] = orNull;
            }
        }
    }

    private static boolean isMoreWanted(Sources sources, Options options) {
        return options.isOutputWanted()
                || sources.isFileGiven()
                || !options.selection().probes().isEmpty();
    }

    /** On a thread that loads a class. */
    @Override
    public ClassWork work(boolean forProbe) {
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        if (forProbe) {
            warmUp.begin();
        }
        try {
            return session().classWork();
        } catch (RuntimeException | LinkageError e) { // such as a jar that was overwritten
            failure = e;
            throw e;
        }
    }

    /** On the thread of the JVM that attaches agents. */
    @Override
    public String apply(String text) {
        return get().apply(text);
    }

    /** The same for all sessions that race to be the first: only the first request opens its socket, or {@link SocketStart}. */
    @Override
    public ControlChannel get() {
        ControlChannel present = channel.get();
        return present != null || channel.compareAndSet(null, present = new FirstRequest().channel())
                ? present
                : channel.get();
    }

    /** What answers: the first request opens the session. */
    private final class FirstRequest implements ControlChannel.Agent {

        private final AtomicBoolean isFirst = new AtomicBoolean(true);

        /** Here, since whoever makes one has what it is made of loaded, too. */
        private ControlChannel channel() {
            return new ControlChannel(this);
        }

        @Override
        public Answer answer(Request request, Progress progress)
                throws ExecutionException, ReflectiveOperationException {
            Session session = session();
            try {
                if (!session.link().connect()) {
                    throw new IllegalStateException("another agent was faster");
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            if (isFirst.getAndSet(false)) {
                transformer.begin(session.classWork());
            }
            return session.answer(request, progress);
        }

        @Override
        public boolean isGone() {
            Session present = opened.get();
            return present != null && present.isGone();
        }
    }

    private Session session() {
        Session present = opened.get();
        if (present == null) {
            Session fresh = newSession();
            if (opened.compareAndSet(null, fresh)) {
                fresh.printLog();
            }
            present = opened.get();
        }
        return present;
    }

    private Session newSession() {
        try {
            Options wanted = options == null ? Options.of(sources) : options;
            return new Session(sources, wanted, launch, this, warmUp, transformer, this);
        } catch (BadOptionException e) {
            throw new IllegalStateException(e); // there are none that were not read before
        }
    }

    /** The session is connected, and does the rest. */
    @Override
    public void run() {
        exit.awaitNoLonger(null);
        leaveToLauncher(launch, null);
    }

    @Override
    public void beginToEnd() {}

    @Override
    public long progress() {
        Session present = opened.get();
        return present == null ? 0 : present.progress();
    }

    @Override
    public void end() {
        ControlChannel open = channel.get();
        if (open != null) {
            open.end();
        }
        Session present = opened.get();
        if (present != null) {
            end(present);
        } else if (failure != null || transformer.fault() != null) {
            Log.say("no class was woven, since the agent could not begin: "
                    + Log.describe(failure == null ? transformer.fault() : failure));
        } else if (options == null || !"off".equals(options.report())) {
            Log.say("no class with a @Probe was loaded" + (transformer.hasMissed() ? " and could be woven" : ""));
        }
    }

    /** A shutdown hook of the application may have brought the first probe, and may go on. So the end is later, where the JDK allows that. */
    private static void end(Session session) {
        if (session.hasProbes() && session.link().awaitLast()) {
            session.begin();
            session.beginToEnd();
        } else {
            session.end();
        }
    }
}
