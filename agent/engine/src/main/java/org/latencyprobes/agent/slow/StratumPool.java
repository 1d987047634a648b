package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
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

    private final List<Queue<Entry<C>>> strata = new ArrayList<>();
    private final int[] bounds = new int[Strata.COUNT];
    private int most;
    private int firstSlow;
    private int size;

    private record Entry<C>(int priority, C call) {}

    /**
     * Begins empty.
     *
     * @param most how many calls it holds at most
     */
    public StratumPool(int most) {
        this.most = most;
        for (int stratum = 0; stratum < bounds.length; stratum++) {
            strata.add(null);
            bounds[stratum] = Strata.EACH;
        }
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
        if (priority >= bounds[stratum]) {
            return call;
        }
        if (strata.get(stratum) == null) {
            strata.set(
                    stratum,
                    new PriorityQueue<>(
                            Comparator.<Entry<C>>comparingInt(Entry::priority).reversed()));
        }
        strata.get(stratum).add(new Entry<>(priority, call));
        size++;
        if (stratum < firstSlow && strata.get(stratum).size() > USUAL) {
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
        if (priority < bounds[stratum]) {
            bounds[stratum] = priority;
            while (size(stratum) > 0 && strata.get(stratum).element().priority() >= priority) {
                strata.get(stratum).remove();
                size--;
            }
        }
    }

    private int fullest() {
        int fullest = 0;
        for (int stratum = 1; stratum < bounds.length; stratum++) {
            fullest = size(stratum) > size(fullest) ? stratum : fullest;
        }
        return fullest;
    }

    private C evict(int stratum) {
        Entry<C> evicted = strata.get(stratum).remove();
        bounds[stratum] = evicted.priority();
        size--;
        return evicted.call();
    }

    /** How many calls of a stratum are in the sample. */
    int size(int stratum) {
        return strata.get(stratum) == null ? 0 : strata.get(stratum).size();
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
    void restart(long[] last, int atMost, int slowFrom) {
        most = atMost;
        firstSlow = slowFrom;
        size = 0;
        for (int stratum = 0; stratum < bounds.length; stratum++) {
            if (strata.get(stratum) != null) {
                strata.get(stratum).clear();
            }
            int enough = stratum < firstSlow ? USUAL : most;
            bounds[stratum] =
                    last[stratum] <= enough ? Strata.EACH : (int) Math.max(1, Strata.EACH / last[stratum] * enough);
        }
    }

    /** Adds what is sampled here to a sample of a longer time: each stratum of that is uniform again, by the lower of both bounds. */
    void addTo(StratumPool<C> longer) {
        for (int stratum = 0; stratum < bounds.length; stratum++) {
            longer.lower(stratum, bounds[stratum]);
            if (size(stratum) > 0) {
                for (Entry<C> entry : strata.get(stratum)) {
                    longer.offer(stratum, entry.priority(), entry.call());
                }
            }
        }
    }

    /** The sampled calls of a stratum, in no order. */
    List<C> calls(int stratum) {
        return size(stratum) == 0
                ? List.of()
                : strata.get(stratum).stream().map(Entry::call).toList();
    }

    /**
     * The bound of a stratum.
     *
     * @param stratum its number
     * @return the priority from which on it takes no call
     */
    public int bound(int stratum) {
        return bounds[stratum];
    }

    int size() {
        return size;
    }

    /** {@return the sample, in no order} */
    public List<C> calls() {
        List<C> calls = new ArrayList<>(size);
        strata.forEach(stratum -> {
            if (stratum != null) {
                stratum.forEach(entry -> calls.add(entry.call()));
            }
        });
        return calls;
    }
}
