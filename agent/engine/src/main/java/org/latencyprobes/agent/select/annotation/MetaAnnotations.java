package org.latencyprobes.agent.select.annotation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The annotation types that are known, by name: those that are themselves annotated with {@code @Probe}, and what that says, and those that
 * are not. It grows; a type that is not known yet is looked up off the loading thread. Thread-safe.
 */
public final class MetaAnnotations {

    /** The packages of the JDK and of its extensions, whose types are not worth a look. */
    private static final String[] UNANNOTATED_PACKAGES = {"Ljava/", "Ljavax/", "Ljdk/", "Lsun/"};

    private final ConcurrentMap<String, ProbeAnnotation> annotated = new ConcurrentHashMap<>();
    private final Set<String> unannotated = ConcurrentHashMap.newKeySet();

    /** What the {@code @Probe} on an annotation type says; null where there is none or the type is not known. */
    public ProbeAnnotation of(String descriptor) {
        return annotated.get(descriptor);
    }

    boolean isUnknown(String descriptor) {
        if (unannotated.contains(descriptor) || annotated.containsKey(descriptor)) {
            return false;
        }
        for (String packagePrefix : UNANNOTATED_PACKAGES) {
            if (descriptor.startsWith(packagePrefix)) {
                return false;
            }
        }
        return true;
    }

    public void isAnnotated(String descriptor, ProbeAnnotation annotation) {
        annotated.put(descriptor, annotation);
    }

    public void isNotAnnotated(String descriptor) {
        unannotated.add(descriptor);
    }
}
