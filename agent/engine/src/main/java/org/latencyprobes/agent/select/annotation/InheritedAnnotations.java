package org.latencyprobes.agent.select.annotation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The annotations that types inherit. Subtypes do, from interfaces and superclasses with annotated methods and from the types between. And
 * a superclass does whose method implements an interface of a subtype. It grows. Types count by internal name alone; two of one name in two
 * loaders count as one. Thread-safe.
 */
public final class InheritedAnnotations {

    private static final String OBJECT = "java/lang/Object";

    private final ConcurrentMap<String, Map<String, ProbeAnnotation>> byType = new ConcurrentHashMap<>();
    /** By superclass. */
    private final ConcurrentMap<String, ConcurrentMap<String, ProbeAnnotation>> leftTo = new ConcurrentHashMap<>();
    /** Of those, the methods that the decision on the superclass has seen. */
    private final ConcurrentMap<String, Set<String>> seen = new ConcurrentHashMap<>();

    public boolean isEmpty() {
        return byType.isEmpty();
    }

    /** Whether subtypes of this type inherit anything. */
    public boolean knows(String internalName) {
        return byType.containsKey(internalName);
    }

    /** Whether subtypes leave anything to this class. */
    public boolean isLeftTo(String className) {
        return !leftTo.isEmpty() && leftTo.containsKey(className.replace('.', '/'));
    }

    /** Annotations by name and descriptor of the method; the first parent's where two have one. */
    public Map<String, ProbeAnnotation> from(Iterable<String> parents) {
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
    public boolean learn(String internalName, Map<String, ProbeAnnotation> annotations) {
        return !annotations.isEmpty() && !annotations.equals(byType.put(internalName, annotations));
    }

    /**
     * A type that doesn't have methods which it inherits annotations for leaves them to its superclass. Returns whether there is one that
     * the superclass does not inherit itself, which was not known before.
     */
    public boolean leave(String superclass, Map<String, ProbeAnnotation> methods) {
        Map<String, ProbeAnnotation> own = byType.getOrDefault(superclass, Map.of());
        boolean isNew = false;
        for (Map.Entry<String, ProbeAnnotation> method : methods.entrySet()) {
            if (!superclass.equals(OBJECT) && !own.containsKey(method.getKey())) {
                isNew |= left(superclass).putIfAbsent(method.getKey(), method.getValue()) == null;
            }
        }
        return isNew;
    }

    private ConcurrentMap<String, ProbeAnnotation> left(String superclass) {
        ConcurrentMap<String, ProbeAnnotation> present = leftTo.get(superclass);
        if (present != null) {
            return present;
        }
        ConcurrentMap<String, ProbeAnnotation> fresh = new ConcurrentHashMap<>();
        present = leftTo.putIfAbsent(superclass, fresh);
        return present == null ? fresh : present;
    }

    /** What subtypes leave to this type. */
    public Map<String, ProbeAnnotation> leftTo(String internalName) {
        Map<String, ProbeAnnotation> left = leftTo.get(internalName);
        return left == null ? Map.of() : Map.copyOf(left);
    }

    /** A type was decided with the methods that had been left to it. */
    public void saw(String internalName, Set<String> methods) {
        if (!methods.isEmpty()) {
            seen.put(internalName, methods);
        }
    }

    /** Whether a type was decided with all that it inherits. */
    public boolean isUpToDate(String internalName, Iterable<String> parents) {
        return byType.getOrDefault(internalName, Map.of())
                        .keySet()
                        .containsAll(from(parents).keySet())
                && seen.getOrDefault(internalName, Set.of())
                        .containsAll(leftTo(internalName).keySet());
    }
}
