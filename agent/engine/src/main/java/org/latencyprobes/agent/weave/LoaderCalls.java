package org.latencyprobes.agent.weave;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * Calls of class loaders, which are the application's code: they may throw anything, and may not come back. What is not the JDK's is called on
 * a thread of its own, and asked no more for as long as that waits. Thread-safe.
 */
final class LoaderCalls {

    private static final long LONGEST_MILLIS = 5_000;
    private static final long IDLE_MILLIS = 500;
    private static final int MOST_THREADS = 8;

    private static final Deque<Caller> IDLE = new ArrayDeque<>();
    private static int threads;

    /** Compared by identity: a loader's own equality is the application's code, too. */
    private static final List<Stuck> STUCK = new ArrayList<>();

    private static boolean hasThrown;

    private record Stuck(WeakReference<ClassLoader> loader, Caller caller) {}

    /** A thread that calls loaders, one after the other. By its monitor alone: other agents change the JDK's executors, queues and locks. */
    private static final class Caller implements Runnable {

        private ClassLoader loader;
        private volatile String file; // null where nothing is asked
        private byte[] found;
        private boolean isOver;

        @Override
        public void run() {
            try {
                while (awaitQuestion()) {
                    answer(read(loader, file));
                }
            } finally {
                end();
            }
        }

        private synchronized boolean awaitQuestion() {
            boolean isInTime = true;
            while (file == null && !isOver && (isInTime || !goIdleNoLonger(this))) {
                long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS);
                isInTime = waited(this, IDLE_MILLIS) && System.nanoTime() - endNanos < 0;
            }
            return file != null;
        }

        synchronized void ask(ClassLoader asked, String wanted) {
            loader = asked;
            file = wanted;
            notifyAll();
        }

        private synchronized void answer(byte[] content) {
            found = content;
            loader = null;
            file = null;
            notifyAll();
        }

        /** Whether it has come back in time; if it has not, it ends once it comes back. */
        synchronized boolean hasAnswered() {
            long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
            boolean isInTime = true;
            while (file != null && isInTime) {
                isInTime = waited(this, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()));
            }
            isOver = file != null;
            return !isOver;
        }

        private synchronized void end() {
            isOver = true;
            file = null;
            ended();
        }

        boolean isStuck() {
            return file != null; // no monitor: the other way round this one comes first
        }
    }

    private LoaderCalls() {}

    /** Waits once. Returns false if there is no time left, or the thread is interrupted, as it stays. */
    private static boolean waited(Object monitor, long millis) {
        try {
            if (millis > 0) {
                monitor.wait(millis);
            }
            return millis > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A file out of a loader's resources, or null. */
    static byte[] resource(ClassLoader loader, String file) {
        return isJdks(loader) ? read(loader, file) : readElsewhere(loader, file);
    }

    private static boolean isJdks(ClassLoader loader) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each.getClass().getClassLoader() != null) {
                return false;
            }
        }
        return true;
    }

    private static byte[] read(ClassLoader loader, String file) {
        try (InputStream content =
                loader == null ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file)) {
            return content == null ? null : content.readAllBytes();
        } catch (Exception e) { // a closed or an odd loader
            return null;
        } catch (Error e) {
            sayOnce(loader, e);
            return null;
        }
    }

    private static byte[] readElsewhere(ClassLoader loader, String file) {
        if (isStuck(loader)) {
            return null;
        }
        Caller caller;
        try {
            caller = caller();
        } catch (OutOfMemoryError noThread) {
            ended();
            return read(loader, file);
        }
        if (caller == null) {
            return null; // all are stuck
        }
        caller.ask(loader, file);
        if (caller.hasAnswered()) {
            byte[] found = caller.found;
            goIdle(caller);
            return found;
        }
        if (!Thread.currentThread().isInterrupted()) {
            stuck(loader, caller);
        }
        return null;
    }

    /** One that waits for a question; null where there are too many. */
    private static Caller caller() {
        synchronized (LoaderCalls.class) {
            if (!IDLE.isEmpty()) {
                return IDLE.pop();
            }
            if (threads == MOST_THREADS) {
                return null;
            }
            threads++;
        }
        Caller caller = new Caller();
        DaemonThread.of("latency-probes-loaders", caller).start();
        return caller;
    }

    private static synchronized void goIdle(Caller caller) {
        caller.found = null;
        IDLE.push(caller);
    }

    private static synchronized boolean goIdleNoLonger(Caller caller) {
        return IDLE.remove(caller);
    }

    private static synchronized void ended() {
        threads--;
    }

    private static synchronized boolean isStuck(ClassLoader loader) {
        STUCK.removeIf(stuck -> !stuck.caller.isStuck());
        for (Stuck stuck : STUCK) {
            if (stuck.loader.refersTo(loader)) {
                return true;
            }
        }
        return false;
    }

    private static synchronized void stuck(ClassLoader loader, Caller caller) {
        STUCK.add(new Stuck(new WeakReference<>(loader), caller));
        Log.say("the class loader " + Loaders.describe(loader) + " has not said for " + LONGEST_MILLIS / 1000
                + " s what it has; its class files are looked for in the JVM alone");
    }

    private static synchronized void sayOnce(ClassLoader loader, Throwable fault) {
        if (!hasThrown) {
            hasThrown = true;
            Log.say("the class loader " + Loaders.describe(loader)
                    + " fails to say what it has, and this is said only once: " + Log.describe(fault));
        }
    }
}
