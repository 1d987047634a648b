package org.latencyprobes.agent.select;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The annotations that subtypes inherit, by type: of interfaces and superclasses with annotated methods, and of the types between. It grows.
 * Types count by internal name alone; two of one name in two loaders count as one. Thread-safe.
 */
final class InheritedAnnotations {

    private final ConcurrentMap<String, Map<String, ProbeAnnotation>> byType = new ConcurrentHashMap<>();

    boolean isEmpty() {
        return byType.isEmpty();
    }

    /** Whether subtypes of this type inherit anything. */
    boolean knows(String internalName) {
        return byType.containsKey(internalName);
    }

    /** Annotations by name and descriptor of the method; the first parent's where two have one. */
    Map<String, ProbeAnnotation> from(Iterable<String> parents) {
        Map<String, ProbeAnnotation> inherited = new HashMap<>();
        for (String parent : parents) {
            Map<String, ProbeAnnotation> ofParent = byType.get(parent);
            if (ofParent != null) { // no lambda: the first class with a probe has to link it
                ofParent.forEach(inherited::putIfAbsent);
            }
        }
        return inherited;
    }

    /** Returns whether that was not known before. */
    boolean learn(String internalName, Map<String, ProbeAnnotation> annotations) {
        return !annotations.isEmpty() && !annotations.equals(byType.put(internalName, annotations));
    }

    /** Whether a type was decided with all that it inherits. */
    boolean isUpToDate(String internalName, Iterable<String> parents) {
        return byType.getOrDefault(internalName, Map.of())
                .keySet()
                .containsAll(from(parents).keySet());
    }
}
