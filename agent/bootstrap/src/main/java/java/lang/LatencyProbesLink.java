package java.lang;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * The one class of Latency Probes on the bootstrap loader: what every woven class, whatever its loader, links its call sites
 * through.
 *
 * <p>It cannot be defined twice, unloaded or changed while the JVM lives, so it holds nothing but a hand-off of JDK types under a
 * frozen number. All the rest is in the agent's own loader, reached through {@link #linker}. Thread-safe.
 */
public final class LatencyProbesLink {

    /** Number of this hand-off; an agent that knows another one must not use this class. */
    public static final int PROTOCOL = 1;

    /** What the enter call site of a probe that does not time returns; every exit ignores it. */
    public static final long NOT_TIMED = Long.MIN_VALUE;

    /** The hub's room: owner names to weak references of functions that read the owner's probes. */
    public static final ConcurrentMap<String, Object> HUB = new ConcurrentHashMap<>();

    /**
     * Makes call sites, from {@code {Lookup, String, MethodType, Object[]}}: an agent's, or null where none is.
     */
    public static volatile Function<Object[], CallSite> linker;

    private LatencyProbesLink() {}

    /**
     * Links one {@code invokedynamic} of a woven method. Where there is no agent any more, or it fails, to a call that does nothing.
     *
     * <p>A {@link StackOverflowError} passes: the JVM forgets it and links again at the next call, where a no-op would stay for good.
     *
     * @param caller the woven class
     * @param name {@code enter} or {@code exit}
     * @param type the call's type
     * @param probe the probe's name, then its tags' keys and values in turn
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

    private static CallSite noOp(MethodType type) {
        MethodHandle result = type.returnType() == long.class
                ? MethodHandles.constant(long.class, NOT_TIMED)
                : MethodHandles.constant(Object.class, null).asType(MethodType.methodType(void.class));
        return new ConstantCallSite(MethodHandles.dropArguments(result, 0, type.parameterList()));
    }
}
