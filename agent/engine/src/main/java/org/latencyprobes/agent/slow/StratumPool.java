package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.IntToLongFunction;
import org.latencyprobes.internal.counts.Strata;

/**
 * A bounded sample of calls by stratum. Each stratum holds those of its calls with the lowest priorities, so it is a uniform sample of them,
 * whatever their number. Where the pool is full, the fullest stratum gives up its highest priority, and takes none as high any more. Strata
 * of usual calls hold few. For one thread.
 *
 * @param <C> a call
 */
public final class StratumPool<C> {

    /** How many calls a stratum of usual ones holds. */
    static final int USUAL = 16;

    private static final Comparator<Entry<?>> HIGHEST_FIRST =
            (one, other) -> Integer.compare(other.priority(), one.priority());

    /** Null for those without calls whose bound is above each priority: a pool uses few of them. */
    private final List<Stratum<C>> strata = new ArrayList<>(Collections.nCopies(Strata.COUNT, null));

    private int most;
    private int firstSlow;
    private int size;

    private record Entry<C>(int priority, C call) {}

    private static final class Stratum<C> {

        private final Queue<Entry<C>> calls = new PriorityQueue<>(1, HIGHEST_FIRST);
        private int bound;

        Stratum(int bound) {
            this.bound = bound;
        }
    }

    /**
     * Begins empty.
     *
     * @param most how many calls it holds at most
     */
    public StratumPool(int most) {
        this.most = most;
    }

    private Stratum<C> of(int stratum) {
        if (strata.get(stratum) == null) {
            strata.set(stratum, new Stratum<>(Strata.EACH));
        }
        return strata.get(stratum);
    }

    /**
     * Takes a call, if it is to be in the sample.
     *
     * @param stratum of the call
     * @param priority that it has drawn
     * @param call the call
     * @return what is not in the sample any more: another call, this one, or null
     */
    public C offer(int stratum, int priority, C call) {
        if (priority >= bound(stratum)) {
            return call;
        }
        of(stratum).calls.add(new Entry<>(priority, call));
        size++;
        if (stratum < firstSlow && size(stratum) > USUAL) {
            return evict(stratum);
        }
        return size > most ? evict(fullest()) : null;
    }

    /**
     * Lowers the bound of a stratum, unless it is as low.
     *
     * @param stratum its number
     * @param priority the first that is not in the sample any more
     */
    public void lower(int stratum, int priority) {
        if (priority < bound(stratum)) {
            Stratum<C> lowered = of(stratum);
            lowered.bound = priority;
            while (!lowered.calls.isEmpty() && lowered.calls.element().priority() >= priority) {
                lowered.calls.remove();
                size--;
            }
        }
    }

    private int fullest() {
        int fullest = 0;
        for (int stratum = 1; stratum < Strata.COUNT; stratum++) {
            fullest = size(stratum) > size(fullest) ? stratum : fullest;
        }
        return fullest;
    }

    private C evict(int stratum) {
        Entry<C> evicted = of(stratum).calls.remove();
        of(stratum).bound = evicted.priority();
        size--;
        return evicted.call();
    }

    /** How many calls of a stratum are in the sample. */
    int size(int stratum) {
        return strata.get(stratum) == null ? 0 : strata.get(stratum).calls.size();
    }

    /**
     * Shrinks.
     *
     * @param atMost how many calls it holds from now on
     * @param slowFrom the first stratum that is not of usual calls
     */
    void limit(int atMost, int slowFrom) {
        most = atMost;
        firstSlow = slowFrom;
        for (int stratum = 0; stratum < firstSlow; stratum++) {
            while (size(stratum) > USUAL) {
                evict(stratum);
            }
        }
        while (size > most) {
            evict(fullest());
        }
    }

    /**
     * Begins another sample, empty. Its bounds are those by which as many calls as in the last one would be enough.
     *
     * @param last how many calls there were, by stratum
     * @param atMost as {@link #limit} takes it
     * @param slowFrom as there
     */
    void restart(IntToLongFunction last, int atMost, int slowFrom) {
        most = atMost;
        firstSlow = slowFrom;
        size = 0;
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            int enough = stratum < firstSlow ? USUAL : most;
            long calls = last.applyAsLong(stratum);
            strata.set(
                    stratum, calls <= enough ? null : new Stratum<>((int) Math.max(1, Strata.EACH / calls * enough)));
        }
    }

    /** Adds what is sampled here to a sample of a longer time: each stratum of that is uniform again, by the lower of both bounds. */
    void addTo(StratumPool<C> longer) {
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            longer.lower(stratum, bound(stratum));
            if (size(stratum) > 0) {
                for (Entry<C> entry : strata.get(stratum).calls) {
                    longer.offer(stratum, entry.priority(), entry.call());
                }
            }
        }
    }

    /** The sampled calls of a stratum, in no order. */
    List<C> calls(int stratum) {
        return size(stratum) == 0
                ? List.of()
                : strata.get(stratum).calls.stream().map(Entry::call).toList();
    }

    /**
     * The bound of a stratum.
     *
     * @param stratum its number
     * @return the priority from which on it takes no call
     */
    public int bound(int stratum) {
        return strata.get(stratum) == null ? Strata.EACH : strata.get(stratum).bound;
    }

    int size() {
        return size;
    }

    /** {@return the sample, in no order} */
    public List<C> calls() {
        List<C> calls = new ArrayList<>(size);
        strata.forEach(stratum -> {
            if (stratum != null) {
                stratum.calls.forEach(entry -> calls.add(entry.call()));
            }
        });
        return calls;
    }
}
