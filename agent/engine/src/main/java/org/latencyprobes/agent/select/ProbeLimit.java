package org.latencyprobes.agent.select;

import java.util.HashMap;
import java.util.Map;
import org.latencyprobes.agent.pattern.MethodPattern;

/**
 * The limit of how many methods of one class may be probed, beside those of the other classes. A class keeps what it had, since its own
 * methods are not among the others'. Classes that are decided at the same moment may together exceed the limit. Not thread-safe.
 */
public final class ProbeLimit {

    /** The number of probed methods that the agent is made for. {@code docs/internals/overhead.md} has their cost. */
    public static final int MOST_METHODS = 20_000;

    private static final String ALL_TAKEN =
            "the agent is made for " + MOST_METHODS + " probed methods, and so many there are";

    private final int limit;
    private final ProbedMethods others;
    private final String className;
    private final Map<MethodPattern, Integer> rooms = new HashMap<>();
    private int room = -1;

    ProbeLimit(int limit, ProbedMethods others, String className) {
        this.limit = limit;
        this.others = others;
        this.className = className;
    }

    /** Why no method that this pattern selects, or an annotation where it is null, may be probed any more; null if one may. */
    String refusal(MethodPattern pattern) {
        if (room() <= 0) {
            return ALL_TAKEN;
        }
        return pattern != null && roomOf(pattern) <= 0
                ? "the pattern already matches " + limit + " methods, as many as option limit allows"
                : null;
    }

    /** One more is probed. */
    void take(MethodPattern pattern) {
        room = room() - 1;
        if (pattern != null) {
            rooms.put(pattern, roomOf(pattern) - 1);
        }
    }

    private int room() {
        if (room < 0) {
            room = Math.max(0, MOST_METHODS - others.methods(className));
        }
        return room;
    }

    private int roomOf(MethodPattern pattern) {
        Integer present = rooms.get(pattern);
        if (present == null) {
            present = Math.max(0, limit - others.methods(pattern.rule(), className));
            rooms.put(pattern, present);
        }
        return present;
    }
}
