package org.latencyprobes.agent.cause;

import java.util.Arrays;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.DisturbanceKind;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.sample.CellSums;

/**
 * Sums over the sampled calls of one stratum, each of which stands for some, and how many there were of which nothing is known. Mutable; whoever has it
 * sees to its lock.
 */
final class CauseSums {

    private static final int CAUSES = Cause.values().length;
    private static final int DISTURBANCES = DisturbanceKind.values().length;

    /** Memory of one, with its entry in a map, in bytes. */
    static final int BYTES = 48 + CellSums.bytes(CAUSES) + (16 + 8 * CAUSES) * 2 + 16 + 8 * DISTURBANCES + 80;

    private final CellSums cell = new CellSums(CAUSES);
    private double shiftedNanos;
    private final double[] chanceByCause = new double[CAUSES];
    private final long[] keptByCause = new long[CAUSES];
    private long lost;
    private long disturbed;
    private final long[] byDisturbance = new long[DISTURBANCES];

    /**
     * Adds a call.
     *
     * @param standsFor how many calls it stands for
     * @param nanos its time
     * @param chanceNanosByKind what stalls of each kind would cover of it by chance; null where that is not known
     */
    void add(long standsFor, long nanos, Split split, long[] chanceNanosByKind) {
        long[] nanosByCause = new long[CAUSES];
        for (Cause cause : Cause.values()) {
            int at = cause.ordinal();
            nanosByCause[at] = split.nanos(cause);
            keptByCause[at] += nanosByCause[at] > 0 ? 1 : 0;
            chanceByCause[at] += chanceNanosByKind == null ? 0 : standsFor * (double) cause.of(chanceNanosByKind);
        }
        cell.add(standsFor, nanos, split.main().ordinal(), nanosByCause);
        shiftedNanos += chanceNanosByKind == null ? 0 : standsFor * (double) nanos;
    }

    /** Notes that one of the calls came in disturbances of these kinds, which have a bit each. */
    void addDisturbed(int kinds) {
        disturbed++;
        for (int kind = 0; kind < DISTURBANCES; kind++) {
            byDisturbance[kind] += kinds >> kind & 1;
        }
    }

    void addLost(long calls) {
        lost += calls;
    }

    /** Adds others, or takes them away, where the sign is −1. */
    CauseSums plus(CauseSums other, int sign) {
        cell.plus(other.cell, sign);
        shiftedNanos += sign * other.shiftedNanos;
        lost += sign * other.lost;
        disturbed += sign * other.disturbed;
        Arrays.setAll(chanceByCause, at -> chanceByCause[at] + sign * other.chanceByCause[at]);
        Arrays.setAll(keptByCause, at -> keptByCause[at] + sign * other.keptByCause[at]);
        Arrays.setAll(byDisturbance, at -> byDisturbance[at] + sign * other.byDisturbance[at]);
        return this;
    }

    CauseSums copy() {
        return new CauseSums().plus(this, 1);
    }

    /** The sums from which shares are told. */
    CellSums cell() {
        return cell;
    }

    /** How many of the sampled calls have some time of a cause. */
    long kept(Cause cause) {
        return keptByCause[cause.ordinal()];
    }

    /** How many calls there were of which nothing is known. */
    long lost() {
        return lost;
    }

    /** Sampled calls in any disturbance. */
    long disturbed() {
        return disturbed;
    }

    long disturbed(DisturbanceKind kind) {
        return byDisturbance[kind.ordinal()];
    }

    /** The share of the time that a cause would have by chance; NaN where that is not known. */
    double chance(Cause cause) {
        return shiftedNanos == 0 ? Double.NaN : Math.min(1, chanceByCause[cause.ordinal()] / shiftedNanos);
    }
}
