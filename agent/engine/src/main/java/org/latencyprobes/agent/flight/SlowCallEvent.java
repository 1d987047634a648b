package org.latencyprobes.agent.flight;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A slow call in a recording of Flight Recorder. It is written after the call, on a thread of the agent's, but has the call's own start and
 * duration: so Mission Control shows it in its place, and a threshold in a recording's settings applies. The JVM gives each event class the
 * fields of both; they are set here.
 */
@Registered(false)
@Name(SlowCallEvent.NAME)
@Label("Slow Call")
@Category("Latency Probes")
@Description(
        "A call of the sample of its probe's slow ones. It is written by the agent's thread, some seconds after the call")
@StackTrace(false)
final class SlowCallEvent extends Event {

    static final String NAME = "latencyprobes.SlowCall";

    private static final VarHandle START = ofJvm("startTime");
    private static final VarHandle LENGTH = ofJvm("duration");

    @Label("Probe")
    String probe;

    @Label("Tags")
    String tags;

    @Label("Outcome")
    @Description("ok, error or cancelled")
    String outcome;

    @Label("Thread")
    @Description("Name of the thread that recorded the call; empty for a virtual thread without one")
    String thread;

    @Label("Thread Id")
    @Description("-1 where it is not known")
    long threadId;

    @Label("Virtual Thread")
    boolean isVirtual;

    @Label("Trace Id")
    @Description("Empty where the application had none")
    String trace;

    @Label("Main Cause")
    @Description("What most of the call's time was spent on")
    String mainCause;

    @Label("Causes")
    @Description("All of the call's time by cause, in microseconds")
    String causes;

    @Label("Thread Times")
    @Description("What the thread did, in ns: when it was first read in the call; how long it ran since then at most,"
            + " ran at least, waited for a CPU, and was throttled; before, ran at least and waited; empty where it is not"
            + " known")
    String ofThread;

    @Label("Holders")
    @Description(
            "Who held a lock that the thread waited for: a line each of when, from the call's start on, and how long, in"
                    + " ns; the holder's id, -1 where it is not known; cause, lock, and the holder's name")
    String holders;

    @Label("Stands For")
    @Description("How many calls of the probe of about this duration there were for each of these that was written")
    long standsFor;

    @Label("Nested Calls")
    @Description("Probed calls that began inside the call; -1 where that is not known")
    long nestedCalls;

    @Label("Time in Nested Calls")
    @Description("The time in these calls")
    @Timespan
    long nestedNanos;

    private static VarHandle ofJvm(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(SlowCallEvent.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** When the call began, and how long it took, in ticks of Flight Recorder. */
    void lasted(long startTicks, long ticks) {
        START.set(this, startTicks);
        LENGTH.set(this, ticks);
    }
}
