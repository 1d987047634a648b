package org.latencyprobes.agent.output;

import java.lang.instrument.Instrumentation;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.option.JitterSource;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.stall.CompileTime;
import org.latencyprobes.agent.stall.StallSampler;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.latencyprobes.internal.jitter.OsJitterSampler;

/** The jitter sampler that the options ask for, and the stalls that it has found. For one thread. */
public final class JitterSampling {

    private final Instrumentation instrumentation;
    private Options options;
    private AutoCloseable sampler;
    private StallSampler stallSampler;
    private volatile StallTimeline stalls;
    private final ThreadTimes threads;
    private final LongSupplier redefinitions;
    private final Runnable afterSleep;
    private final IdleWatch idle;

    /**
     * Starts nothing yet.
     *
     * @param redefinitions counts changes of loaded classes
     * @param afterSleep what the sampler of hiccups is to do after each sleep
     * @param idle says how long that is to sleep
     */
    JitterSampling(
            Options options,
            Instrumentation instrumentation,
            Supplier<Clock> clock,
            LongSupplier redefinitions,
            Runnable afterSleep,
            IdleWatch idle) {
        this.idle = idle;
        this.redefinitions = redefinitions;
        threads = new ThreadTimes(clock, instrumentation);
        this.afterSleep = afterSleep;
        this.options = options;
        this.instrumentation = instrumentation;
    }

    /** Unless it runs already. */
    void start() {
        if (sampler != null) {
            return;
        }
        try {
            sampler = switch (options.jitter()) {
                case HICCUP -> hiccups();
                case OS -> OsJitterSampler.start(options.jitterThresholdNanos(), options.jitterCpu());
                case OFF -> null;
            };
        } catch (IllegalStateException e) {
            Log.say("no jitter sampler: " + e.getMessage());
        }
    }

    private HiccupSampler hiccups() {
        if (!options.stalls()) {
            return HiccupSampler.start(idle);
        }
        if (stalls == null) {
            stalls = new StallTimeline();
        }
        stallSampler = new StallSampler(instrumentation, stalls, threads, redefinitions, afterSleep);
        return HiccupSampler.start(idle, stallSampler);
    }

    void follow(Options next) {
        Options former = options;
        options = next;
        if (!kind(next).equals(kind(former))) {
            stop();
            start();
        }
    }

    private static String kind(Options options) {
        return options.jitter() + " " + options.jitterThresholdNanos() + ' ' + options.jitterCpu() + ' '
                + options.stalls();
    }

    void stop() {
        try {
            if (sampler != null) {
                sampler.close();
            }
        } catch (Exception e) {
            Log.say("jitter sampler: " + Log.describe(e));
        }
        sampler = null;
        stallSampler = null;
    }

    /** Whether the sampler runs that looks for stalls. */
    boolean isWatching() {
        return sampler != null && stalls != null && stalls.isWatched();
    }

    /** Whether the sampler of hiccups runs, which asks before each sleep whether probes are called. */
    boolean isSampling() {
        return sampler instanceof HiccupSampler;
    }

    /** From any thread: the stalls found so far; null where they have never been looked for. */
    public StallTimeline stalls() {
        return stalls;
    }

    /** What threads did during their calls. */
    public ThreadTimes threads() {
        return threads;
    }

    /** Has more calls looked at, and all the time, while somebody watches them. */
    public void watch(boolean isWatched) {
        threads.watch(isWatched);
        idle.watch(isWatched);
    }

    /** What the compilers take. */
    CompileTime compileTime() {
        return CompileTime.open(instrumentation, stallSampler);
    }

    /** What stalls are told by, or why they are not. */
    public String stallSources() {
        if (stallSampler != null) {
            return stallSampler.sources() + idle.remark();
        }
        return options.stalls() && options.jitter() != JitterSource.HICCUP ? "off, since jitter is not hiccup" : "off";
    }
}
