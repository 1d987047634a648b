package org.latencyprobes.agent.weave;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.thread.DaemonThread;

/**
 * Calls of class loaders, which are the application's code: they may throw anything, and may not come back. What is not the JDK's is called on
 * a thread of its own, and asked no more for as long as that waits. Thread-safe.
 */
final class LoaderCalls {

    private static final long LONGEST_MILLIS = 5_000;
    private static final long IDLE_MILLIS = 500;
    private static final int MOST_THREADS = 8;

    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0, MOST_THREADS, IDLE_MILLIS, TimeUnit.MILLISECONDS, new SynchronousQueue<>(), LoaderCalls::thread);

    /** Compared by identity: a loader's own equality is the application's code, too. */
    private static final List<Stuck> STUCK = new ArrayList<>();

    private static boolean hasThrown;

    private record Stuck(WeakReference<ClassLoader> loader, Future<?> call) {}

    private LoaderCalls() {}

    private static Thread thread(Runnable work) {
        return DaemonThread.of("latency-probes-loaders", work);
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
        Future<byte[]> call;
        try {
            call = THREADS.submit(() -> read(loader, file));
        } catch (RejectedExecutionException allAreStuck) {
            return null;
        } catch (OutOfMemoryError noThread) {
            return read(loader, file);
        }
        try {
            return call.get(LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            stuck(loader, call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            sayOnce(loader, e.getCause());
        }
        return null;
    }

    private static synchronized boolean isStuck(ClassLoader loader) {
        STUCK.removeIf(stuck -> stuck.call.isDone());
        for (Stuck stuck : STUCK) {
            if (stuck.loader.refersTo(loader)) {
                return true;
            }
        }
        return false;
    }

    private static synchronized void stuck(ClassLoader loader, Future<?> call) {
        STUCK.add(new Stuck(new WeakReference<>(loader), call));
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
