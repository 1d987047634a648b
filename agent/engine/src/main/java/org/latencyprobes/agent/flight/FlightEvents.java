package org.latencyprobes.agent.flight;

import java.time.Duration;
import java.util.List;
import jdk.jfr.EventSettings;
import jdk.jfr.Recording;

/** The events that say what threads waited for and when the JVM stood still, with their thresholds. Stateless. */
final class FlightEvents {

    /** Waits of single threads. Where Java code emits them, newer JDKs can limit their number, which is not wanted here. */
    private static final List<String> WAITS = List.of(
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.ThreadPark",
            "jdk.ThreadSleep",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.FileForce",
            "jdk.VirtualThreadPinned",
            "jdk.ZAllocationStall",
            "jdk.SystemGC");

    /** Times in which all threads stood still. */
    private static final List<String> PAUSES =
            List.of("jdk.GCPhasePause", "jdk.GarbageCollection", "jdk.ExecuteVMOperation", "jdk.SafepointBegin");

    private static final String MORE_THAN_THERE_ARE = "1000000/s";
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofNanos(100_000);
    private static final Duration BETWEEN_STACKS = Duration.ofMillis(20);

    private FlightEvents() {}

    /** Enables them. What a JDK does not know of this, it ignores. */
    static void enable(Recording recording) {
        WAITS.forEach(name ->
                unthrottled(recording.enable(name)).withThreshold(SHORTEST_WAIT).withStackTrace());
        PAUSES.forEach(
                name -> recording.enable(name).withThreshold(SHORTEST_PAUSE).withoutStackTrace());
        recording.enable("jdk.ActiveSetting"); // tells whoever reads a copy of it later what it was to hold
        recording.enable("jdk.JVMInformation");
        recording.enable("jdk.Deoptimization").withoutStackTrace();
        recording.enable("jdk.ObjectAllocationSample").with("throttle", "100/s").withStackTrace();
        recording.enable("jdk.ExecutionSample").withPeriod(BETWEEN_STACKS).withStackTrace();
        recording.disable(SlowCallEvent.NAME); // whoever reads this recording has them from the agent
        recording.disable(ProbeEvent.NAME);
    }

    /** Where recordings differ the highest rate is in force, and any rate is higher than none. */
    private static EventSettings unthrottled(EventSettings settings) {
        return settings.with("throttle", MORE_THAN_THERE_ARE);
    }
}
