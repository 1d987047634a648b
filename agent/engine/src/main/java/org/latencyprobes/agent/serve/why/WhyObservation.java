package org.latencyprobes.agent.serve.why;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Request;

/** What a command {@code why} has asked for and begun. Thread-safe, but for what was probed: that is for whoever has the turn. */
final class WhyObservation {

    final Request.WhyBegin asked;
    final WhyRecording recording;
    final WhyWatch.Time time = new WhyWatch.Time();
    final Set<String> patterns = new LinkedHashSet<>();
    final List<MethodPattern> lifted = new ArrayList<>();
    volatile Lease lease; // null until all has begun
    volatile boolean isBegun;

    private final long endNanos;

    /** Has begun nothing yet of what is asked for. */
    WhyObservation(Request.WhyBegin request, WhyRecording recording) {
        endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.watchMillis());
        asked = request;
        this.recording = recording;
    }

    boolean isOf(String other) {
        return asked.id().equals(other);
    }

    /** The command goes on. */
    void renew(long millis) {
        Lease present = lease;
        if (present != null) {
            present.renew(millis);
        }
    }

    /** Why another one cannot begin. */
    String refusal() {
        return "another why is under way in this JVM: " + state()
                + "; detach <pid> ends it at once, and takes out the agent";
    }

    /** For how long it is going to last. */
    String state() {
        Lease present = lease;
        if (present == null) {
            return "it is just beginning";
        }
        long leftSeconds = TimeUnit.NANOSECONDS.toSeconds(endNanos - System.nanoTime());
        return (leftSeconds > 0 ? "it watches for " + leftSeconds + " s more" : "its watch is over")
                + ", and is undone within " + (present.leftMillis() / 1000 + 1) + " s where its command is gone";
    }
}
