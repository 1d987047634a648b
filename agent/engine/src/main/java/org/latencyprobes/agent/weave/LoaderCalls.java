package org.latencyprobes.agent.weave;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * Calls of class loaders, which are the application's code: they may throw anything, and may not come back. What is not the JDK's is called on
 * a thread of its own, and asked no more for as long as that waits. The threads work by the class's monitor alone: other agents change the
 * JDK's executors, queues and locks. Thread-safe.
 */
final class LoaderCalls implements Runnable {

    private static final long LONGEST_MILLIS = 5_000;
    private static final long IDLE_MILLIS = 500;
    private static final int MOST_THREADS = 8;

    private static final Queue<Question> QUESTIONS = new ArrayDeque<>();

    /** Compared by the loader's identity: its own equality is the application's code, too. */
    private static final List<Question> STUCK = new ArrayList<>();

    private static int threads;
    private static int idle;
    private static boolean hasThrown;

    private static final class Question {

        private final ClassLoader loader;
        private final String file;
        private byte[] found;
        private boolean isAnswered;

        Question(ClassLoader loader, String file) {
            this.loader = loader;
            this.file = file;
        }
    }

    private LoaderCalls() {}

    /** Waits once, until a moment. Returns false if that is over, or the thread is interrupted, as it stays. */
    private static boolean waited(long endNanos) {
        try {
            long millis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            if (millis > 0) {
                LoaderCalls.class.wait(millis);
            }
            return millis > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What each of the threads does: it asks loaders, one after the other. */
    @Override
    public void run() {
        try {
            for (Question next = next(); next != null; next = next()) {
                ask(next);
            }
        } finally {
            ended();
        }
    }

    /** Whatever a loader throws, there is an answer: who asks waits for it. */
    private static void ask(Question question) {
        byte[] found = null;
        try {
            found = read(question.loader, question.file);
        } finally {
            answer(question, found);
        }
    }

    private static synchronized Question next() {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS);
        idle++;
        while (QUESTIONS.isEmpty() && waited(endNanos)) {
            continue;
        }
        idle--;
        return QUESTIONS.poll();
    }

    private static synchronized void answer(Question question, byte[] found) {
        question.found = found;
        question.isAnswered = true;
        STUCK.remove(question); // which holds its loader
        LoaderCalls.class.notifyAll();
    }

    private static synchronized void ended() {
        threads--;
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
        Question question = new Question(loader, file);
        return isAsked(question) ? answer(question) : null;
    }

    /** Whether the loader is asked: not where all threads are stuck, or one is by this loader. Without a thread it is asked here. */
    private static boolean isAsked(Question question) {
        synchronized (LoaderCalls.class) {
            boolean isTaken = idle > QUESTIONS.size();
            if (isStuck(question.loader) || !isTaken && threads == MOST_THREADS) {
                return false;
            }
            QUESTIONS.add(question);
            LoaderCalls.class.notifyAll();
            if (isTaken) {
                return true;
            }
            threads++;
        }
        try {
            DaemonThread.of("latency-probes-loaders", new LoaderCalls()).start();
        } catch (OutOfMemoryError noThread) {
            forget(question);
            ask(question);
        }
        return true;
    }

    private static synchronized void forget(Question question) {
        QUESTIONS.remove(question);
        threads--;
    }

    private static boolean isStuck(ClassLoader loader) {
        for (Question stuck : STUCK) {
            if (stuck.loader == loader) {
                return true;
            }
        }
        return false;
    }

    private static synchronized byte[] answer(Question question) {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        while (!question.isAnswered && waited(endNanos)) {
            continue;
        }
        if (!question.isAnswered && !Thread.currentThread().isInterrupted()) {
            STUCK.add(question);
            Log.say("the class loader " + Loaders.describe(question.loader) + " has not said for "
                    + LONGEST_MILLIS / 1000
                    + " s what it has; its class files are looked for in the JVM alone");
        }
        return question.found;
    }

    private static synchronized void sayOnce(ClassLoader loader, Throwable fault) {
        if (!hasThrown) {
            hasThrown = true;
            Log.say("the class loader " + Loaders.describe(loader)
                    + " fails to say what it has, and this is said only once: " + Log.describe(fault));
        }
    }
}
