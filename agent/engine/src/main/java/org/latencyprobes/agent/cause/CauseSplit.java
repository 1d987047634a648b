package org.latencyprobes.agent.cause;

import java.util.Arrays;
import org.latencyprobes.agent.protocol.slow.ThreadTime;
import org.latencyprobes.agent.stall.StallKind;

/** The time of one slow call by cause: each nanosecond is in it once. Immutable. */
public final class CauseSplit {

    private static final Cause[] CAUSES = Cause.values();

    private final long[] nanos = new long[CAUSES.length];
    private final ThreadTime ofThread;

    private CauseSplit(ThreadTime ofThread) {
        this.ofThread = ofThread;
    }

    /**
     * Splits a call's time by precedence.
     *
     * @param callNanos the call's time
     * @param stallNanosByKind how much of it stalls of each kind cover, by the kind's ordinal; that of {@link StallKind#CPU_WAIT} is the wait of the
     *     call's thread, where that is known
     * @param overheadNanos what the probes inside took; only what stalls have left counts
     * @param ofThread what the call's thread did; null where that is not known
     * @param waitNanosByKind for how long the call's thread waited for each kind of thing, by the kind's ordinal, by samples. What it ran for
     *     sure, or waited for a CPU, comes off that
     */
    static CauseSplit of(
            long callNanos, long[] stallNanosByKind, long overheadNanos, ThreadTime ofThread, long[] waitNanosByKind) {
        CauseSplit split = new CauseSplit(ofThread);
        long left = callNanos;
        long leastCpuNanos = ofThread == null ? 0 : ofThread.allLeastCpuNanos();
        long ranNanos = ofThread == null ? 0 : leastCpuNanos + Cause.CPU_WAIT.of(stallNanosByKind);
        for (Cause cause : CAUSES) {
            if (cause == Cause.OVERHEAD) { // the thread may have run in a stall that nothing explains
                long unknownNanos = stallNanosByKind[StallKind.UNKNOWN.ordinal()];
                left -= split.add(Cause.UNKNOWN, Math.min(unknownNanos, Math.max(0, left - leastCpuNanos)));
            }
            long present = switch (cause) {
                case OVERHEAD -> overheadNanos;
                case ON_CPU -> Math.max(0, leastCpuNanos - overheadNanos);
                case UNKNOWN -> left;
                case CPU_WAIT -> Math.min(cause.of(stallNanosByKind), Math.max(0, left - leastCpuNanos));
                case SOCKET, FILE, LOCK, SLEEP, WAIT, PARK ->
                    Math.min(waitNanosByKind[cause.waitKind().ordinal()], Math.max(0, left - ranNanos));
                default -> cause.of(stallNanosByKind);
            };
            left -= split.add(cause, Math.min(left, present));
        }
        return split;
    }

    private long add(Cause cause, long more) {
        nanos[cause.ordinal()] += more;
        return more;
    }

    /**
     * The time of one cause.
     *
     * @param cause any
     * @return in ns, 0 or more
     */
    public long nanos(Cause cause) {
        return nanos[cause.ordinal()];
    }

    /**
     * The cause of most of the time by which the call was slower than usual.
     *
     * @param usualNanos what a call of the probe usually takes, such as the median, in ns; 0 for the cause of most of its time
     * @return the first in order where two have the same time
     */
    public Cause main(double usualNanos) {
        return main(nanos, usualNanos);
    }

    /**
     * The cause of most of the time by which calls were slower than usual.
     *
     * @param nanosByCause the time of the calls, in ns, by the cause's ordinal
     * @param usualNanos what as many calls usually take, in ns
     * @return the first in order where two have the same time
     */
    public static Cause main(long[] nanosByCause, double usualNanos) {
        double[] above = aboveUsual(nanosByCause, usualNanos);
        if (Arrays.stream(above).noneMatch(nanos -> nanos > 0)) { // no slower than usual: by all of its time
            Arrays.setAll(above, at -> nanosByCause[at]);
        }
        Cause main = Cause.UNKNOWN;
        for (Cause cause : CAUSES) {
            if (above[cause.ordinal()] > above[main.ordinal()]) {
                main = cause;
            }
        }
        return main;
    }

    /**
     * Takes the usual time off: in proportion off what a usual call consists of, and only what is missing there off the stalls.
     *
     * @param nanosByCause of one call or of several, by the cause's ordinal
     * @param usualNanos of as many calls
     * @return what is left, 0 or more each
     */
    static double[] aboveUsual(long[] nanosByCause, double usualNanos) {
        double stallNanos = 0;
        double ownNanos = 0;
        for (Cause cause : CAUSES) {
            if (cause.isStall()) {
                stallNanos += nanosByCause[cause.ordinal()];
            } else {
                ownNanos += nanosByCause[cause.ordinal()];
            }
        }
        double ownFactor = left(ownNanos, usualNanos);
        double stallFactor = left(stallNanos, usualNanos - ownNanos);
        double[] above = new double[CAUSES.length];
        for (Cause cause : CAUSES) {
            above[cause.ordinal()] = nanosByCause[cause.ordinal()] * (cause.isStall() ? stallFactor : ownFactor);
        }
        return above;
    }

    private static double left(double nanos, double lessNanos) {
        return nanos <= 0 || lessNanos >= nanos ? 0 : (nanos - Math.max(0, lessNanos)) / nanos;
    }

    /**
     * What the call's thread did.
     *
     * @return null where that is not known
     */
    public ThreadTime ofThread() {
        return ofThread;
    }
}
