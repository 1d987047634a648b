package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * Calls of targets that call sites are about to ask, on the thread that makes them. The JDK specialises a method handle after 127 calls, which
 * allocates and takes about a millisecond; so that is over before a thread of the application's calls it. Their samples belong to no
 * probe, and calls that are open on the thread don't count them. One of them may count among the {@linkplain InPlaceCost costs}. For one
 * thread at a time.
 */
final class SpecialisingCalls {

    private static final int CALLS = 200;

    private final ProbeRecorder probe = ProbeRecorder.unregistered("warm-up");
    private final ExitLinkTimes linkTimes;

    SpecialisingCalls(Clock clock) {
        linkTimes = new ExitLinkTimes(clock);
        InPlaceCost.prepare();
    }

    void ofMethod(MethodHandle enter, MethodHandle exit) {
        OpenCalls.runUnseen(
                new Runnable() { // no lambda: the first class with a probe would have to link it
                    @Override
                    public void run() {
                        try {
                            for (int call = 0; call < CALLS; call++) {
                                exit.invokeExact(probe, linkTimes, (long) enter.invokeExact(), (Throwable) null);
                            }
                        } catch (Throwable e) {
                            throw asUnchecked(e);
                        }
                    }
                });
    }

    void ofConstructor(MethodHandle enter, MethodHandle exit) {
        OpenCalls.runUnseen(new Runnable() {
            @Override
            public void run() {
                try {
                    for (int call = 0; call < CALLS; call++) {
                        exit.invokeExact(probe, linkTimes, (long) enter.invokeExact());
                    }
                } catch (Throwable e) {
                    throw asUnchecked(e);
                }
            }
        });
    }

    /** A stack overflow stays one: the JVM links again. */
    private static RuntimeException asUnchecked(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e); // of a method handle, as the compiler sees it
    }
}
