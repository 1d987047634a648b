package org.latencyprobes.internal.thread;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.locks.LockSupport;

/**
 * A factory of daemon threads that inherit nothing from whoever makes them, which may be any thread of the application's.
 *
 * <p>A thread inherits its maker's thread group, priority, context class loader, inheritable thread locals and, before Java 24,
 * access control context: the protection domains of all callers, which refer to their class loaders. A thread that outlives its
 * maker's application would keep that application's loader for as long as it runs. Stateless.
 */
public final class DaemonThread {

    private static final int FIRST_JAVA_WITHOUT_INHERITED_CONTEXTS = 24;

    private DaemonThread() {}

    /**
     * Makes a thread of the topmost group, of normal priority, without context class loader. It is not started. An exception that it does
     * not catch becomes a line on standard error.
     *
     * @param name the name that thread dumps show
     * @param work the thread's work
     * @return the thread
     */
    public static Thread of(String name, Runnable work) {
        return Runtime.version().feature() < FIRST_JAVA_WITHOUT_INHERITED_CONTEXTS
                ? Privileged.thread(name, work)
                : thread(name, work);
    }

    /**
     * The same, of a thread that begins its work anew where an error ends it, such as for want of memory: whoever
     * relies on it would miss it for good. It rests before that. The error becomes a line, as of other threads.
     *
     * @param name the name that thread dumps show
     * @param work the thread's work, which may begin again at any time
     * @return the thread
     */
    public static Thread lasting(String name, Runnable work) {
        return of(name, new Lasting(work));
    }

    private record Lasting(Runnable work) implements Runnable {

        private static final long REST_NANOS = 100_000_000;

        @Override
        public void run() {
            while (!hasEnded()) {
                Thread.interrupted(); // of an application that interrupts all threads: there would be no rest
                LockSupport.parkNanos(REST_NANOS);
            }
        }

        private boolean hasEnded() {
            try {
                work.run();
                return true;
            } catch (Throwable e) { // whatever it is, the JVM would end the thread for it
                Uncaught.INSTANCE.uncaughtException(Thread.currentThread(), e);
                return false;
            }
        }
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(topmostGroup(), work, name, 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler(Uncaught.INSTANCE);
        return thread;
    }

    private static ThreadGroup topmostGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /**
     * The making of a thread with this library's own domain for all context, whoever called. A class of its own, so that JVMs without an
     * {@link AccessController} never ask for one.
     */
    @SuppressWarnings("removal") // there is no other way to say it to Java 17
    private static final class Privileged implements PrivilegedAction<Thread> {

        private final String name;
        private final Runnable work;

        private Privileged(String name, Runnable work) {
            this.name = name;
            this.work = work;
        }

        static Thread thread(String name, Runnable work) {
            return AccessController.doPrivileged(new Privileged(name, work));
        }

        @Override
        public Thread run() {
            return DaemonThread.thread(name, work);
        }
    }
}
