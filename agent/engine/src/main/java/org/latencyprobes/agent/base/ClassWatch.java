package org.latencyprobes.agent.base;

/** A watch for the loading of a class of some name, by whichever loader. Thread-safe. */
public final class ClassWatch {

    private final String internalName;
    private volatile boolean seen;

    ClassWatch(String internalName) {
        this.internalName = internalName;
    }

    void look(String name) {
        if (name.equals(internalName)) {
            seen = true;
        }
    }

    /**
     * Whether there was one since the last time that this was asked. One that is being loaded is not among the loaded classes yet, and was not
     * seen if that had begun before the watch: who wants to know of it looks among them again for some seconds.
     *
     * @return true once for each
     */
    public boolean takeSeen() {
        boolean was = seen;
        if (was) {
            seen = false; // only then: one that is seen just now is told the next time
        }
        return was;
    }
}
