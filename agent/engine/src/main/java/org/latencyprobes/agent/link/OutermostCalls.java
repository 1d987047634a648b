package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.internal.counts.SampleChoice;

/**
 * The call sites of one probe of which a call inside another, on the same thread, is left out.
 *
 * <p>A thread in a call has a place in a table, which the outermost call takes and gives back: so the enter of a call inside finds its thread. A
 * virtual thread has one, too. Around a thread's home are {@value #TRIES} places; where others have them all, its calls count one by one. Only
 * methods have such sites: whatever they end by, their exit comes.
 *
 * <p>Hot path. Places are taken by compare-and-set from null and given back with release; only its own thread looks for an entry. Wait-free: no
 * allocation, no lock, nothing thrown.
 */
final class OutermostCalls {

    /** What the names of woven instructions begin with that have these sites. */
    static final String NAME = "outermost";

    /** A power of two. */
    private static final int PLACES = 1 << 10;

    private static final int TRIES = 8;
    private static final int NONE = -1;
    private static final int INSIDE = -2;
    private static final int SPREAD = 0x9E3779B9;
    private static final Thread NOBODY = null; // of that type, as the handle takes it

    private static final VarHandle THREAD = MethodHandles.arrayElementVarHandle(Thread[].class);
    private static final MethodHandle ON =
            Handles.virtually(MethodHandles.lookup(), "enter", SiteTargets.ENTER.appendParameterTypes(Clock.class));
    private static final MethodHandle SAMPLED = Handles.virtually(
            MethodHandles.lookup(),
            "sampledEnter",
            SiteTargets.ENTER.appendParameterTypes(Clock.class, SampleChoice.class));
    private static final MethodHandle COUNTED =
            Handles.virtually(MethodHandles.lookup(), "countedEnter", SiteTargets.ENTER);
    private static final MethodHandle END =
            Handles.virtually(MethodHandles.lookup(), "end", MethodType.methodType(void.class, long.class));

    private final Thread[] threads = new Thread[PLACES];
    private final MutableCallSite enter = new MutableCallSite(SiteTargets.ENTER);
    private final MutableCallSite exit = new MutableCallSite(SiteTargets.METHOD_EXIT);

    /**
     * Does what the probe's other sites do, for outermost calls. The exit always gives back the thread's place, also of a call that began before
     * its probe was off. No handle here tests: the JDK would count its branches, and make another one of it after some calls.
     */
    void follow(Mode mode, Clock clock, MethodHandle exitTarget) {
        exit.setTarget(MethodHandles.foldArguments(exitTarget, END.bindTo(this)));
        enter.setTarget(enterOf(mode, clock));
    }

    private MethodHandle enterOf(Mode mode, Clock clock) {
        if (mode.isOff()) {
            return SiteTargets.off(SiteTargets.ENTER);
        }
        if (mode.isOn()) {
            return MethodHandles.insertArguments(ON, 0, this, clock);
        }
        return mode.oneIn() == 0
                ? COUNTED.bindTo(this)
                : MethodHandles.insertArguments(SAMPLED, 0, this, clock, SampleChoice.oneIn(mode.oneIn()));
    }

    long enter(Clock clock) {
        int place = place();
        return place == INSIDE ? SiteTargets.IGNORED : taken(place, SiteTargets.enter(clock));
    }

    long sampledEnter(Clock clock, SampleChoice choice) {
        int place = place();
        return place == INSIDE ? SiteTargets.IGNORED : taken(place, SiteTargets.sampledEnter(clock, choice));
    }

    long countedEnter() {
        int place = place();
        return place == INSIDE ? SiteTargets.IGNORED : taken(place, SiteTargets.COUNT_ONLY);
    }

    CallSite site(MethodType type) {
        return type.equals(SiteTargets.ENTER) ? enter : exit;
    }

    List<MutableCallSite> sites() {
        return List.of(enter, exit);
    }

    /** A free place for the thread, whose call is the outermost then; {@link #NONE} where others have them all. */
    private int place() {
        Thread current = Thread.currentThread();
        int home = home(current);
        int free = NONE;
        for (int place = 0; place < TRIES; place++) {
            int at = home + place & PLACES - 1;
            Thread present = (Thread) THREAD.getOpaque(threads, at);
            if (present == current) {
                return INSIDE;
            }
            free = free == NONE && present == null ? at : free;
        }
        return free;
    }

    /** Takes the place last: where the stack overflows before, no exit comes that would give it back. */
    private long taken(int free, long start) {
        int place = free;
        for (int tries = 0; tries < TRIES && place >= 0; tries++) {
            if (THREAD.compareAndSet(threads, place, NOBODY, Thread.currentThread())) {
                return start;
            }
            place = place();
        }
        return start; // its calls count one by one
    }

    /** Nothing where the enter has ignored the call. */
    void end(long start) {
        if (start == SiteTargets.IGNORED) {
            return;
        }
        Thread current = Thread.currentThread();
        int home = home(current);
        for (int place = 0; place < TRIES; place++) {
            int at = home + place & PLACES - 1;
            if ((Thread) THREAD.getOpaque(threads, at) == current) {
                THREAD.setRelease(threads, at, NOBODY);
                return;
            }
        }
    }

    private static int home(Thread thread) {
        return System.identityHashCode(thread) * SPREAD >>> Integer.SIZE - 10;
    }
}
