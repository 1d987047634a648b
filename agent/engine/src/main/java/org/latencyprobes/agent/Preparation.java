package org.latencyprobes.agent;

import java.lang.instrument.Instrumentation;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.link.BootstrapClass;
import org.latencyprobes.agent.link.LinkWarmUp;
import org.latencyprobes.agent.weave.AnnotationSearch;
import org.latencyprobes.agent.weave.code.WarmUp;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The loading of what the first class with a probe needs, ahead, where marked methods are likely. A class of the agent's own is woven, linked
 * and called. No session is opened. For a thread of the agent's.
 */
final class Preparation implements Runnable {

    /** For classes of the JDK's that are initialised here. */
    private static final int STACK_BYTES = 256 << 10;

    private final Instrumentation instrumentation;

    private Preparation(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Begins on a thread of its own, for which nobody waits. Where the JVM has none, nothing is prepared. */
    static void begin(Instrumentation instrumentation) {
        try {
            DaemonThread.of("latency-probes-preparation", new Preparation(instrumentation))
                    .start();
        } catch (RuntimeException | Error e) {
            return;
        }
    }

    /** What fails here fails again for the first class with a probe, which says so. */
    @Override
    public void run() {
        try {
            if (AnnotationSearch.finds()) {
                StackSpace.require(STACK_BYTES);
                BootstrapClass.define(instrumentation); // else the runtime's hub is made in the platform MBean server
                WarmUp.linkedBy(LinkWarmUp.bootstrapMethod());
            }
        } catch (Exception | Error e) {
            return;
        }
    }
}
