package org.latencyprobes.agent.select;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Which types hand marks down to those that implement or extend them: interfaces and superclasses with marked methods, and what lies
 * between. Grows, by internal name alone; two types of one name in two loaders count as one. Thread-safe.
 */
final class InheritedAnnotations {

    private final ConcurrentMap<String, Map<String, ProbeAnnotation>> byType = new ConcurrentHashMap<>();

    boolean isEmpty() {
        return byType.isEmpty();
    }

    /** Whether a type hands anything down. */
    boolean knows(String internalName) {
        return byType.containsKey(internalName);
    }

    /** Marks by name and descriptor of the method; of two parents' the first one's. */
    Map<String, ProbeAnnotation> from(Iterable<String> parents) {
        Map<String, ProbeAnnotation> inherited = new HashMap<>();
        for (String parent : parents) {
            byType.getOrDefault(parent, Map.of()).forEach(inherited::putIfAbsent);
        }
        return inherited;
    }

    /** Returns whether that is news. */
    boolean learn(String internalName, Map<String, ProbeAnnotation> marks) {
        return !marks.isEmpty() && !marks.equals(byType.put(internalName, marks));
    }

    /** Whether a type has looked at all that its parents hand down. */
    boolean isUpToDate(String internalName, Iterable<String> parents) {
        return byType.getOrDefault(internalName, Map.of())
                .keySet()
                .containsAll(from(parents).keySet());
    }
}
