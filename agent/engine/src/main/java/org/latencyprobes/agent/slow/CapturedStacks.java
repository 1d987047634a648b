package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The stacks that are kept: the last {@value #LAST} captured, and of the earlier ones the {@value #LONGEST} of the longest calls. For one
 * thread. The memory is some 0.4 MB at most.
 */
final class CapturedStacks {

    static final int LAST = 64;
    static final int LONGEST = 64;

    /** In the order in which they were captured. */
    private final List<CapturedStack> all = new ArrayList<>();

    void add(CapturedStack captured) {
        all.add(captured);
        if (all.size() > LAST + LONGEST) {
            CapturedStack least = Collections.min(
                    all.subList(0, all.size() - LAST), Comparator.comparingLong(CapturedStack::worthNanos));
            all.remove(least);
            least.letGo();
        }
    }

    /** The last one that was captured while a call was in flight. */
    CapturedStack of(Thread thread, long start, long nanos) {
        for (int at = all.size() - 1; at >= 0 && all.get(at).isAfter(start); at--) {
            CapturedStack captured = all.get(at);
            if (captured.isOf(thread, start)) {
                captured.belongsTo(nanos);
                return captured;
            }
        }
        return CapturedStack.NONE;
    }

    void clear() {
        all.forEach(CapturedStack::letGo);
        all.clear();
    }
}
