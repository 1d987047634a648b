package org.latencyprobes.agent;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.counts.Memory;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.jitter.ClockCheck;

/**
 * The agent's one thread for everything that is not measuring: sinks, modes, the stock of octaves, the report at the end. All state
 * here is this thread's own; others hand it work through a queue.
 *
 * <p>It is also the control channel, a function of JDK types in the hub's room: {@code mode on}, {@code mode off}, either followed by a
 * probe's name; the answer says what was done.
 */
final class Control extends Thread implements Function<String, String> {

    /** Key of the control channel in the hub's room. */
    static final String CHANNEL = "latency-probes-1:control";

    /** How long the end of the JVM may wait for the last report. */
    static final long LONGEST_END_MILLIS = 10_000;

    private static final long TICK_MILLIS = 20;

    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final IntervalReader intervals = new IntervalReader();
    private final Options options;
    private final Linker linker;
    private final WeaveLog weaveLog;
    private final Output output;
    private final Jitter jitter;
    private final LogSink log;
    private long nextReportNanos;
    private long faults;
    private volatile boolean ending;

    Control(Options options, Linker linker, WeaveLog weaveLog) {
        super(null, null, "latency-probes", 0, false);
        setDaemon(true);
        setContextClassLoader(null);
        this.options = options;
        this.linker = linker;
        this.weaveLog = weaveLog;
        this.output = new Output(options.report());
        this.jitter = new Jitter(options);
        this.log = new LogSink(options);
    }

    @Override
    public void run() {
        ClockCheck clock = ClockCheck.run();
        clock.warning().ifPresent(Log::say);
        jitter.start();
        nextReportNanos = System.nanoTime() + options.intervalNanos();
        while (!ending) {
            runNextWork();
            guarded(this::tend);
        }
        guarded(jitter::stop);
        guarded(log::close);
        guarded(() -> new Report(intervals.total(), clock, linker, weaveLog).print(output));
    }

    private void tend() {
        Memory.stock();
        log.writeIfDue();
        if (options.intervalNanos() > 0 && System.nanoTime() - nextReportNanos >= 0) {
            nextReportNanos += options.intervalNanos();
            output.print(Report.interval(intervals.read()));
        }
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
            ending = true; // nobody but us has a reason to interrupt this thread
        }
    }

    /** Waits for the thread to write what is left, but not for ever: a hung disk must not keep the JVM. */
    void end() {
        work.add(() -> ending = true);
        try {
            join(LONGEST_END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isAlive()) {
            Log.say("gave up waiting for the last report after " + LONGEST_END_MILLIS / 1000 + " s");
        }
    }

    @Override
    public String apply(String command) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        work.add(() -> answer.complete(execute(command)));
        return answer.completeOnTimeout("the agent does not answer", LONGEST_END_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    private String execute(String command) {
        String[] words = command.split(" ", 3);
        if (words.length < 2 || !words[0].equals("mode") || !(words[1].equals("on") || words[1].equals("off"))) {
            return "unknown command \"" + command
                    + "\"; allowed are: mode on, mode off, mode on <probe>, mode off <probe>";
        }
        int switched = linker.mode(words.length == 3 ? words[2] : null, words[1].equals("on"));
        return switched + " probes are " + words[1];
    }
}
