package org.latencyprobes.agent.weave;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.base.Log;

/**
 * The work that the transformer puts off, because it needs other classes or their bytes. The agent's own thread does it later.
 *
 * <p>There are three kinds. Unknown annotation types are looked up. Subtypes that were loaded before it was known what they inherit are
 * woven. And so are classes of which only the JVM can tell whether it takes them woven. A class may be in the middle of being loaded, where
 * no agent can find it. So the search is repeated for some seconds, after waits that double. Called by any thread.
 */
final class DeferredLookups implements Runnable {

    private static final int SCANS = 7;
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Executor background;
    private final Work work;
    private List<Question> questions = new ArrayList<>();
    private boolean scheduled;
    private boolean subtypes;

    /** The work on the agent's thread. */
    interface Work {

        /** Looks an annotation type up; returns whether it marks. */
        boolean isMarked(ClassLoader loader, String descriptor);

        /** Brings into line the subtypes, and classes of these names and loaders; returns whether it is worth another time. */
        boolean weave(Map<String, List<WeakReference<ClassLoader>>> classes);
    }

    private record Question(WeakReference<ClassLoader> loader, String className, List<String> descriptors) {}

    DeferredLookups(Executor background, Work work) {
        this.background = background;
        this.work = work;
    }

    void lookUp(ClassLoader loader, String className, List<String> annotationTypes) {
        schedule(new Question(new WeakReference<>(loader), className, annotationTypes));
    }

    /** A class that is being loaded is to be woven when it has been. */
    void weave(ClassLoader loader, String className) {
        schedule(new Question(new WeakReference<>(loader), className, List.of()));
    }

    void inheritedChanged() {
        schedule(null);
    }

    private void schedule(Question orSubtypes) {
        if (add(orSubtypes)) {
            background.execute(this);
        }
    }

    /** Whether it is the first. */
    private synchronized boolean add(Question orSubtypes) {
        boolean first = !scheduled;
        scheduled = true;
        if (orSubtypes == null) {
            subtypes = true;
        } else {
            questions.add(orSubtypes);
        }
        return first;
    }

    @Override
    public void run() {
        List<Question> asked;
        boolean withSubtypes;
        synchronized (this) {
            asked = questions;
            questions = new ArrayList<>();
            withSubtypes = subtypes;
            subtypes = false;
            scheduled = false;
        }
        Map<String, List<WeakReference<ClassLoader>>> marked = new HashMap<>();
        for (Question question : asked) {
            if (isMarked(question)) {
                marked.computeIfAbsent(question.className(), unused -> new ArrayList<>())
                        .add(question.loader());
            }
        }
        weave(withSubtypes, marked);
    }

    /**
     * Nobody tells when the last subtype has been found; of the classes that are awaited by name, those that have come are taken out. What
     * is being loaded takes some time, and the thread that loads it wants the processor.
     */
    private void weave(boolean withSubtypes, Map<String, List<WeakReference<ClassLoader>>> awaited) {
        long waitNanos = FIRST_WAIT_NANOS;
        for (int scan = 1; scan <= SCANS && (withSubtypes || !awaited.isEmpty()); scan++) {
            LockSupport.parkNanos(waitNanos);
            waitNanos *= 2;
            if (!work.weave(awaited)) {
                return;
            }
        }
    }

    private boolean isMarked(Question question) {
        ClassLoader loader = question.loader().get();
        boolean marked = question.descriptors().isEmpty();
        for (String descriptor : question.descriptors()) {
            try {
                marked |= loader != null && work.isMarked(loader, descriptor);
            } catch (RuntimeException | LinkageError e) {
                Log.say("annotation type " + descriptor + " cannot be read: " + Log.describe(e));
            }
        }
        return marked;
    }
}
