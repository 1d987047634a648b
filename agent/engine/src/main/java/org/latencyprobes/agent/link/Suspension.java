package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.latencyprobes.agent.callback.ContinuationClass;

/**
 * The enter and the exit of a woven Kotlin function that may suspend.
 *
 * <p>At its beginning the caller's continuation is replaced by one of ours, which holds the start and completes the caller's: it is made
 * as the compiler makes state machines ({@link ContinuationClass}), so that dispatching, cancelling and stack traces work as before. If
 * the function returns without having suspended, the exit records; else our continuation does when it is resumed. Resumes of the function
 * itself come in through its beginning, too, and are left alone: they are known by the sign bit that the compiler sets in the label of
 * the function's own state machine. A recursive call has a state machine of that class as well, but not the bit. Thread-safe, nothing is
 * thrown.
 *
 * @param completions records
 * @param wrap makes a continuation from the caller's, a cell and a start
 * @param stateMachine the class of the function's own continuations; null if it has none
 * @param label reads the label of one
 */
record Suspension(Completions completions, MethodHandle wrap, Class<?> stateMachine, MethodHandle label) {

    private static final String SUSPENDED = "COROUTINE_SUSPENDED";
    private static final String SINGLETONS = "kotlin.coroutines.intrinsics.CoroutineSingletons";
    private static final MethodType LABEL = MethodType.methodType(int.class, Object.class);

    /**
     * For one function.
     *
     * @param caller the woven class
     * @param label class and field of its state machine as {@code package.Class.label}; empty if it has none
     */
    static Suspension of(Completions completions, MethodHandles.Lookup caller, String label)
            throws ReflectiveOperationException {
        MethodHandle wrap = ContinuationClass.constructor(caller);
        if (label.isEmpty()) {
            return new Suspension(completions, wrap, null, null);
        }
        int dot = label.lastIndexOf('.');
        Class<?> stateMachine = caller.findClass(label.substring(0, dot));
        MethodHandle getter = caller.findGetter(stateMachine, label.substring(dot + 1), int.class);
        return new Suspension(completions, wrap, stateMachine, getter.asType(LABEL));
    }

    MethodHandle enter() {
        return Handles.virtually(MethodHandles.lookup(), "enter", SiteTargets.SUSPENSION_ENTER)
                .bindTo(this);
    }

    static MethodHandle exit(Completions completions) {
        return Handles.statically(
                        MethodHandles.lookup(),
                        "exit",
                        SiteTargets.SUSPENSION_EXIT.insertParameterTypes(0, Completions.class))
                .bindTo(completions);
    }

    /** The continuation to take in place of this one, or null. */
    Object enter(Object continuation) {
        if (continuation == null || !completions.isCounting()) {
            return null;
        }
        try {
            if (stateMachine != null
                    && stateMachine.isInstance(continuation)
                    && (int) label.invokeExact(continuation) < 0) {
                return null; // a resume
            }
            Object start = new AtomicLong(completions.startTicks());
            return (Object) wrap.invokeExact(continuation, completions.ended(), start);
        } catch (Throwable e) {
            completions.complain("a call was not timed: " + e.getClass().getName());
            return null;
        }
    }

    static void exit(Completions completions, Object timed, Object returned, Throwable thrown) {
        if (timed != null && (thrown != null || !isSuspended(returned))) {
            completions.end((AtomicLong) ((Supplier<?>) timed).get(), Completions.outcomeOf(thrown));
        }
    }

    private static boolean isSuspended(Object returned) {
        return returned instanceof Enum<?> constant
                && constant.name().equals(SUSPENDED)
                && constant.getClass().getName().equals(SINGLETONS);
    }
}
