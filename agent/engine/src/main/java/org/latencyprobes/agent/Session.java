package org.latencyprobes.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockWatch;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.link.BootstrapClass;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.weave.ClassWork;
import org.latencyprobes.agent.weave.ProbeTransformer;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.agent.weave.WeaverSupplier;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.counts.Memory;

/**
 * The agent's life in one JVM, from its start until it leaves or the JVM ends. Threads and other means of control come when there is
 * something to control. It is what the hub has of the agent. Thread-safe.
 */
final class Session implements WeaverSupplier, JvmExit.Ending, Function<String, String>, Runnable {

    /** Key of the control channel in the hub's map. */
    static final String CHANNEL = "latency-probes-1:control";

    /** System property by which other processes see which version of the agent is here: the Attach API reads it without loading anything. */
    static final String VERSION = "latencyprobes.agent.version";

    private static final int STACK_BYTES_TO_BEGIN = 64 << 10;

    private final long startMillis = System.currentTimeMillis();
    private final Sources sources;
    private final Options options;
    private final Instrumentation instrumentation;
    private final String jar;
    private final WeaveLog weaveLog = new WeaveLog();
    private final ClockChoice clock;
    private final Linker linker;
    private final SelectionThreads selection = new SelectionThreads();
    private final Ahead ahead;
    private final Runnable whenConnected;
    private final Weaving weaving;
    private final JvmExit exit = new JvmExit(this);
    private volatile BootstrapClass link; // null until it is connected
    private ControlChannel channel;
    private Settings settings;
    private volatile ControlThread control;
    private RequestHandler requests;
    private boolean left;
    private volatile boolean isProbing;
    private volatile boolean isGone;
    private boolean restarting;

    Session(
            Sources sources,
            Options options,
            Instrumentation instrumentation,
            String jar,
            Ahead ahead,
            Runnable whenConnected) {
        this.sources = sources;
        this.options = options;
        this.instrumentation = instrumentation;
        this.jar = jar;
        this.ahead = ahead;
        this.whenConnected = whenConnected;
        Log.printOn(selection);
        clock = new ClockChoice(options.clock(), new FlightRecorderClock(instrumentation));
        linker = new Linker(options.mode(), options.self(), clock, this);
        weaving = new Weaving(instrumentation, weaveLog, this, selection);
    }

    /** Null if an agent is at work in this JVM already. */
    static Session open(Sources sources, Options options, Object[] launch) throws Exception {
        Log.begin();
        Session session =
                new Session(sources, options, (Instrumentation) launch[1], (String) launch[2], new Ahead(), null);
        return session.connect() ? session : null;
    }

    /** One that goes on with the transformer of a {@link Standby}. It is not connected; others may be prepared at the same time. */
    static Session prepare(
            Sources sources,
            Options options,
            Object[] launch,
            Ahead ahead,
            ProbeTransformer transformer,
            Runnable whenConnected) {
        Session session =
                new Session(sources, options, (Instrumentation) launch[1], (String) launch[2], ahead, whenConnected);
        session.weaving.takeOver(transformer);
        return session;
    }

    /**
     * Defines the bootstrap class where it is not there, and has what is linked from now on linked here. Several threads may, without a lock,
     * which could close a circle with those that the JVM holds while it loads. Returns false if another agent is at work in this JVM.
     */
    boolean connect() throws ReflectiveOperationException, IOException {
        if (link == null) {
            BootstrapClass present = BootstrapClass.define(instrumentation);
            Object first = present.hub().putIfAbsent(CHANNEL, this);
            if (first != null && first != this) {
                return false;
            }
            present.linkThrough(linker);
            link = present;
            if (first == null) {
                System.setProperty(VERSION, Version.text());
                exit.await(present);
                if (whenConnected != null) {
                    whenConnected.run();
                }
            }
        }
        return true;
    }

    ClassWork classWork() {
        return weaving.work();
    }

    /** Why there is no agent now, in one line. */
    static String failure(Throwable fault) {
        return "cannot start, running without probes: " + Log.describe(fault)
                + (fault instanceof SecurityException
                        ? " (a security manager is active: grant the agent's jar java.security.AllPermission)"
                        : "");
    }

    /** At the start of the JVM, before {@code main}. */
    void start() {
        weaving.begin(options.selection());
        if (options.isOutputWanted() || sources.isFileGiven()) {
            begin(); // the user wants them, whether a method is woven or the application has probes of its own
        }
    }

    /** In a JVM that has been running: classes that are loaded are woven before this returns. */
    Answer arrive(Progress progress) throws Exception {
        weaving.compiledCode().arrive();
        begin(true);
        Answer answer = channel().inTurn(() -> requests().arrive(progress)); // the socket may open before its end
        channel().open();
        return answer;
    }

    @Override
    public Method bootstrapMethod() throws ReflectiveOperationException, IOException {
        if (!connect()) {
            throw new IllegalStateException("another agent was faster");
        }
        clock.begin();
        return link.bootstrapMethod();
    }

    /** On the thread that loads the first class that may have a probe. */
    @Override
    public void beginAhead() {
        clock.begin();
        ahead.begin();
    }

    @Override
    public void beginHub() throws ReflectiveOperationException, IOException {
        connect();
    }

    /** At the first class with a probe, on the thread that loads it. What is to be there before its first call is begun elsewhere. */
    @Override
    public void beginProbing() {
        isProbing = true;
        if (!ahead.leave(this)) {
            selection.execute(this);
        }
    }

    /** Begins, on a thread of the agent's, or on the one that links the first probe. Where that has too little stack, the JVM links again. */
    @Override
    public void run() {
        if (control == null) {
            StackSpace.require(STACK_BYTES_TO_BEGIN);
            begin();
        }
    }

    /** Null once the agent has left. */
    ControlThread begin() {
        return begin(false);
    }

    private synchronized ControlThread begin(boolean arriving) {
        if (control == null && !left) {
            Memory.warnTo(new Warnings());
            if (options.memoryBytes() > 0) {
                Memory.cap(options.memoryBytes());
            }
            settings = new Settings(sources, options);
            Outputs outputs = new Outputs(options, linker, weaveLog, weaving, instrumentation, arriving, clock);
            CostMeter costs = new CostMeter(clock, new ClockWatch(clock, linker), weaveLog, linker);
            control = new ControlThread(settings, outputs, costs, selection, channel(), new FileChange());
        }
        if (!left && !control.start() && !restarting) {
            restarting = true;
            selection.execute(new Restart());
        }
        return control;
    }

    /** A task that starts the control thread once the JVM has a thread for it. It runs on a selection thread. */
    private final class Restart implements Runnable {

        @Override
        public void run() {
            if (isStillWanted()) {
                selection.pause();
                selection.execute(this);
            }
        }

        private boolean isStillWanted() {
            synchronized (Session.this) {
                restarting = !left && !control.start();
                return restarting;
            }
        }
    }

    /** A receiver of warnings about memory, from threads that link call sites, under locks. Not a lambda, which would cost the start more. */
    private static final class Warnings implements Consumer<String> {

        @Override
        public void accept(String warning) {
            Log.sayLater(warning);
        }
    }

    private synchronized RequestHandler requests() {
        if (requests == null) {
            ControlThread present = begin();
            Status status = new Status(jar, startMillis, channel(), clock, linker, weaveLog, weaving);
            TailRequests tail = new TailRequests(
                    channel(), settings, present, selection, weaving, new FlightRecorderClock(instrumentation));
            requests = new RequestHandler(this::leave, settings, present, selection, weaving, linker, status, tail);
        }
        return requests;
    }

    /** The reaction to a change of the options file, on the control thread. */
    private final class FileChange implements Runnable {

        @Override
        public void run() {
            requests().readFile();
        }
    }

    @Override
    public String apply(String text) {
        return channel().apply(text);
    }

    private synchronized ControlChannel channel() {
        if (channel == null) {
            channel = new ControlChannel(new Requests());
        }
        return channel;
    }

    /** What is behind the channel. A class of its own, which the start of a JVM does without. */
    private final class Requests implements ControlChannel.Agent {

        @Override
        public Answer answer(Request request, Progress progress)
                throws ExecutionException, ReflectiveOperationException {
            return hasLeft()
                    ? Answer.failed(ExitCode.NO_AGENT, "the agent has just left this JVM")
                    : requests().answer(request, progress);
        }

        @Override
        public boolean isGone() {
            return isGone && !weaving.isUnderWay();
        }
    }

    private synchronized boolean hasLeft() {
        return left;
    }

    @Override
    public void beginToEnd() {
        ControlThread present = control;
        if (present != null) {
            present.beginToEnd();
        }
    }

    @Override
    public long progress() {
        ControlThread present = control;
        return present == null ? 0 : present.progress();
    }

    @Override
    public void end() {
        if (hasLeft()) {
            return;
        }
        Log.flush();
        if (hasProbes()) {
            begin().finish(true);
        } else if (!"off".equals(options.report())) {
            Log.say("no class with a @Probe was loaded" + (weaveLog.refusals() > 0 ? " and could be woven" : ""));
        }
    }

    /** Woven ones or, as the hub tells, the application's own. */
    private synchronized boolean hasProbes() {
        return isProbing || control != null || link != null && link.hub().size() > 1; // the one is the channel
    }

    /** Once, and true for the caller that does it: no call site does anything any more, nothing new is linked, no report comes at exit. */
    private synchronized boolean beginToLeave() {
        if (left) {
            return false;
        }
        left = true;
        link.linkThrough(null);
        linker.retire();
        exit.awaitNoLonger(link);
        return true;
    }

    /** Takes everything back; null if that is under way already. When this returns a new agent can come. */
    Weaving.Change leave(Consumer<String> progress) {
        if (!beginToLeave()) {
            return null;
        }
        channel().close();
        Weaving.Change change = restore(progress);
        selection.end();
        Log.flush();
        ControlThread present = begin();
        if (present != null) {
            present.finish(false);
        }
        link.leave();
        System.clearProperty(VERSION);
        isGone = true;
        return change;
    }

    /** Whatever comes of it, the rest has to go on. */
    private Weaving.Change restore(Consumer<String> progress) {
        try {
            return selection.call(() -> weaving.end(progress));
        } catch (ExecutionException e) {
            Log.say("classes could not be restored, their call sites do nothing: " + Log.describe(e.getCause()));
            return new Weaving.Change(0, 0, 0);
        }
    }
}
