package org.latencyprobes.agent.select;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts what each pattern matched and says when it is too much. Thread-safe. */
final class Budget {

    private final int limit;
    private final ConcurrentMap<MethodPattern, Set<String>> matched = new ConcurrentHashMap<>();

    Budget(int limit) {
        this.limit = limit;
    }

    /** Whether this method may still be probed; one that was admitted once always is. */
    boolean admits(MethodPattern pattern, String method) {
        Set<String> methods = matched.computeIfAbsent(pattern, unused -> ConcurrentHashMap.newKeySet());
        if (methods.contains(method)) {
            return true;
        }
        synchronized (methods) {
            return methods.size() < limit && methods.add(method);
        }
    }
}
