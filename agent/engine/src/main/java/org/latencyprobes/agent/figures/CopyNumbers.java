package org.latencyprobes.agent.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of the copies of a series, which several copies of the runtime may have under one name. A copy keeps its number for as long as its
 * owner is there, whatever comes and goes beside it. Then another one may get it. For one thread.
 */
final class CopyNumbers {

    /** A series, its list, and the map's entry. */
    private static final int ENTRY_BYTES = 160;

    private final Map<List<Object>, List<String>> owners = new HashMap<>();
    private Set<String> before = Set.of();
    private Set<String> now = new HashSet<>();

    /** Begins another reading of all series. */
    void begin() {
        before = now;
        now = new HashSet<>();
    }

    /** To be told before {@link #of}: this owner is there. */
    void present(String owner) {
        now.add(owner);
    }

    /**
     * The number of a copy: 0 for the first.
     *
     * @param series what all copies have in common
     * @param owner as {@link org.latencyprobes.internal.histogram.IntervalCounts#owner}
     */
    int of(List<Object> series, String owner) {
        List<String> known = owners.computeIfAbsent(series, any -> new ArrayList<>(1));
        int number = known.indexOf(owner);
        if (number >= 0) {
            return number;
        }
        for (int free = 0; free < known.size(); free++) {
            if (!before.contains(known.get(free)) && !now.contains(known.get(free))) {
                known.set(free, owner);
                return free;
            }
        }
        known.add(owner);
        return known.size() - 1;
    }

    /** Forgets series of which no copy is there any more. To be told at the end of a reading. */
    void forgetAbsent() {
        owners.values()
                .removeIf(known -> known.stream().noneMatch(owner -> now.contains(owner) || before.contains(owner)));
    }

    /** About how much memory they take. */
    long bytes() {
        return (long) ENTRY_BYTES * owners.size();
    }
}
