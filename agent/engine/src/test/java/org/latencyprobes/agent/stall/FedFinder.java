package org.latencyprobes.agent.stall;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.agent.base.ProcFile;

/** A finder that is fed by tests. Times are in ms; the sampler sleeps for 1 ms as a rule. A stall is written as kind, start and length. */
class FedFinder {

    static final long MILLI = 1_000_000;

    final CounterReading now = new CounterReading(2);
    final List<String> found = new ArrayList<>();
    long periodMillis = 1;
    private long formerEnd;
    private long countedNanos = -123_456_789;
    StallFinder finder = finder(true);

    final StallFinder finder(boolean hasSafepoints) {
        JvmCounters counters = new JvmCounters() {
            @Override
            public int collectors() {
                return 2;
            }

            @Override
            public boolean hasSafepoints() {
                return hasSafepoints;
            }

            @Override
            public void read(CounterReading into) {
                into.copyFrom(now);
            }
        };
        return new StallFinder(
                counters,
                0,
                (kind, start, nanos, reach) -> found.add(
                        kind.label() + ' ' + start / MILLI + ' ' + nanos / MILLI + (reach == 0 ? "" : " " + reach)));
    }

    final void sleep(long start, long end, Consumer<SystemWait> system) {
        long since = formerEnd == 0 ? start : formerEnd;
        formerEnd = end;
        if (finder.slept(periodMillis * MILLI, since * MILLI, start * MILLI, end * MILLI, now)) {
            SystemWait wait = finder.systemWait();
            wait.runDelayNanos = 0;
            wait.extraRuns = 0;
            wait.firstRuns = ProcFile.UNKNOWN;
            wait.throttledNanos = 0;
            wait.stealNanos = 0;
            wait.ranNanos = 0;
            wait.unusualNanos = 0;
            wait.isUnsteady = false;
            wait.readNanos = end * MILLI;
            system.accept(wait);
            formerEnd = finder.systemWasRead(end * MILLI) / MILLI;
        }
    }

    final void sleep(long start, long end) {
        sleep(start, end, any -> {});
    }

    final void safepoint(long reach, long nanos) {
        now.safepoints++;
        now.reachNanos += reach * MILLI;
        now.safepointNanos += nanos * MILLI;
    }

    /** One whose place the counters tell, too: they begin at a moment that nobody knows. */
    final void safepointAt(long micros, long nanos) {
        now.applicationNanos += micros * 1_000 - countedNanos;
        now.safepoints++;
        now.safepointNanos += nanos;
        countedNanos = micros * 1_000 + nanos;
    }

    final void pause(int collector, long start, long end) {
        now.pauses[collector]++;
        now.pauseNanos[collector] += (end - start) * MILLI;
        now.lastStartNanos[collector] = start * MILLI;
        now.lastEndNanos[collector] = end * MILLI;
    }
}
