package org.latencyprobes.agent.slow;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The ids of threads. No code of the application runs here. Up to JDK 18 its class may give its threads other ids: these have none then,
 * nor have those of a class that is closed to the agent. Stateless.
 */
public final class ThreadIds {

    private static final long UNKNOWN = -1;
    private static final MethodType ID = MethodType.methodType(long.class);
    private static final MethodHandle FINAL_ID = finalIdOrNull();

    private ThreadIds() {}

    /**
     * The id of a thread. Runs no code of the thread's class.
     *
     * @param thread any
     * @return −1 where it is not known
     */
    public static long of(Thread thread) {
        try {
            if (FINAL_ID != null) {
                return (long) FINAL_ID.invokeExact(thread);
            }
            return isIdOfThreads(thread.getClass()) ? thread.getId() : UNKNOWN;
        } catch (Throwable brokenClass) {
            return UNKNOWN;
        }
    }

    /** Resolves this method alone: {@link Class#getMethod} resolves the types of all methods, by the application's class loader. */
    private static boolean isIdOfThreads(Class<?> type) throws ReflectiveOperationException {
        if (type.getClassLoader() == null) { // the JDK's
            return true;
        }
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        MethodHandle id = lookup.findVirtual(type, "getId", ID);
        return lookup.revealDirect(id).getDeclaringClass() == Thread.class;
    }

    private static MethodHandle finalIdOrNull() {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "threadId", ID); // since JDK 19
        } catch (ReflectiveOperationException olderJdk) {
            return null;
        }
    }
}
