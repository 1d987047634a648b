package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The call sites of one probe: shared by all woven instructions of its methods, so that one change of targets switches them all.
 *
 * <p>Linked by any thread, switched by the control thread alone. A site's target is a plain field that the JIT takes for a constant;
 * {@link MutableCallSite#syncAll} makes a new one seen everywhere.
 */
final class ProbeSites {

    private final LatencyProbe probe;
    private final MutableCallSite enter;
    private final MutableCallSite methodExit;
    private final MutableCallSite constructorExit;

    ProbeSites(LatencyProbe probe, boolean on) {
        this.probe = probe;
        enter = new MutableCallSite(Recording.enter(on));
        methodExit = new MutableCallSite(Recording.methodExit(probe, on));
        constructorExit = new MutableCallSite(Recording.constructorExit(probe, on));
    }

    CallSite site(String name, MethodType type) {
        if (type.equals(Recording.ENTER)) {
            return enter;
        }
        if (type.equals(Recording.METHOD_EXIT)) {
            return methodExit;
        }
        if (type.equals(Recording.CONSTRUCTOR_EXIT)) {
            return constructorExit;
        }
        throw new IllegalArgumentException("no call site \"" + name + "\" of type " + type);
    }

    LatencyProbe probe() {
        return probe;
    }

    /** Sets the targets; they are seen by all threads after {@link MutableCallSite#syncAll} of {@link #sites}. */
    void mode(boolean on) {
        methodExit.setTarget(Recording.methodExit(probe, on));
        constructorExit.setTarget(Recording.constructorExit(probe, on));
        enter.setTarget(Recording.enter(on));
    }

    MutableCallSite[] sites() {
        return new MutableCallSite[] {enter, methodExit, constructorExit};
    }
}
