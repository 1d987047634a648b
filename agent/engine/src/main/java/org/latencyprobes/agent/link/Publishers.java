package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.inflight.UnownedCalls;

/**
 * The exit of a woven method that returns a publisher. It replaces the publisher by one that calls us at each subscription and then
 * subscribes to the original, with operators that record how it ends. A subscription while the probe is off gets the original alone.
 *
 * <p>One for each woven method, since it holds types of the application's; known to the agent by weak references. Thread-safe, nothing is
 * thrown.
 */
final class Publishers implements BiFunction<Object, Object, Object> {

    private final Completions completions;
    private final PublisherType type;
    private final AtomicReference<BiFunction<Object, Object, Object>> cell = new AtomicReference<>(this);

    Publishers(Completions completions, PublisherType type) {
        this.completions = completions;
        this.type = type;
    }

    AtomicReference<?> cell() {
        return cell;
    }

    MethodHandle exit() {
        return Handles.virtually(MethodHandles.lookup(), "exit", SiteTargets.PUBLISHER_EXIT)
                .bindTo(this);
    }

    /** For a library that lacks what we need: timed until return. */
    static MethodHandle plainExit(Completions completions) {
        return Handles.statically(
                        MethodHandles.lookup(),
                        "plainExit",
                        SiteTargets.PUBLISHER_EXIT.insertParameterTypes(0, Completions.class))
                .bindTo(completions);
    }

    static Object plainExit(Completions completions, long startTicks, Object returned, Throwable thrown) {
        endNote(startTicks);
        completions.end(new AtomicLong(startTicks), thrown == null ? Outcome.OK : Outcome.ERROR);
        return null;
    }

    /** The publisher to return in place of this one, or null. */
    Object exit(long startTicks, Object returned, Throwable thrown) {
        endNote(startTicks);
        if (!completions.isCounted(startTicks)) {
            return null;
        }
        if (thrown != null) {
            completions.end(new AtomicLong(startTicks), Outcome.ERROR);
            return null;
        }
        return returned == null ? null : replacement(returned);
    }

    /** Else its place would be taken as long as its thread lives. What stands for the start of another call is before all starts. */
    private static void endNote(long startTicks) {
        if (startTicks != SiteTargets.IGNORED && !OpenCalls.isNotTimed(startTicks)) {
            UnownedCalls.end(startTicks);
        }
    }

    private Object replacement(Object returned) {
        try {
            if (type.isReplaceable(returned)) {
                return type.deferred(cell, returned);
            }
            completions.complain("not timed where it returns "
                    + returned.getClass().getName() + ", whose own methods its callers may want");
        } catch (Throwable e) { // no memory, no stack, or a hook of the application's in the library
            completions.complain("a call was not timed: " + e.getClass().getName());
        }
        return null;
    }

    /** At a subscription: the original, with operators. */
    @Override
    public Object apply(Object original, Object nothing) {
        if (!completions.isCounting()) {
            return original;
        }
        try {
            AtomicLong start = new AtomicLong();
            Object observed = original;
            for (PublisherType.Operator operator : type.operators()) {
                observed = (Object) operator.add().invokeExact(observed, callback(operator.end(), start));
            }
            start.set(completions.startTicks());
            return observed;
        } catch (Throwable e) {
            completions.complain("a subscription was not timed: " + e.getClass().getName());
            return original;
        }
    }

    private Object callback(PublisherType.End end, AtomicLong start) throws Throwable {
        AtomicReference<BiFunction<Object, Object, Object>> ending = switch (end) {
            case SUCCEEDED -> completions.succeeded();
            case FAILED -> completions.ended();
            case CANCELLED -> completions.cancelled();
        };
        return (Object) type.callback().invokeExact(ending, (Object) start);
    }
}
