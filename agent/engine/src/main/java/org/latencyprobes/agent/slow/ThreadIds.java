package org.latencyprobes.agent.slow;

/**
 * The ids of threads. Up to JDK 18 an application's class may give its threads other ids; its code is not run here, and they have none.
 */
final class ThreadIds {

    private static final int FIRST_WITH_FINAL_ID = 19;
    private static final long UNKNOWN = -1;
    private static final boolean IS_ID_FINAL = Runtime.version().feature() >= FIRST_WITH_FINAL_ID;

    private ThreadIds() {}

    /** −1 where it is not known. */
    static long of(Thread thread) {
        return IS_ID_FINAL || isIdOfThreads(thread.getClass()) ? thread.getId() : UNKNOWN;
    }

    private static boolean isIdOfThreads(Class<?> type) {
        try {
            return type == Thread.class || type.getMethod("getId").getDeclaringClass() == Thread.class;
        } catch (ReflectiveOperationException | LinkageError | SecurityException brokenClass) {
            return false;
        }
    }
}
