package org.latencyprobes.agent.base;

import java.util.Arrays;

/** The watches for the loading of classes. Few, for as long as somebody wants to know. Thread-safe; to look takes no lock. */
public final class ClassWatches {

    private volatile ClassWatch[] all = {};

    /** Begins with none. */
    public ClassWatches() {}

    /**
     * Watches out from now on.
     *
     * @param internalName of a class, with slashes
     * @return what knows whether one was seen
     */
    public synchronized ClassWatch add(String internalName) {
        ClassWatch watch = new ClassWatch(internalName);
        ClassWatch[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = watch;
        all = more;
        return watch;
    }

    /**
     * Watches out no more.
     *
     * @param watch that {@link #add} returned
     */
    public synchronized void remove(ClassWatch watch) {
        all = Arrays.stream(all).filter(present -> present != watch).toArray(ClassWatch[]::new);
    }

    /**
     * Looks at one name, on the thread that loads the class.
     *
     * @param name with slashes
     */
    public void look(String name) {
        for (ClassWatch watch : all) {
            watch.look(name);
        }
    }
}
