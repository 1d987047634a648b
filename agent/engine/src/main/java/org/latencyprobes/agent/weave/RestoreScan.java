package org.latencyprobes.agent.weave;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A scan for woven classes when the agent leaves, repeated until there are no more. A class that was just woven may still be loading, and
 * then cannot be found. For one thread.
 */
final class RestoreScan {

    private static final long LONGEST_LOADING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Set<Class<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final LoadedClasses loaded;
    private final WovenClasses woven;
    private final long startNanos = System.nanoTime();
    private final int wovenLately;
    private int seenLately;

    RestoreScan(LoadedClasses loaded, WovenClasses woven) {
        this.loaded = loaded;
        this.woven = woven;
        this.wovenLately = woven.wovenSince(startNanos - LONGEST_LOADING_NANOS);
    }

    /** Woven classes not given before; none when all are found, or when a missing one has had a second to appear. */
    List<Class<?>> next() {
        List<Class<?>> found = find();
        while (found.isEmpty() && seenLately < wovenLately && System.nanoTime() - startNanos < LONGEST_LOADING_NANOS) {
            LockSupport.parkNanos(WAIT_NANOS);
            found = find();
        }
        return found;
    }

    private List<Class<?>> find() {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : loaded.that(woven::contains)) {
            if (seen.add(type)) {
                found.add(type);
                seenLately += woven.wovenSince(type, startNanos - LONGEST_LOADING_NANOS) ? 1 : 0;
            }
        }
        return found;
    }
}
