package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.ClockName;

/**
 * A linking of call sites like those of a woven class, without one. What the JVM makes for the first of each kind, it then has for all.
 *
 * <p>The first linking takes 35 to 90 ms of CPU in a JVM that did not use method handles before, most of it in the JDK. Stateless.
 */
public final class LinkWarmUp {

    private static final String NAME = "warm-up";

    private LinkWarmUp() {}

    /** Links and calls. For a thread of the agent's. */
    public static void run() {
        Linker linker = new Linker(Mode.ON, null, new ClockChoice(ClockName.NANOTIME, null), null);
        MethodHandle bootstrap = Handles.statically(
                MethodHandles.lookup(),
                "bootstrap",
                MethodType.methodType(
                        CallSite.class,
                        Linker.class,
                        MethodHandles.Lookup.class,
                        String.class,
                        MethodType.class,
                        Object[].class));
        try {
            MethodHandle bound = bootstrap.bindTo(linker).asVarargsCollector(Object[].class);
            long start = (long) invoker(bound, SiteTargets.ENTER).invoke();
            invoker(bound, SiteTargets.METHOD_EXIT).invoke(start, (Throwable) null);
            invoker(bound, SiteTargets.CONSTRUCTOR_EXIT).invoke(start); // last: the first call seldom waits for it
        } catch (Throwable e) { // of a method handle, as the compiler sees it
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle invoker(MethodHandle bootstrap, MethodType type) throws Throwable {
        Object site = bootstrap.invoke(MethodHandles.lookup(), "site", type, (Object) NAME);
        return ((CallSite) site).dynamicInvoker();
    }

    /** Like the bootstrap class's, for a linker. */
    private static CallSite bootstrap(
            Linker linker, MethodHandles.Lookup caller, String name, MethodType type, Object... probe) {
        return linker.apply(new Object[] {caller, name, type, probe});
    }
}
