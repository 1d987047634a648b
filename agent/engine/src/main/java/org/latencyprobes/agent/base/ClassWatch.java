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
     * Whether there was one since the last time that this was asked.
     *
     * @return true once for each
     */
    public boolean takeSeen() {
        boolean was = seen;
        seen = false;
        return was;
    }
}
