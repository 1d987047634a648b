package org.latencyprobes.agent.slow;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.protocol.codec.Texts;

/**
 * The ids, names and stacks of threads. No code of the application runs here. A subclass of {@link Thread} may return another stack: such a
 * thread has none here, nor has one of a class that is closed to the agent. Up to JDK 18 it may also return another id. Stateless.
 */
public final class ThreadIds {

    private static final long UNKNOWN = -1;

    /** What is kept, and what of the agent may lie above that. */
    private static final int MOST_FRAMES = ThreadStack.MOST_FRAMES + 16;

    private static final MethodType ID = MethodType.methodType(long.class);
    private static final MethodType STACK = MethodType.methodType(StackTraceElement[].class);
    private static final MethodType STATE = MethodType.methodType(Thread.State.class);
    private static final StackTraceElement[] NO_STACK = new StackTraceElement[0];
    private static final MethodHandle FINAL_ID = finalOrNull("threadId", ID); // since JDK 19
    private static final MethodHandle IS_VIRTUAL =
            finalOrNull("isVirtual", MethodType.methodType(boolean.class)); // since JDK 21

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
            return isOfThreads(thread.getClass(), "getId", ID) ? thread.getId() : idThatIsHidden(thread);
        } catch (Throwable brokenClass) {
            return UNKNOWN;
        }
    }

    /** As the class right below {@link Thread} would ask for it by {@code super}, whatever it and its subclasses answer themselves. */
    private static long idThatIsHidden(Thread thread) throws Throwable {
        Class<?> type = thread.getClass();
        while (type.getSuperclass() != Thread.class) {
            type = type.getSuperclass();
        }
        return (long) MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                .findSpecial(Thread.class, "getId", ID, type)
                .invoke(thread);
    }

    /**
     * A thread's name, which says of a virtual one that it is.
     *
     * @param thread any
     * @return empty where it has none
     */
    public static String nameOf(Thread thread) {
        String name = thread.getName();
        return isVirtual(thread) && !name.isEmpty() ? Texts.virtualThread(name, of(thread)) : name;
    }

    /**
     * Whether a thread is virtual.
     *
     * @param thread any
     * @return false also before JDK 21
     */
    static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) { // it is final
            return false;
        }
    }

    /**
     * The stack of a thread. Runs no code of the thread's class. Where all threads stand still meanwhile, it is the first {@value #MOST_FRAMES}
     * frames alone: of very deep stacks the JVM would copy all for longer than a second. Without the module {@code java.management} it does.
     *
     * @param thread any
     * @return the innermost first; empty where it is not known
     */
    static StackTraceElement[] stackOf(Thread thread) {
        try {
            return StackWatch.areAllStopped() ? firstFrames(thread) : allFrames(thread);
        } catch (LinkageError | RuntimeException noBean) {
            return allFrames(thread);
        }
    }

    private static StackTraceElement[] firstFrames(Thread thread) {
        OpenFiles.requireFreeForBeans();
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(of(thread), MOST_FRAMES);
        return info == null ? NO_STACK : info.getStackTrace();
    }

    private static StackTraceElement[] allFrames(Thread thread) {
        try {
            if (isOfThreads(thread.getClass(), "getStackTrace", STACK)) {
                return thread.getStackTrace();
            }
        } catch (Throwable brokenClass) {
            return NO_STACK;
        }
        return NO_STACK;
    }

    /** Whether a thread waits for a monitor. Runs no code of its class. */
    static boolean isBlocked(Thread thread) {
        try {
            return isOfThreads(thread.getClass(), "getState", STATE) && thread.getState() == Thread.State.BLOCKED;
        } catch (Throwable brokenClass) {
            return false;
        }
    }

    /** Resolves this method alone: {@link Class#getMethod} resolves the types of all methods, by the application's class loader. */
    private static boolean isOfThreads(Class<?> type, String name, MethodType method)
            throws ReflectiveOperationException {
        if (type.getClassLoader() == null) { // the JDK's
            return true;
        }
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        MethodHandle found = lookup.findVirtual(type, name, method);
        return lookup.revealDirect(found).getDeclaringClass() == Thread.class;
    }

    private static MethodHandle finalOrNull(String method, MethodType type) {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, method, type);
        } catch (ReflectiveOperationException olderJdk) {
            return null;
        }
    }
}
