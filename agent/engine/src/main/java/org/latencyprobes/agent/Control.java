package org.latencyprobes.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.counts.Memory;
import org.latencyprobes.jitter.ClockCheck;
import org.latencyprobes.thread.DaemonThread;

/**
 * The agent's one thread for everything that is not measuring and does not take long: sinks, modes, the stock of octaves, a look at the
 * options file, the report at the end. The sinks are this thread's own; others hand it work through a queue.
 */
final class Control implements Runnable {

    /** How long the end of the JVM may wait for the last report, and whoever asks for an answer. */
    static final long LONGEST_END_MILLIS = 10_000;

    private static final long TICK_MILLIS = 20;

    private final Thread thread;
    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final Session session;
    private final Settings settings;
    private final WeaveLog weaveLog;
    private final Sinks sinks;
    private WatchedFile file;
    private long faults;
    private volatile boolean reporting;
    private volatile boolean ending;

    Control(Session session, Settings settings, Linker linker, WeaveLog weaveLog) {
        this.session = session;
        this.settings = settings;
        this.weaveLog = weaveLog;
        this.sinks = new Sinks(settings.options(), linker, session);
        thread = DaemonThread.of("latency-probes", this);
        watch();
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        Memory.warnTo(Log::say);
        ClockCheck clock = ClockCheck.run();
        clock.warning().ifPresent(Log::say);
        sinks.start();
        while (!ending) {
            runNextWork();
            guarded(this::tend);
        }
        guarded(sinks::beginToEndBackends); // they may take long, and meanwhile the rest is done
        guarded(sinks::stopJitter);
        guarded(sinks::closeLog);
        if (reporting) {
            guarded(() -> sinks.report(clock, weaveLog));
        }
        guarded(sinks::awaitEndOfBackends);
    }

    private void tend() {
        Memory.stock();
        sinks.tend();
        if (file != null && file.hasChanged()) {
            session.readFile();
        }
    }

    private void watch() {
        String path = settings.sources().given(Option.CONFIG).value();
        if (path.equals(Option.CONFIG.standard())) {
            file = null;
        } else if (file == null || !file.path().equals(Path.of(path))) {
            file = new WatchedFile(Path.of(path));
        }
    }

    /** On this thread: does what the settings say now. */
    void follow() {
        sinks.follow(settings.options());
        watch();
    }

    /** On this thread: a row for each backend. */
    List<Object[]> backends() {
        return sinks.backends();
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
            Runnable next = work.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
            if (next != null) {
                guarded(next);
            }
        } catch (InterruptedException e) {
            end(true); // nobody but us has a reason to interrupt this thread
        }
    }

    private void end(boolean withReport) {
        reporting = withReport;
        ending = true;
    }

    /** Waits for the thread to write what is left, but not for ever: a hung disk must not keep the JVM. */
    void finish(boolean withReport) {
        work.add(() -> end(withReport));
        try {
            thread.join(LONGEST_END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            Log.say("gave up waiting for the last samples to be written after " + LONGEST_END_MILLIS / 1000 + " s");
        }
    }

    /** Has this thread do something and answer. */
    Answer call(Callable<Answer> question) throws ExecutionException {
        FutureTask<Answer> task = new FutureTask<>(question);
        work.add(task);
        try {
            return task.get(LONGEST_END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Answer.failed(
                    Answer.FAILED,
                    "the agent has not answered for " + LONGEST_END_MILLIS / 1000 + " s: a sink may hang");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.failed(Answer.FAILED, "interrupted");
        }
    }
}
