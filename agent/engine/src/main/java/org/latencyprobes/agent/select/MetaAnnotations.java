package org.latencyprobes.agent.select;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What is known of annotation types that are not ours: whether they are marked {@code @Probe}, and what that says. Grows, by name alone; a
 * type that is not known yet is looked up off the loading thread. Thread-safe.
 */
final class MetaAnnotations {

    /** Types of the JDK's and of its extensions are not worth a look. */
    private static final String[] UNMARKED_PACKAGES = {"Ljava/", "Ljavax/", "Ljdk/", "Lsun/"};

    private final ConcurrentMap<String, ProbeAnnotation> marked = new ConcurrentHashMap<>();
    private final Set<String> unmarked = ConcurrentHashMap.newKeySet();

    /** What the {@code @Probe} on an annotation type says; null where there is none or the type is not known. */
    ProbeAnnotation of(String descriptor) {
        return marked.get(descriptor);
    }

    boolean isUnknown(String descriptor) {
        if (unmarked.contains(descriptor) || marked.containsKey(descriptor)) {
            return false;
        }
        for (String packagePrefix : UNMARKED_PACKAGES) {
            if (descriptor.startsWith(packagePrefix)) {
                return false;
            }
        }
        return true;
    }

    void isMarked(String descriptor, ProbeAnnotation mark) {
        marked.put(descriptor, mark);
    }

    void isNotMarked(String descriptor) {
        unmarked.add(descriptor);
    }
}
