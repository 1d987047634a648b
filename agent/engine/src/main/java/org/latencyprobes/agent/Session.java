package org.latencyprobes.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockWatch;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.cost.CostMeter;
import org.latencyprobes.agent.figures.NothingProbed;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.output.Outputs;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.agent.serve.ControlThread;
import org.latencyprobes.agent.serve.SelectionThreads;
import org.latencyprobes.agent.serve.command.AttachCommand;
import org.latencyprobes.agent.serve.command.Commands;
import org.latencyprobes.agent.serve.why.WhyRequests;
import org.latencyprobes.agent.weave.ClassWork;
import org.latencyprobes.agent.weave.ProbeTransformer;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.agent.weave.WeaverSupplier;
import org.latencyprobes.agent.weave.Weaving;

/** The agent's life in one JVM, which the hub holds. Threads come with something to control. Thread-safe. */
final class Session
        implements WeaverSupplier,
                OutputsBegin.Owner,
                JvmExit.Ending,
                ControlChannel.Agent,
                Function<String, String>,
                Supplier<ControlChannel> {

    /** Key of the control channel in the hub's map. */
    static final String CHANNEL = "latency-probes-1:control";

    /** System property by which other processes see which version of the agent is here: the Attach API reads it without loading anything. */
    static final String VERSION = "latencyprobes.agent.version";

    private final long startMillis;
    private final Sources sources;
    private final Options options;
    private final Instrumentation instrumentation;
    private final String jar;
    private final WeaveLog weaveLog = new WeaveLog();
    private final ClockChoice clock;
    private final Linker linker;
    private final SelectionThreads selection = new SelectionThreads();
    private final WarmUpThread warmUp;
    private final OutputsBegin outputsBegin;
    private final BootstrapLink link;
    private final Weaving weaving;
    private final Supplier<ControlChannel> channels;
    private ControlChannel channel;
    private Settings settings;
    private volatile ControlThread control;
    private Commands commands;
    private boolean left;
    private volatile boolean isProbing;
    private volatile boolean isGone;
    private boolean restarting;

    /**
     * Opens nothing yet.
     *
     * @param channel makes the way on which requests come; null for one that this makes
     * @param present the transformer of a {@link Dormant}; null where there was none
     * @param connected what is to be called when this is connected; null for nothing
     */
    Session(
            Sources sources,
            Options options,
            Object[] launch,
            Supplier<ControlChannel> channel,
            WarmUpThread warmUp,
            ProbeTransformer present,
            Runnable connected) {
        this.channels = channel;
        this.sources = sources;
        startMillis = System.currentTimeMillis()
                - TimeUnit.NANOSECONDS.toMillis(
                        System.nanoTime() - sources.readNanos()); // a dormant agent began before
        this.options = options;
        this.instrumentation = (Instrumentation) launch[1];
        this.jar = (String) launch[2];
        this.warmUp = warmUp;
        clock = ClockChoice.of(options.clock(), instrumentation);
        outputsBegin = new OutputsBegin(this, options);
        linker = new Linker(options.mode(), options.self(), clock, outputsBegin);
        weaving = new Weaving(instrumentation, weaveLog, this, selection, present);
        link = new BootstrapLink(instrumentation, this, linker, new JvmExit(this), connected);
    }

    /** Null if an agent is at work in this JVM already. */
    static Session open(Sources sources, Options options, Object[] launch, Supplier<ControlChannel> channel)
            throws Exception {
        Log.initialize();
        Session session = new Session(sources, options, launch, channel, new WarmUpThread(), null, null);
        session.printLog();
        return session.link.connect() ? session : null;
    }

    /** Has lines that are said later printed by this session's threads. Of sessions that race, only the one that is kept may. */
    void printLog() {
        Log.printOn(selection);
    }

    ClassWork classWork() {
        return weaving.work();
    }

    BootstrapLink link() {
        return link;
    }

    /** At the start of the JVM, before {@code main}. */
    void start() {
        weaving.begin(options.selection());
        if (options.isOutputWanted() || sources.isFileGiven()) {
            begin(); // the user wants them, whether a method is woven or the application has probes of its own
        }
        SocketStart.begin(this, settledNanos(false));
        weaving.awaitNamed(options.selection());
    }

    /**
     * In a JVM that has been running: classes that are loaded are woven before this returns, unless the agent comes for a question alone. Where
     * somebody has to be asked before, nothing is begun.
     */
    Answer arrive(boolean isVisit, Progress progress) throws Exception {
        String deoptimise = sources.given(Option.DEOPTIMISE).value();
        weaving.compiledCode().arrive(deoptimise);
        Answer question = isVisit ? null : AttachCommand.question(weaving, options.selection(), deoptimise, progress);
        if (question != null) {
            return question;
        }
        begin(true);
        Answer answer =
                channel().inTurn(() -> commands().arrive(isVisit, progress)); // the socket may open before its end
        channel().open();
        return answer;
    }

    /** After this time the agent leaves, unless it is renewed. */
    void stayFor(long millis) {
        commands().stayFor(millis);
    }

    @Override
    public Method bootstrapMethod() throws ReflectiveOperationException, IOException {
        clock.begin();
        return link.bootstrapMethod();
    }

    /** On the thread that loads the first class that may have a probe. */
    @Override
    public void beginWarmUp() {
        clock.begin();
        warmUp.begin();
    }

    @Override
    public void beginHub() throws ReflectiveOperationException, IOException {
        link.connect();
    }

    /** At the first class with a probe, on the thread that loads it. What is to be there before its first call is begun elsewhere. */
    @Override
    public void beginProbing() {
        isProbing = true;
        outputsBegin.beginElsewhere(warmUp, selection);
    }

    @Override
    public boolean hasBegun() {
        return control != null;
    }

    @Override
    public void beginOutputs() {
        begin();
    }

    /** Null once the agent has left. */
    ControlThread begin() {
        return begin(false);
    }

    private synchronized ControlThread begin(boolean arriving) {
        if (control == null && !left) {
            outputsBegin.prepareRuntime();
            settings = new Settings(sources, options);
            long settledNanos = settledNanos(arriving);
            Outputs outputs = new Outputs(
                    options,
                    linker,
                    weaveLog,
                    weaving,
                    instrumentation,
                    arriving,
                    settledNanos,
                    clock,
                    () -> control.wake());
            CostMeter costs = new CostMeter(clock, new ClockWatch(clock, linker), weaveLog, linker);
            control = new ControlThread(settings, outputs, costs, selection, channel(), settledNanos, new FileChange());
        }
        if (!left && !control.start() && !restarting) {
            restarting = true;
            selection.execute(this::restart);
        }
        return control;
    }

    /** From when on the agent may touch what the application may configure. */
    private long settledNanos(boolean arriving) {
        return sources.readNanos() + (arriving ? 0 : options.startupNanos());
    }

    /** On a selection thread, until the JVM has a thread for the control thread. */
    private void restart() {
        if (isRestartWanted()) {
            selection.pause();
            selection.execute(this::restart);
        }
    }

    private synchronized boolean isRestartWanted() {
        restarting = !left && !control.start();
        return restarting;
    }

    private synchronized Commands commands() {
        if (commands == null) {
            ControlThread present = begin();
            AgentParts parts = new AgentParts(
                    this::leave,
                    settings,
                    present,
                    present.outputs(),
                    selection,
                    weaving,
                    weaving.compiledCode(),
                    linker,
                    channel(),
                    weaveLog,
                    clock,
                    new FlightRecorderClock(instrumentation),
                    jar,
                    startMillis);
            commands = new Commands(parts, new WhyRequests(parts));
        }
        return commands;
    }

    private final class FileChange implements Runnable {

        @Override
        public void run() {
            commands().readFile();
        }
    }

    @Override
    public String apply(String text) {
        return channel().apply(text);
    }

    @Override
    public ControlChannel get() {
        return channel();
    }

    private synchronized ControlChannel channel() {
        if (channels != null) {
            return channels.get();
        }
        if (channel == null) {
            channel = new ControlChannel(this);
        }
        return channel;
    }

    @Override
    public Answer answer(Request request, Progress progress) throws ExecutionException, ReflectiveOperationException {
        return hasLeft()
                ? Answer.failed(ExitCode.NO_AGENT, "the agent has just left this JVM")
                : commands().answer(request, progress);
    }

    @Override
    public boolean isGone() {
        return isGone && !weaving.isUnderWay();
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
        boolean isProbed = hasProbes();
        ControlThread present = isProbed ? begin() : null; // null, too, where the agent has left meanwhile
        if (present != null) {
            present.finish(true);
        } else {
            channel().end();
            if (!isProbed && !"off".equals(options.report())) {
                Log.sayAll(NothingProbed.lines(options.selection().probes(), weaveLog.refusals() > 0, weaveLog.late()));
            }
        }
    }

    /** Woven ones or the application's own. */
    synchronized boolean hasProbes() {
        return isProbing || control != null || link.hasProbes();
    }

    /** Once, and true for the caller that does it: no call site does anything any more, nothing new is linked, no report comes at exit. */
    private synchronized boolean beginToLeave() {
        if (left) {
            return false;
        }
        left = true;
        link.unlink();
        linker.retire();
        link.awaitEndNoLonger();
        return true;
    }

    /** As {@link Leaving#leave}. */
    Weaving.Change leave(Consumer<String> progress, Runnable begun) throws TimeoutException {
        link.awaitConnected();
        if (!beginToLeave()) {
            return null;
        }
        begun.run();
        channel().close();
        Weaving.Change change = restore(progress);
        selection.end();
        Log.flush();
        ControlThread present = begin();
        boolean hasEnded = present == null || present.finish(false);
        link.leave();
        isGone = hasEnded; // else what goes on needs classes: the jar stays open until the loader is collected
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
