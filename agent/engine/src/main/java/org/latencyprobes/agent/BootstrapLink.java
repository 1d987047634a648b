package org.latencyprobes.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.CallSite;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.latencyprobes.agent.base.OwnRights;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.link.BootstrapClass;

/** A session's tie to the bootstrap class: what is linked, who answers requests, and what comes at the end of the JVM. Thread-safe. */
final class BootstrapLink {

    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Instrumentation instrumentation;
    private final Function<String, String> channel;
    private final Function<Object[], CallSite> linker;
    private final Function<Object[], CallSite> linked =
            new Function<>() { // no lambda: the first probe waits for its linking
                @Override
                public CallSite apply(Object[] request) {
                    return OwnRights.areAskedFor()
                            ? OwnRights.with(() -> linker.apply(request))
                            : linker.apply(request);
                }
            };
    private final JvmExit exit;
    private final Runnable whenConnected;
    private volatile boolean isConnected;
    private volatile BootstrapClass link; // null until a thread has connected

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
            present.linkThrough(linked);
            link = present;
            if (first == null) {
                try {
                    if (whenConnected != null) {
                        whenConnected.run();
                    }
                } finally {
                    isConnected = true; // a detach waits for it
                }
            }
        }
        return true;
    }

    /**
     * Waits for the thread that connects, where a command found us before it has ended that: it would do what is undone by then. Not for
     * threads that load classes.
     */
    void awaitConnected() throws TimeoutException {
        long startNanos = System.nanoTime();
        while (!isConnected) {
            if (System.nanoTime() - startNanos > LONGEST_WAIT_NANOS) {
                throw new TimeoutException("the agent is still about to come; try again");
            }
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }

    /** Whole or not at all: a security manager may forbid a part. */
    private void announce(BootstrapClass present) {
        try {
            announceVersion(present);
        } catch (RuntimeException | Error e) {
            present.hub().remove(Session.CHANNEL, channel);
            throw e;
        }
    }

    private void announceVersion(BootstrapClass present) {
        String before = System.setProperty(Session.VERSION, Version.text()); // of a dormant agent
        try {
            exit.await(present);
        } catch (RuntimeException | Error e) {
            if (before == null) {
                System.clearProperty(Session.VERSION);
            }
            throw e;
        }
    }

    Method bootstrapMethod() throws ReflectiveOperationException, IOException {
        if (!connect()) {
            throw new IllegalStateException("another agent was faster");
        }
        return link.bootstrapMethod();
    }

    /** Whether the application has probes of its own. */
    boolean hasProbes() {
        return link != null && link.hasOthers();
    }

    /** Links nothing any more. */
    void unlink() {
        link.linkThrough(null);
    }

    /**
     * While the application's shutdown hooks run, one of which may have brought the first probe: connects, and returns whether the end is
     * called when all of them have ended.
     */
    boolean awaitLast() {
        try {
            return connect() && exit.awaitLast(link);
        } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
            return false;
        }
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
