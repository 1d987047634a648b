package org.latencyprobes.agent.link;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.latencyprobes.agent.base.TemporaryLoader;

/**
 * The agent's access to the class {@code java.lang.LatencyProbesLink}. It defines the class on the bootstrap loader, or takes the one that
 * an earlier agent left.
 *
 * <p>The class is defined and not appended to the bootstrap class path. That would cost the application its class-data sharing and print a
 * warning.
 */
public final class BootstrapClass {

    static final String NAME = "java.lang.LatencyProbesLink";
    static final int PROTOCOL = 3;

    private final Class<?> link;
    private final VarHandle linker;
    private final VarHandle last;
    private final boolean isLastCalled;
    private final ConcurrentMap<String, Object> hub;

    /** By handles and not by reflection, which generates code for each field since JDK 18: 2 ms of the start. */
    @SuppressWarnings("unchecked") // under the protocol number
    private BootstrapClass(Class<?> link, MethodHandles.Lookup inner) throws ReflectiveOperationException {
        this.link = link;
        MethodHandles.Lookup privately = MethodHandles.privateLookupIn(link, inner);
        linker = privately.findStaticVarHandle(link, "linker", Function.class);
        last = privately.findStaticVarHandle(link, "last", Runnable.class);
        isLastCalled = (boolean) MethodHandles.publicLookup()
                .findStaticVarHandle(link, "IS_LAST_CALLED", boolean.class)
                .get();
        hub = (ConcurrentMap<String, Object>) MethodHandles.publicLookup()
                .findStaticVarHandle(link, "HUB", ConcurrentMap.class)
                .get();
    }

    /**
     * Defines the class where it is not yet there.
     *
     * @param instrumentation opens {@code java.lang}, for as long as that takes, to nobody but us
     * @return the access to it
     * @throws ReflectiveOperationException if the JVM does not let us, or a class of another protocol is there
     * @throws IOException if the agent's jar cannot be read
     */
    public static BootstrapClass define(Instrumentation instrumentation)
            throws ReflectiveOperationException, IOException {
        Class<?> link = present();
        if (link != null) {
            requireProtocolOf(link);
        }
        MethodHandles.Lookup inner = TemporaryLoader.opened(instrumentation, Object.class.getModule(), "java.lang");
        return new BootstrapClass(
                link == null ? definedIn(MethodHandles.privateLookupIn(Object.class, inner)) : link, inner);
    }

    /** Several threads may be about to define it. */
    private static Class<?> definedIn(MethodHandles.Lookup lookup) throws ReflectiveOperationException, IOException {
        try {
            return lookup.defineClass(TemporaryLoader.classFile(NAME));
        } catch (LinkageError e) {
            Class<?> another = present();
            if (another == null) {
                throw e;
            }
            return another;
        }
    }

    static void requireProtocolOf(Class<?> link) throws ReflectiveOperationException {
        Object protocol = link.getField("PROTOCOL").get(null);
        if (!protocol.equals(PROTOCOL)) {
            throw new IllegalStateException("another version of the agent is in this JVM: its linkage protocol is "
                    + protocol + ", this agent's is " + PROTOCOL + "; only a JVM that starts anew can have the other");
        }
    }

    private static Class<?> present() {
        try {
            return Class.forName(NAME, true, null);
        } catch (ClassNotFoundException usually) {
            return null;
        }
    }

    /**
     * Hands woven call sites over to a linker.
     *
     * @param next makes call sites; null to leave them to no-ops
     */
    public void linkThrough(Function<Object[], CallSite> next) {
        linker.setVolatile(next);
    }

    /**
     * Has something called at the JVM's end, when all shutdown hooks of the application have ended, on the thread that ends the JVM.
     *
     * @param next is called; null for nothing
     * @return whether it will be; not where the JDK does not let us
     */
    public boolean callLast(Runnable next) {
        last.setVolatile(next);
        return isLastCalled;
    }

    /**
     * The hub's map.
     *
     * @return the map that all owners and readers share
     */
    public ConcurrentMap<String, Object> hub() {
        return hub;
    }

    /**
     * Whether another copy of the library has put something into the hub's map that is still there.
     *
     * @return true if the application, or a library of its, has probes of its own
     */
    public boolean hasOthers() {
        for (Object value : hub.values()) {
            Object held = held(value);
            if (held != null && !isOurs(held)) {
                return true;
            }
        }
        return false;
    }

    /** Takes everything of this agent's out of the class: its linker, and what its loader's classes have put into the hub's map. */
    public void leave() {
        linkThrough(null);
        last.setVolatile((Runnable) null);
        hub().values().removeIf(BootstrapClass::isOurs);
    }

    private static Object held(Object value) {
        return value instanceof WeakReference<?> reference ? reference.get() : value;
    }

    private static boolean isOurs(Object value) {
        Object held = held(value);
        return held != null && held.getClass().getClassLoader() == BootstrapClass.class.getClassLoader();
    }

    /**
     * What links every {@code invokedynamic} that is woven.
     *
     * @return the bootstrap method
     * @throws ReflectiveOperationException never, for a class of this protocol
     */
    public Method bootstrapMethod() throws ReflectiveOperationException {
        return link.getMethod("bootstrap", MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);
    }
}
