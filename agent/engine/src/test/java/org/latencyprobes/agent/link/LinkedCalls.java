package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/** A linker, and calls of a probe that is named after the test. */
abstract class LinkedCalls {

    final AtomicReference<Clock> clock = new AtomicReference<>(new TestClock());
    final Linker linker = new Linker(Mode.ON, null, clock::get, null);
    String probe;

    @BeforeEach
    void nameTheProbeAfterTheTest(TestInfo test) {
        probe = test.getDisplayName();
    }

    CallSite link(String name, MethodType type, Object... constants) {
        return linker.apply(new Object[] {MethodHandles.publicLookup(), name, type, constants});
    }

    long enter() throws Throwable {
        return (long) link("enter", SiteTargets.ENTER, probe).dynamicInvoker().invokeExact();
    }

    void exit(long startTicks, Throwable thrown) throws Throwable {
        link("exit", SiteTargets.METHOD_EXIT, probe).dynamicInvoker().invokeExact(startTicks, thrown);
    }

    long count(String outcome) {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(probe)
                                && interval.outcome().equals(outcome))
                        .mapToLong(Interval::count)
                        .sum();
    }

    long timed() {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(probe))
                        .mapToLong(Interval::timed)
                        .sum();
    }
}
