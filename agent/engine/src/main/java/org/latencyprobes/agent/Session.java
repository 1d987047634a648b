package org.latencyprobes.agent;

import java.lang.reflect.Method;
import org.latencyprobes.agent.link.BootstrapClass;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.weave.ProbeTransformer;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.counts.Memory;

/** One stay of the agent in a JVM: what it was asked for, and the control thread once there is anything to control. Thread-safe. */
final class Session implements ProbeTransformer.WeaverSupplier {

    private final Options options;
    private final BootstrapClass link;
    private final Linker linker;
    private final WeaveLog weaveLog;
    private Control control;

    Session(Options options, BootstrapClass link, Linker linker, WeaveLog weaveLog) {
        this.options = options;
        this.link = link;
        this.linker = linker;
        this.weaveLog = weaveLog;
    }

    /** At the first class with a probe, on the thread that loads it. */
    @Override
    public Method bootstrapMethod() throws ReflectiveOperationException {
        begin();
        return link.bootstrapMethod();
    }

    synchronized Control begin() throws ReflectiveOperationException {
        if (control == null) {
            if (options.memoryBytes() > 0) {
                Memory.cap(options.memoryBytes());
            }
            control = new Control(options, linker, weaveLog);
            link.hub().put(Control.CHANNEL, control);
            control.start();
        }
        return control;
    }

    /** At exit, in the hook's thread. */
    void end() throws ReflectiveOperationException {
        if (hasProbes()) {
            begin().end();
        } else if (!"off".equals(options.report())) {
            Log.say("no class with a @Probe was loaded" + (weaveLog.refusals() > 0 ? " and could be woven" : ""));
        }
    }

    /** Woven ones or, as the hub tells, the application's own. */
    private synchronized boolean hasProbes() throws ReflectiveOperationException {
        return control != null || !link.hub().isEmpty();
    }
}
