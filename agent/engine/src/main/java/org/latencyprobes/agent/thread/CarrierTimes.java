package org.latencyprobes.agent.thread;

import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * How much of the time between two looks the threads ran that were seen in a call: carriers of virtual threads, as a rule. A look reads each
 * once, and where there was no look before, or it was of another call, soon once more. For one thread; allocates nothing.
 */
final class CarrierTimes {

    /** How many are known; more than there are carriers as a rule. */
    static final int MOST = 64;

    static final int UNKNOWN = -1;

    /** The least time between two readings that tell something. */
    private static final long LEAST_NANOS = 20_000;

    private final LongUnaryOperator cpuTimes;
    private final LongSupplier nanoTime;
    private final long[] ids = new long[MOST];
    private final long[] looks = new long[MOST];
    private final long[] nanos = new long[MOST];
    private final long[] cpuNanos = new long[MOST];
    private final double[] shares = new double[MOST];
    private final double[] presentShares = new double[MOST];
    private long look = 1;

    CarrierTimes(LongUnaryOperator cpuTimes, LongSupplier nanoTime) {
        this.cpuTimes = cpuTimes;
        this.nanoTime = nanoTime;
    }

    /** Another look begins. */
    void begin() {
        look++;
    }

    /** Reads a thread, unless this look has done so. Returns a number for it; {@link #UNKNOWN} where there are too many. */
    int read(long id) {
        int free = UNKNOWN;
        for (int at = 0; at < MOST; at++) {
            if (ids[at] == id) {
                readIfDue(at);
                return at;
            }
            free = free == UNKNOWN && looks[at] < look - 1 ? at : free;
        }
        if (free != UNKNOWN) {
            ids[free] = id;
            looks[free] = 0;
            readIfDue(free);
        }
        return free;
    }

    private void readIfDue(int at) {
        if (looks[at] == look) {
            return;
        }
        long beganNanos = nanoTime.getAsLong();
        long cpu = cpuTimes.applyAsLong(ids[at]);
        long nowNanos = middle(beganNanos);
        shares[at] = looks[at] == look - 1 ? share(at, nowNanos, cpu) : Double.NaN;
        presentShares[at] = Double.NaN;
        looks[at] = look;
        nanos[at] = nowNanos;
        cpuNanos[at] = cpu;
    }

    /** To read CPU time takes up to half of what is between two readings. */
    private long middle(long beganNanos) {
        return beganNanos + (nanoTime.getAsLong() - beganNanos) / 2;
    }

    private double share(int at, long nowNanos, long cpu) {
        return cpu < 0 || cpuNanos[at] < 0
                ? Double.NaN
                : Math.min(1, Math.max(0, (cpu - cpuNanos[at]) / (double) Math.max(1, nowNanos - nanos[at])));
    }

    /** The share of the time since the look before in which it ran; NaN where that did not read it. */
    double shareSinceLook(int at) {
        return shares[at];
    }

    /** The share of the moments since this look has read it; NaN where nobody can tell. May wait for some microseconds. */
    double shareNow(int at) {
        if (Double.isNaN(presentShares[at])) {
            while (nanoTime.getAsLong() - nanos[at] < LEAST_NANOS) {
                Thread.onSpinWait();
            }
            long beganNanos = nanoTime.getAsLong();
            long cpu = cpuTimes.applyAsLong(ids[at]);
            presentShares[at] = share(at, middle(beganNanos), cpu);
        }
        return presentShares[at];
    }
}
