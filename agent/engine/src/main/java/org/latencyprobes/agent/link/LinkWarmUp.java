package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockName;

/**
 * A linking of call sites like those of a woven class, without one. What the JVM makes for the first of each kind, it then has for all.
 *
 * <p>The first linking takes 35 to 90 ms of CPU in a JVM that did not use method handles before, most of it in the JDK. Thread-safe.
 */
public final class LinkWarmUp {

    private static final String NAME = "warm-up";

    private static final MethodType BOOTSTRAP = MethodType.methodType(
            CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);

    private static final Linker LINKER = new Linker(Mode.ON, null, new ClockChoice(ClockName.NANOTIME, null), null);

    private LinkWarmUp() {}

    /** Links and calls. For a thread of the agent's. */
    public static void run() {
        MethodHandle bootstrap = Handles.statically(MethodHandles.lookup(), "bootstrap", BOOTSTRAP)
                .asVarargsCollector(Object[].class);
        try {
            long start = (long) invoker(bootstrap, SiteTargets.ENTER).invoke();
            invoker(bootstrap, SiteTargets.METHOD_EXIT).invoke(start, (Throwable) null);
            invoker(bootstrap, SiteTargets.CONSTRUCTOR_EXIT).invoke(start); // last: the first call seldom waits for it
        } catch (Throwable e) { // of a method handle, as the compiler sees it
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle invoker(MethodHandle bootstrap, MethodType type) throws Throwable {
        Object site = bootstrap.invoke(MethodHandles.lookup(), "site", type, (Object) NAME);
        return ((CallSite) site).getTarget();
    }

    /**
     * What links a class of the agent's own.
     *
     * @return the bootstrap method
     * @throws NoSuchMethodException never
     */
    public static Method bootstrapMethod() throws NoSuchMethodException {
        return LinkWarmUp.class.getMethod("bootstrap", BOOTSTRAP.parameterArray());
    }

    /**
     * Like the bootstrap class's.
     *
     * @param caller the class that has the instruction
     * @param name of the instruction
     * @param type of the call site
     * @param probe the instruction's constants
     * @return a call site of no probe
     */
    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type, Object... probe) {
        return LINKER.apply(new Object[] {caller, name, type, probe});
    }
}
