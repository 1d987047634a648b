package org.latencyprobes.agent.slow;

/** The ids of threads. An application's class may give its threads other ids: its code is not run here, and they have none. Stateless. */
final class ThreadIds {

    private static final long UNKNOWN = -1;

    private ThreadIds() {}

    /** −1 where it is not known. */
    static long of(Thread thread) {
        return isIdOfThreads(thread.getClass()) ? thread.getId() : UNKNOWN;
    }

    private static boolean isIdOfThreads(Class<?> type) {
        try {
            return type == Thread.class || type.getMethod("getId").getDeclaringClass() == Thread.class;
        } catch (ReflectiveOperationException | LinkageError | SecurityException brokenClass) {
            return false;
        }
    }
}
