package org.latencyprobes.agent.weave;

import java.lang.instrument.Instrumentation;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.link.BootstrapClass;
import org.latencyprobes.agent.link.LinkWarmUp;
import org.latencyprobes.thread.DaemonThread;

/**
 * The loading of what the first class with a probe needs, ahead, where marked methods are likely. A class of the agent's own is woven, linked
 * and called. What there is of the agent's life does not change by that. For a thread of the agent's.
 */
public final class Preparation implements Runnable {

    private static final int STACK_BYTES = 256 << 10;

    private final Instrumentation instrumentation;

    private Preparation(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /**
     * Begins on a thread of its own, for which nobody waits. Where the JVM has none, nothing is prepared.
     *
     * @param instrumentation of the JVM
     */
    public static void begin(Instrumentation instrumentation) {
        try {
            DaemonThread.of("latency-probes-preparation", new Preparation(instrumentation))
                    .start();
        } catch (OutOfMemoryError e) {
            return;
        }
    }

    /** What fails here fails again for the first class with a probe, which says so. */
    @Override
    public void run() {
        try {
            if (AnnotationSearch.finds()) {
                StackSpace.require(STACK_BYTES);
                BootstrapClass.define(
                        instrumentation); // else the runtime loads the platform MBean server, to have a hub
                WarmUp.unlessDone(new Weaver(LinkWarmUp.bootstrapMethod()));
            }
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }
}
