package org.latencyprobes.agent.cause;

import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.DisturbanceKind;
import org.latencyprobes.explain.Split;

/** Sums over slow calls of about the same length. Mutable; whoever has it sees to its lock. */
final class CauseSums {

    private static final int CAUSES = Cause.values().length;
    private static final int DISTURBANCES = DisturbanceKind.values().length;

    /** Memory of one, with its entry in a map, in bytes. */
    static final int BYTES = 56 + 3 * (16 + 8 * CAUSES) + 16 + 8 * DISTURBANCES + 80;

    private long calls;
    private long nanos;
    private long shiftedNanos;
    private final long[] callsByCause = new long[CAUSES];
    private final long[] nanosByCause = new long[CAUSES];
    private final long[] chanceByCause = new long[CAUSES];
    private long disturbedCalls;
    private final long[] callsByDisturbance = new long[DISTURBANCES];

    /**
     * Adds a call.
     *
     * @param callNanos its time
     * @param chanceNanosByKind what stalls of each kind would cover of it by chance; null where that is not known
     */
    void add(long callNanos, Split split, long[] chanceNanosByKind) {
        calls++;
        nanos += callNanos;
        for (Cause cause : Cause.values()) {
            int at = cause.ordinal();
            nanosByCause[at] += split.nanos(cause);
            callsByCause[at] += split.nanos(cause) > 0 ? 1 : 0;
            chanceByCause[at] += chanceNanosByKind == null ? 0 : cause.of(chanceNanosByKind);
        }
        shiftedNanos += chanceNanosByKind == null ? 0 : callNanos;
    }

    /** Notes that one of the calls came in disturbances of these kinds, which have a bit each. */
    void addDisturbed(int kinds) {
        disturbedCalls++;
        for (int kind = 0; kind < DISTURBANCES; kind++) {
            callsByDisturbance[kind] += kinds >> kind & 1;
        }
    }

    /** Adds others, or takes them away, where the sign is −1. */
    CauseSums plus(CauseSums other, int sign) {
        calls += sign * other.calls;
        nanos += sign * other.nanos;
        shiftedNanos += sign * other.shiftedNanos;
        for (int at = 0; at < CAUSES; at++) {
            callsByCause[at] += sign * other.callsByCause[at];
            nanosByCause[at] += sign * other.nanosByCause[at];
            chanceByCause[at] += sign * other.chanceByCause[at];
        }
        disturbedCalls += sign * other.disturbedCalls;
        for (int kind = 0; kind < DISTURBANCES; kind++) {
            callsByDisturbance[kind] += sign * other.callsByDisturbance[kind];
        }
        return this;
    }

    CauseSums copy() {
        return new CauseSums().plus(this, 1);
    }

    long calls() {
        return calls;
    }

    long calls(Cause cause) {
        return callsByCause[cause.ordinal()];
    }

    /** Those in any disturbance. */
    long disturbedCalls() {
        return disturbedCalls;
    }

    long calls(DisturbanceKind kind) {
        return callsByDisturbance[kind.ordinal()];
    }

    long nanos(Cause cause) {
        return nanosByCause[cause.ordinal()];
    }

    /** What is above the usual time of so many calls, by the cause's ordinal. */
    double[] aboveUsual(double usualNanosPerCall) {
        return Split.aboveUsual(nanosByCause, usualNanosPerCall * calls);
    }

    /** The share that a cause would have by chance of a time above the usual; NaN where that is not known. */
    double chance(Cause cause, double aboveNanos) {
        double shiftedAboveNanos = nanos == 0 ? 0 : aboveNanos * shiftedNanos / nanos;
        return shiftedAboveNanos == 0 ? Double.NaN : Math.min(1, chanceByCause[cause.ordinal()] / shiftedAboveNanos);
    }
}
