package java.lang;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The one class of Latency Probes on the bootstrap loader: what every woven class, whatever its loader, links its call sites
 * through.
 *
 * <p>It cannot be defined twice, unloaded or changed while the JVM lives, so it holds nothing but a hand-off of JDK types under a
 * frozen number. All the rest is in the agent's own loader, reached through {@link #linker}. Thread-safe.
 *
 * <p>An instance is what the application's own objects, pending futures for one, hold of the agent: a callback that reaches it through
 * a cell, which the agent empties when it leaves.
 */
public final class LatencyProbesLink
        implements BiConsumer<Object, Throwable>, Consumer<Object>, Supplier<Object>, Runnable {

    /** Number of this hand-off; an agent that knows another one must not use this class. */
    public static final int PROTOCOL = 3;

    /** What the enter call site of a probe that does not time returns; every exit ignores it. */
    public static final long NOT_TIMED = Long.MIN_VALUE;

    /** The hub's map: owner names to weak references of functions that read the owner's probes. */
    public static final ConcurrentMap<String, Object> HUB = new ConcurrentHashMap<>();

    /**
     * Makes call sites, from {@code {Lookup, String, MethodType, Object[]}}: an agent's, or null where none is. Private, as the next: it is
     * given the full lookup of each class that links.
     */
    private static volatile Function<Object[], CallSite> linker;

    /** What the JVM's end calls when all shutdown hooks of the application have ended: an agent's, or null where none is. */
    private static volatile Runnable last;

    /** Whether {@link #last} is called; not where the JDK does not let us. */
    public static final boolean IS_LAST_CALLED = isAddedToShutdown();

    private static final int LAST_SLOT = 9;
    private static final int LAST_SLOT_OF_JDK = 2;

    private final AtomicReference<BiFunction<Object, Object, Object>> cell;
    private final Object subject;

    /**
     * Creates a callback for what completes later.
     *
     * @param cell holds the agent's function, or nothing once the agent has left
     * @param subject the function's first argument
     */
    public LatencyProbesLink(AtomicReference<BiFunction<Object, Object, Object>> cell, Object subject) {
        this.cell = cell;
        this.subject = subject;
    }

    /**
     * The JDK runs its own hooks one after another, by number: those of the application are the second, files to be deleted the third. The
     * others are free, and there is no way to give one back, so this is done once and leads to a field.
     */
    private static boolean isAddedToShutdown() {
        for (int slot = LAST_SLOT; slot > LAST_SLOT_OF_JDK; slot--) {
            try {
                Shutdown.add(slot, true, new LatencyProbesLink(null, null));
                return true;
            } catch (InternalError slotIsTaken) {
                continue;
            } catch (IllegalStateException | LinkageError noSuchThing) {
                return false;
            }
        }
        return false;
    }

    /**
     * Links one {@code invokedynamic} of a woven method. Where there is no agent any more, or it fails, to a call that does nothing.
     *
     * <p>A {@link StackOverflowError} passes: the JVM forgets it and links again at the next call, where a no-op would stay for good.
     *
     * @param caller the woven class
     * @param name {@code enter} or {@code exit}
     * @param type the call's type
     * @param probe the probe's name, then its tags' keys and values in turn; last, where the number is even, what the agent wants to
     *     know of the method beside that
     * @return the call site
     */
    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type, Object... probe) {
        Function<Object[], CallSite> present = linker;
        if (present != null) {
            try {
                return present.apply(new Object[] {caller, name, type, probe});
            } catch (StackOverflowError e) {
                throw e;
            } catch (Throwable anythingElse) {
                return noOp(type); // the agent has logged it; the application must not see it
            }
        }
        return noOp(type);
    }

    /** Of a call that gives an object back, null says that nothing is to be replaced. */
    private static CallSite noOp(MethodType type) {
        MethodHandle result = type.returnType() == long.class
                ? MethodHandles.constant(long.class, NOT_TIMED)
                : MethodHandles.constant(Object.class, null).asType(MethodType.methodType(type.returnType()));
        return new ConstantCallSite(MethodHandles.dropArguments(result, 0, type.parameterList()));
    }

    /**
     * Something completed.
     *
     * @param value with what; not looked at
     * @param thrown null if it went well
     */
    @Override
    public void accept(Object value, Throwable thrown) {
        call(cell, subject, thrown);
    }

    /**
     * Something came.
     *
     * @param value what; handed on
     */
    @Override
    public void accept(Object value) {
        call(cell, subject, value);
    }

    /** Something happened. */
    @Override
    public void run() {
        if (cell != null) {
            call(cell, subject, null);
            return;
        }
        Runnable present = last;
        if (present != null) {
            present.run();
        }
    }

    /**
     * Something is wanted.
     *
     * @return what the agent makes of the subject; where it has left, the subject
     */
    @Override
    public Object get() {
        return call(cell, subject, null);
    }

    /**
     * Calls the agent, if it is there; nothing comes out of it but a result.
     *
     * @param cell holds the agent's function, or nothing once the agent has left
     * @param subject the function's first argument, and the result where there is no agent or it fails
     * @param argument the function's second argument
     * @return the function's result
     */
    public static Object call(
            AtomicReference<BiFunction<Object, Object, Object>> cell, Object subject, Object argument) {
        BiFunction<Object, Object, Object> present = cell.get();
        if (present == null) {
            return subject;
        }
        try {
            return present.apply(subject, argument);
        } catch (Throwable anything) {
            return subject; // the application must not see it
        }
    }
}
