package org.latencyprobes.agent.callback;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * A cache of what was made for classes of one loader.
 *
 * @param <T> what was made
 */
public final class LoaderCache<T> {

    private final Map<ClassLoader, Map<String, WeakReference<T>>> made = new WeakHashMap<>();

    /** Creates an empty one. */
    public LoaderCache() {}

    /**
     * Looks it up.
     *
     * @param caller a class of the loader
     * @param name tells several things for one loader apart
     * @return what was put, if it is still there, else null
     */
    public synchronized T get(Class<?> caller, String name) {
        Map<String, WeakReference<T>> ofLoader = made.get(caller.getClassLoader());
        WeakReference<T> reference = ofLoader == null ? null : ofLoader.get(name);
        return reference == null ? null : reference.get();
    }

    /**
     * Remembers it; of two that race, both have made theirs.
     *
     * @param caller a class of the loader
     * @param name tells several things for one loader apart
     * @param value what was made
     * @return the value
     */
    public synchronized T put(Class<?> caller, String name, T value) {
        made.computeIfAbsent(caller.getClassLoader(), loader -> new HashMap<>()).put(name, new WeakReference<>(value));
        return value;
    }
}
