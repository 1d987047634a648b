package org.latencyprobes.agent.thread;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * The {@linkplain CarrierReadings readings} of threads that were seen in a call: carriers of virtual threads, as a rule. A look reads each
 * once, and where that does not tell what the thread is in, soon once more. The kernel's files are held of {@value #MOST_WITH_FILES} at most. For the
 * sampler's thread, but where said; allocates nothing there.
 */
final class CarrierTimes {

    /** How many are known; more than there are carriers as a rule. */
    static final int MOST = 64;

    static final int MOST_WITH_FILES = 8;

    static final int UNKNOWN = -1;

    /** The least time between two readings that tell something. */
    private static final long LEAST_NANOS = 20_000;

    private final LongUnaryOperator cpuTimes;
    private final LongSupplier nanoTime;
    private final CarrierReadings[] carriers = new CarrierReadings[MOST];
    private long look = 1;
    private boolean hasWaited;

    CarrierTimes(LongUnaryOperator cpuTimes, LongSupplier nanoTime) {
        this.cpuTimes = cpuTimes;
        this.nanoTime = nanoTime;
        Arrays.setAll(carriers, at -> new CarrierReadings());
    }

    /** Another look begins. */
    void begin() {
        look++;
        hasWaited = false;
    }

    /** Whether a file took long in this look; then no other is read. */
    boolean hasWaited() {
        return hasWaited;
    }

    /** Reads a thread, unless this look has done so. Returns a number for it; {@link #UNKNOWN} where there are too many. */
    int read(long id) {
        int oldest = 0;
        for (int at = 0; at < MOST; at++) {
            if (carriers[at].threadId() == id) {
                readIfDue(carriers[at]);
                return at;
            }
            oldest = carriers[at].look() < carriers[oldest].look() ? at : oldest;
        }
        if (carriers[oldest].look() >= look - 1) {
            return UNKNOWN;
        }
        carriers[oldest].follow(id);
        readIfDue(carriers[oldest]);
        return oldest;
    }

    private void readIfDue(CarrierReadings carrier) {
        if (carrier.look() < look) {
            long beganNanos = nanoTime.getAsLong();
            long cpu = cpuTimes.applyAsLong(carrier.threadId());
            carrier.read(look, middle(beganNanos), cpu, !hasWaited);
            hasWaited |= carrier.readingNanos() > NativeLooks.LONG_NANOS;
        }
    }

    /** To read CPU time takes up to half of what is between two readings. */
    private long middle(long beganNanos) {
        return beganNanos + (nanoTime.getAsLong() - beganNanos) / 2;
    }

    CarrierReadings of(int at) {
        return carriers[at];
    }

    /** The share of the moments since this look has read it; NaN where nobody can tell. May wait for some microseconds. */
    double shareNow(int at) {
        CarrierReadings carrier = carriers[at];
        if (Double.isNaN(carrier.shareNow())) {
            while (nanoTime.getAsLong() - carrier.atNanos() < LEAST_NANOS) {
                Thread.onSpinWait();
            }
            long beganNanos = nanoTime.getAsLong();
            long cpu = cpuTimes.applyAsLong(carrier.threadId());
            carrier.measureNow(middle(beganNanos), cpu);
        }
        return carrier.shareNow();
    }

    /** Those whose files are to be found. For the agent's other thread. */
    List<KernelFiles> wanted() {
        return Arrays.stream((KernelFiles[]) carriers)
                .filter(KernelFiles::takeWanted)
                .limit(Math.max(0, MOST_WITH_FILES - withFiles()))
                .toList();
    }

    /** Of how many files are held. Any thread may ask. */
    long withFiles() {
        return Arrays.stream(carriers).filter(KernelFiles::areKnown).count();
    }

    /** Closes the files of threads that have ended. */
    void closeEnded() {
        for (CarrierReadings carrier : carriers) {
            if (carrier.areKnown() && cpuTimes.applyAsLong(carrier.threadId()) < 0) {
                carrier.close();
            }
        }
    }

    /** Closes all files. Any thread may. */
    void close() {
        for (CarrierReadings carrier : carriers) {
            carrier.close();
        }
    }
}
