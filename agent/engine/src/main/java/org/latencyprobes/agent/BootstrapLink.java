package org.latencyprobes.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.CallSite;
import java.lang.reflect.Method;
import java.util.function.Function;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.link.BootstrapClass;

/** A session's tie to the bootstrap class: what is linked, who answers requests, and what comes at the end of the JVM. Thread-safe. */
final class BootstrapLink {

    private final Instrumentation instrumentation;
    private final Function<String, String> channel;
    private final Function<Object[], CallSite> linker;
    private final JvmExit exit;
    private final Runnable whenConnected;
    private volatile BootstrapClass link; // null until it is connected

    /** Connects nothing yet. What is called once when it is connected may be null. */
    BootstrapLink(
            Instrumentation instrumentation,
            Function<String, String> channel,
            Function<Object[], CallSite> linker,
            JvmExit exit,
            Runnable whenConnected) {
        this.instrumentation = instrumentation;
        this.channel = channel;
        this.linker = linker;
        this.exit = exit;
        this.whenConnected = whenConnected;
    }

    /**
     * Defines the bootstrap class where it is not there, and has what is linked from now on linked here. Several threads may, without a lock,
     * which could close a circle with those that the JVM holds while it loads. Returns false if another agent is at work in this JVM.
     */
    boolean connect() throws ReflectiveOperationException, IOException {
        if (link == null) {
            BootstrapClass present = BootstrapClass.define(instrumentation);
            Object first = present.hub().putIfAbsent(Session.CHANNEL, channel);
            if (first != null && first != channel) {
                return false;
            }
            if (first == null) {
                announce(present);
            }
            present.linkThrough(linker);
            link = present;
            if (first == null && whenConnected != null) {
                whenConnected.run();
            }
        }
        return true;
    }

    private void announce(BootstrapClass present) {
        try {
            System.setProperty(Session.VERSION, Version.text());
            exit.await(present);
        } catch (RuntimeException | Error e) { // such as a security manager's
            present.hub().remove(Session.CHANNEL, channel);
            throw e;
        }
    }

    Method bootstrapMethod() throws ReflectiveOperationException, IOException {
        if (!connect()) {
            throw new IllegalStateException("another agent was faster");
        }
        return link.bootstrapMethod();
    }

    /** Whether the application has probes of its own, or there are some that are called. */
    boolean hasProbes() {
        return link != null && link.hub().size() > 1; // the one is the channel
    }

    /** Links nothing any more. */
    void unlink() {
        link.linkThrough(null);
    }

    void awaitEndNoLonger() {
        exit.awaitNoLonger(link);
    }

    /** Takes out what is left of this agent. */
    void leave() {
        link.leave();
        System.clearProperty(Session.VERSION);
    }
}
