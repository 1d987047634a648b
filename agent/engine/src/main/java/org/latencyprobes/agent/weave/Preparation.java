package org.latencyprobes.agent.weave;

/** The making of the weaver ahead, where marked methods are likely. For a thread of the agent's. */
public final class Preparation implements Runnable {

    private final ClassWork.Source works;

    /**
     * Creates one that is not run.
     *
     * @param works asked where the weaver is to be made
     */
    public Preparation(ClassWork.Source works) {
        this.works = works;
    }

    @Override
    public void run() {
        try {
            if (AnnotationSearch.finds()) {
                works.work(false).prepare();
            }
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            return; // the first class with a probe says so
        }
    }
}
