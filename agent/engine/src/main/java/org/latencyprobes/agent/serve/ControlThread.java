package org.latencyprobes.agent.serve;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.agent.cost.CostMeter;
import org.latencyprobes.agent.flight.ContinuousRecording;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.option.WatchedFile;
import org.latencyprobes.agent.output.Outputs;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The agent's one thread for short work that is not measuring: outputs, modes, the stock of counters, the options file, the report at the
 * end. The outputs belong to this thread. Other threads hand it work through a queue.
 */
public final class ControlThread implements Runnable {

    private static final String NAME = "latency-probes";
    private static final long LATER_NANOS =
            TimeUnit.SECONDS.toNanos(1); // short-lived JVMs do without, and it is no part of a start
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SOCKET_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long EARLY_SECONDS = 8; // containers are killed ten seconds after they were asked to end

    /** What is missing at the end as long as so many parts of it are done. */
    private static final String[] MISSING = {
        "the last lines of the histogram log, the end of the report and what backends have not confirmed",
        "the end of the report and what backends have not confirmed",
        "what backends have not confirmed"
    };

    /** What is begun may take so many times as long. With that, commands still wait: a minute. */
    private static final int WORK_FACTOR = 4;

    /** How long whoever asks may wait until an answer is begun. Only tests change it. */
    volatile long longestAnswerMillis = 10_000;

    private final Thread thread;
    private final WorkQueue work = new WorkQueue(NAME);
    private final SelectionThreads selection;
    private final ControlChannel channel;
    private final Runnable fileChange;
    private final Settings settings;
    private final CostMeter costs;
    private final Outputs outputs;
    private final ContinuousRecording recording;
    private WatchedFile file;
    private long faults;
    private volatile boolean reporting;
    private volatile boolean ending;
    private volatile int endedParts;
    private boolean isThreadStarted;
    private boolean started;
    private boolean hasThreadFailed;
    private boolean hasStartFailed;
    private long nextStartNanos = System.nanoTime();
    private final long laterNanos = nextStartNanos + LATER_NANOS;
    private final long settledNanos;
    private boolean isStartedLater;
    private long socketNanos;
    private long endNanos;
    private boolean isReportedEarly;

    /**
     * Prepares the thread.
     *
     * @param channel whose socket is opened when this thread has run for a while
     * @param settledNanos from when on the agent may touch what the application may configure
     * @param fileChange what is done when the options file has changed
     */
    public ControlThread(
            Settings settings,
            Outputs outputs,
            CostMeter costs,
            SelectionThreads selection,
            ControlChannel channel,
            long settledNanos,
            Runnable fileChange) {
        this.selection = selection;
        this.channel = channel;
        this.settledNanos = settledNanos;
        this.fileChange = fileChange;
        this.settings = settings;
        this.costs = costs;
        this.outputs = outputs;
        recording = new ContinuousRecording(selection, outputs.flightRecorderClock());
        thread = DaemonThread.lasting(NAME, this);
        watch();
    }

    /** Unless it runs. Where the JVM has no other thread to give, says so once and returns false; the next call tries again. */
    public synchronized boolean start() {
        try {
            if (!isThreadStarted) {
                thread.start();
                isThreadStarted = true;
            }
        } catch (OutOfMemoryError e) {
            if (!hasThreadFailed) {
                hasThreadFailed = true;
                Log.sayLater("nothing is written for now, since the JVM has no thread for it: " + Log.describe(e));
            }
        }
        return isThreadStarted;
    }

    @Override
    public void run() {
        while (!ending) {
            Thread.interrupted(); // the application's doing: we end by work in the queue, and an interrupt would
            // close the log's file
            startIfDue();
            runNextWork();
            guarded(this::tend);
        }
        guarded(outputs::endSlowCalls);
        guarded(outputs::beginToEndBackends); // they may take long, and meanwhile the rest is done
        guarded(outputs::stopJitter);
        guarded(() -> outputs.closeLog(reporting));
        endedParts = 1;
        if (reporting) {
            guarded(() -> outputs.report(costs));
        }
        endedParts = 2;
        guarded(outputs::awaitEndOfBackends);
    }

    /** Whatever can't be had now, another thread above all, may be had later; and meanwhile the rest goes on. */
    private void startIfDue() {
        if (started || System.nanoTime() - nextStartNanos < 0) {
            return;
        }
        nextStartNanos = System.nanoTime() + RETRY_NANOS;
        try {
            outputs.start();
            started = true;
            if (hasThreadFailed || hasStartFailed) {
                Log.say("everything that was asked for has started now");
            }
        } catch (RuntimeException | Error e) {
            if (!hasStartFailed) {
                hasStartFailed = true;
                Log.say("not everything that was asked for can start; it is tried again every second: "
                        + Log.describe(e));
            }
        }
    }

    /** While the application's shutdown hooks run, who may be slow or never end: the JVM may be killed before they have. */
    private void reportEarly() {
        if (endNanos != 0
                && !isReportedEarly
                && System.nanoTime() - endNanos > TimeUnit.SECONDS.toNanos(EARLY_SECONDS)) {
            isReportedEarly = true;
            Log.say("the application's shutdown hooks still run after " + EARLY_SECONDS
                    + " s; should the JVM be killed now, this is the last report");
            outputs.report(costs);
        }
    }

    /** From the thread that ends the JVM: the application's shutdown hooks run now. */
    public void beginToEnd() {
        work.add(() -> endNanos = System.nanoTime());
    }

    /** From any thread: how many lines and pieces have been written, and parts of the end are done. */
    public long progress() {
        return outputs.progress() + endedParts;
    }

    private void tend() {
        selection.retry();
        MemoryCap.stock();
        costs.tend();
        outputs.tend();
        reportEarly();
        if (endNanos == 0) { // else Flight Recorder ends, too
            startLater();
            recording.tend();
        }
        if (file != null && file.hasChanged(System.nanoTime())) {
            fileChange.run();
        }
    }

    private void startLater() {
        long nowNanos = System.nanoTime();
        if (!isStartedLater && nowNanos - laterNanos >= 0 && nowNanos - settledNanos >= 0) {
            isStartedLater = true;
            recording.follow(settings.options().deepCauses());
            lookAtSocket();
        } else if (isStartedLater && System.nanoTime() - socketNanos >= SOCKET_NANOS) {
            lookAtSocket(); // whatever cleans up /tmp may have removed it
        }
    }

    /** To load the JDK's classes for it takes long, and outputs do not wait. */
    private void lookAtSocket() {
        socketNanos = System.nanoTime();
        selection.execute(channel::open);
    }

    private void watch() {
        String path = settings.sources().given(Option.CONFIG).value();
        if (path.equals(Option.CONFIG.standard())) {
            file = null;
        } else if (file == null || !file.path().equals(Path.of(path))) {
            file = new WatchedFile(Path.of(path));
        }
    }

    /** From any thread: there is something to do before the usual time. */
    public void wake() {
        work.wake();
    }

    /** On this thread: does what the settings say now. */
    public void follow() {
        costs.follow(settings.options().clock());
        outputs.follow(settings.options());
        recording.follow(settings.options().deepCauses());
        watch();
    }

    /** To be asked on this thread. */
    public CostMeter costs() {
        return costs;
    }

    /** From any thread. */
    public ContinuousRecording recording() {
        return recording;
    }

    /** On this thread: what is written and sampled. */
    public Outputs outputs() {
        return outputs;
    }

    /** What no one foresaw must neither end this thread nor fill the log. */
    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            if (faults++ == 0) {
                Log.say("unexpected, and said only once: " + Log.describe(e));
            }
        }
    }

    private void runNextWork() {
        try {
            Runnable next = work.poll(outputs.restMillis());
            if (next != null) {
                guarded(next);
            }
        } catch (InterruptedException e) {
            return; // by the application, which interrupts all threads: that ends nothing
        }
    }

    private void end(boolean withReport) {
        reporting = withReport;
        ending = true;
    }

    /**
     * Waits for the thread to write what is left, but not for ever: a hung disk must not keep the JVM. Returns whether it has ended, and needs no more
     * classes.
     */
    public boolean finish(boolean withReport) {
        channel.end();
        if (!withReport) {
            recording.close();
        }
        work.add(() -> end(withReport));
        if (isLeftToCaller()) {
            run();
            return true;
        }
        ProgressTimeout timeout = new ProgressTimeout(
                this::progress, ProgressTimeout.LONGEST_SILENCE_MILLIS, ProgressTimeout.LONGEST_MILLIS);
        boolean hasEnded = timeout.await(thread);
        if (!hasEnded) {
            Log.say("gave up waiting, after " + ProgressTimeout.LONGEST_SILENCE_MILLIS / 1000
                    + " s without progress or " + ProgressTimeout.LONGEST_MILLIS / 1000 + " s with it; missing are "
                    + MISSING[endedParts]);
        }
        return hasEnded;
    }

    /** Whether there is no thread for the end, and will be none. */
    private synchronized boolean isLeftToCaller() {
        boolean hasNone = !start();
        isThreadStarted = true;
        return hasNone;
    }

    /** Has this thread do something, without waiting for it. */
    public void execute(Runnable task) {
        work.add(task);
    }

    /** Has this thread do something and answer. */
    public Answer call(Callable<Answer> question) throws ExecutionException {
        return call(question, Long.MAX_VALUE);
    }

    /** The same, for a thread that may wait so many ms. */
    public Answer call(Callable<Answer> question, long mostMillis) throws ExecutionException {
        Answer here = callHere(question);
        return here == null
                ? work.call(
                        question,
                        Math.min(longestAnswerMillis, mostMillis),
                        Math.min(WORK_FACTOR * longestAnswerMillis, mostMillis))
                : here;
    }

    /** Where the JVM has no thread to give, whoever asks answers, and nothing else is done meanwhile. Null where this one runs. */
    private synchronized Answer callHere(Callable<Answer> question) throws ExecutionException {
        try {
            return isThreadStarted || !hasThreadFailed ? null : question.call();
        } catch (Exception e) {
            throw new ExecutionException(e);
        }
    }
}
