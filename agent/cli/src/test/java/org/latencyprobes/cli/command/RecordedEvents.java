package org.latencyprobes.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/** Recordings of this JVM with events like those of the agent. */
final class RecordedEvents {

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
            "jdk.ZAllocationStall");

    /** As the agent's. Its fields are read from the recording. */
    @Name("latencyprobes.SlowCall")
    @StackTrace(false)
    @SuppressWarnings("unused")
    private static final class SlowCall extends Event {
        private String probe;
        private String tags = "";
        private String outcome = "ok";
        private String thread = Thread.currentThread().getName();
        private long threadId = Thread.currentThread().getId();
        private String trace = "4bf";
        private String causes = "";
        private String ofThread = "";
        private long nestedCalls;
        private long nestedNanos;
        private boolean isVirtual;
        private long standsFor = 1;
    }

    /** As that of an agent before samples. */
    @Name("latencyprobes.SlowCall")
    @StackTrace(false)
    @SuppressWarnings("unused")
    private static final class OldSlowCall extends Event {
        private String probe = "Orders.place";
        private String thread = "main";
        private long threadId = 1;
        private long nestedCalls;
        private long nestedNanos;
    }

    interface Work {
        void run() throws Exception;
    }

    private RecordedEvents() {}

    /** A recording of waits from a duration on. */
    static Recording start(Duration shortest) {
        Recording recording = prepared(shortest);
        recording.start();
        return recording;
    }

    /** The same, not yet started. */
    static Recording prepared(Duration shortest) {
        Recording recording = new Recording();
        recording.enable("jdk.ActiveSetting");
        recording.enable("jdk.JVMInformation");
        WAITS.forEach(name ->
                recording.enable(name).withThreshold(shortest).withStackTrace().with("throttle", "off"));
        recording.enable(SlowCall.class);
        return recording;
    }

    /** A recording with a slow call of an older agent alone. */
    static Path ofOlderVersion(Path file) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable(OldSlowCall.class);
            recording.start();
            new OldSlowCall().commit();
            return dump(recording, file);
        }
    }

    /** Calls something, and writes an event of that. */
    static void call(String probe, String causes, Work work) throws Exception {
        call(probe, causes, "", work);
    }

    /** The same, with what the agent's event says of the thread. */
    static void call(String probe, String causes, String ofThread, Work work) throws Exception {
        SlowCall call = new SlowCall();
        call.probe = probe;
        call.causes = causes;
        call.ofThread = ofThread;
        call.begin();
        work.run();
        call.end();
        call.commit();
    }

    /** Calls something, and writes the event of that once something else is done. */
    static void callWrittenAfter(String probe, Work work, Work between) throws Exception {
        SlowCall call = new SlowCall();
        call.probe = probe;
        call.begin();
        work.run();
        call.end();
        between.run();
        call.commit();
    }

    /** A call on a thread of a name; null for one that the recording lacks. */
    static void callOn(String thread, String probe) {
        SlowCall call = new SlowCall();
        call.probe = probe;
        call.thread = thread;
        call.isVirtual = "".equals(thread);
        call.begin();
        call.end();
        call.commit();
    }

    static Path dump(Recording recording, Path file) throws Exception {
        recording.dump(file);
        return file;
    }
}
