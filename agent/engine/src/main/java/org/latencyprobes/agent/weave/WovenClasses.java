package org.latencyprobes.agent.weave;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.ProbedMethods;

/**
 * The classes that are woven now, by loader and name, with their methods. Entries go with their loader. It counts their methods, those of a
 * class of one name once. Thread-safe.
 */
final class WovenClasses implements ProbedMethods {

    private final ConcurrentMap<LoaderKey, ConcurrentMap<String, WovenClass>> loaders = new ConcurrentHashMap<>();
    private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
    private final NamedCounts counts = new NamedCounts();
    private final FirstWoven firstWoven = new FirstWoven();

    private record WovenClass(List<MethodExplanation> methods, long atNanos) {}

    /** A loader by identity, held weakly; the bootstrap loader by a null. */
    private static final class LoaderKey extends WeakReference<ClassLoader> {

        private final boolean bootstrap;
        private final int hash;

        LoaderKey(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            bootstrap = loader == null;
            hash = System.identityHashCode(loader);
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            if (!(other instanceof LoaderKey key) || bootstrap != key.bootstrap) {
                return false;
            }
            ClassLoader loader = get();
            return bootstrap || loader != null && key.refersTo(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** Returns whether the class was not woven before. */
    boolean put(ClassLoader loader, String className, List<MethodExplanation> methods) {
        forget();
        LoaderKey key = new LoaderKey(loader, gone);
        ConcurrentMap<String, WovenClass> classes = loaders.get(key);
        if (classes == null) {
            ConcurrentMap<String, WovenClass> fresh = new ConcurrentHashMap<>();
            classes = loaders.putIfAbsent(key, fresh);
            classes = classes == null ? fresh : classes;
        }
        long nowNanos = System.nanoTime();
        boolean first = classes.put(className, new WovenClass(methods, nowNanos)) == null;
        for (MethodExplanation method : methods) {
            firstWoven.put(method.probe(), nowNanos);
        }
        counts.put(className, methods, first);
        return first;
    }

    FirstWoven firstWoven() {
        return firstWoven;
    }

    private void forget() {
        for (Object key = gone.poll(); key != null; key = gone.poll()) {
            Map<String, WovenClass> classes = loaders.remove(key);
            if (classes != null) {
                for (String className : classes.keySet()) {
                    counts.remove(className);
                }
            }
        }
    }

    private Map<String, WovenClass> of(ClassLoader loader) {
        return loaders.getOrDefault(new LoaderKey(loader, null), new ConcurrentHashMap<>());
    }

    void remove(ClassLoader loader, String className) {
        if (of(loader).remove(className) != null) {
            counts.remove(className);
        }
    }

    boolean contains(Class<?> type) {
        return of(type.getClassLoader()).containsKey(type.getName());
    }

    /** The woven methods of a class; none where it is not woven. */
    List<MethodExplanation> methods(Class<?> type) {
        return methods(type.getClassLoader(), type.getName());
    }

    List<MethodExplanation> methods(ClassLoader loader, String className) {
        WovenClass woven = of(loader).get(className);
        return woven == null ? List.of() : woven.methods();
    }

    /** All of them, by class and method. */
    List<MethodExplanation> methods() {
        forget();
        List<MethodExplanation> methods = new ArrayList<>();
        for (Map<String, WovenClass> classes : loaders.values()) {
            for (WovenClass woven : classes.values()) {
                methods.addAll(woven.methods());
            }
        }
        methods.sort((one, other) -> {
            int order = one.className().compareTo(other.className());
            return order == 0 ? one.method().compareTo(other.method()) : order;
        });
        return methods;
    }

    @Override
    public int methods(String exceptClass) {
        forget();
        return counts.methods(exceptClass);
    }

    @Override
    public int methods(String rule, String exceptClass) {
        forget();
        return counts.methods(rule, exceptClass);
    }

    /** Whether a class was woven after that time. */
    boolean wovenSince(Class<?> type, long nanos) {
        WovenClass wovenClass = of(type.getClassLoader()).get(type.getName());
        return wovenClass != null && wovenClass.atNanos() - nanos >= 0;
    }

    /** How many were woven after that time: their loading may not be over. */
    int wovenSince(long nanos) {
        int count = 0;
        for (Map<String, WovenClass> classes : loaders.values()) {
            for (WovenClass woven : classes.values()) {
                count += woven.atNanos() - nanos >= 0 ? 1 : 0;
            }
        }
        return count;
    }
}
