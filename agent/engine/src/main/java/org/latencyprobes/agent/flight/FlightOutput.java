package org.latencyprobes.agent.flight;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;
import org.latencyprobes.agent.base.ClassWatch;
import org.latencyprobes.agent.base.ClassWatches;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.slow.WeightedCall;

/**
 * The way of slow calls and probes into recordings of Flight Recorder, whoever starts them. Before somebody in this JVM uses it no class of
 * its module is loaded, and without that module nothing happens. For one thread.
 */
public final class FlightOutput {

    private static final String IN_USE = "jdk.jfr.FlightRecorder";
    static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Looks until a class that was being loaded when this began is among the loaded ones. Not a time: where this thread has no CPU for as long, none
     * would be made.
     */
    static final int SEARCHES = 5;

    private final Instrumentation instrumentation;
    private final FlightRecorderClock clock;
    private final ClassWatches watches;
    private final ClassWatch watch;
    private final LongSupplier nanoTime;
    private ProbeEvents events;
    private boolean isPresent;
    private boolean hasFailed;
    private long nextLookNanos;
    private int searches = SEARCHES;

    /**
     * Begins to watch out.
     *
     * @param instrumentation looks whether Flight Recorder has been used
     * @param watches tell if it is later
     * @param nanoTime as {@link System#nanoTime}
     */
    public FlightOutput(Instrumentation instrumentation, ClassWatches watches, LongSupplier nanoTime) {
        this.instrumentation = instrumentation;
        this.watches = watches;
        clock = new FlightRecorderClock(instrumentation);
        watch = watches.add(IN_USE.replace('.', '/'));
        this.nanoTime = nanoTime;
        nextLookNanos = nanoTime.getAsLong();
    }

    /** Writes what is due, to recordings that want it. To be called often. */
    public void tend() {
        isPresent |= watch.takeSeen();
        if (events != null) {
            try {
                events.tend();
            } catch (RuntimeException | LinkageError e) {
                fail(e);
            }
        } else if (!hasFailed && nanoTime.getAsLong() - nextLookNanos >= 0) {
            nextLookNanos = nanoTime.getAsLong() + LOOK_NANOS;
            if (!isPresent && searches > 0) {
                searches--;
                isPresent = isLoaded();
            }
            if (isPresent) {
                beginIfInUse();
            }
        }
    }

    private boolean isLoaded() {
        return Arrays.stream(instrumentation.getInitiatedClasses(null))
                .anyMatch(type -> type.getName().equals(IN_USE));
    }

    /** What this JVM does not have is said once. */
    private void beginIfInUse() {
        try {
            if (FlightRecorder.isInitialized()) {
                events = new ProbeEvents(clock);
            }
        } catch (RuntimeException | LinkageError e) {
            fail(e);
        }
    }

    private void fail(Throwable e) {
        hasFailed = true;
        try {
            close();
        } catch (RuntimeException | LinkageError more) {
            events = null;
        }
        Log.say("recordings of Flight Recorder get no events of probes: " + Log.describe(e));
    }

    /**
     * Writes a call.
     *
     * @param call one that has been explained, as far as it can be
     */
    public void add(WeightedCall call) {
        if (events != null) {
            try {
                events.write(call);
            } catch (RuntimeException | LinkageError e) {
                fail(e);
            }
        }
    }

    /** Leaves Flight Recorder for good. */
    public void close() {
        watches.remove(watch);
        if (events != null) {
            events.close();
            events = null;
        }
    }
}
