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
 * What the transformer must not do itself, because it needs other classes' bytes or other classes at all; done later, on the agent's own
 * thread.
 *
 * <p>Three things: annotation types that nothing is known about are looked up, heirs that were loaded before it was known what they
 * inherit are woven, and so are classes of which only the JVM can tell whether it takes them woven. The first of them may be in the middle of being loaded, where no agent can find it: so the search is repeated,
 * after waits that double, for some seconds. Called by any thread.
 */
final class Followups implements Runnable {

    private static final int SWEEPS = 8;
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Executor background;
    private final Work work;
    private List<Question> questions = new ArrayList<>();
    private boolean scheduled;
    private boolean heirs;

    /** What is done on the agent's thread. */
    interface Work {

        /** Looks an annotation type up; returns whether it marks. */
        boolean isMarked(ClassLoader loader, String descriptor);

        /** Brings into line the heirs, and classes of these names and loaders; returns whether it is worth another time. */
        boolean sweep(Map<String, List<WeakReference<ClassLoader>>> classes);
    }

    private record Question(WeakReference<ClassLoader> loader, String className, List<String> descriptors) {}

    Followups(Executor background, Work work) {
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

    void newsForHeirs() {
        schedule(null);
    }

    private void schedule(Question orHeirs) {
        if (add(orHeirs)) {
            background.execute(this);
        }
    }

    /** Whether it is the first. */
    private synchronized boolean add(Question orHeirs) {
        boolean first = !scheduled;
        scheduled = true;
        if (orHeirs == null) {
            heirs = true;
        } else {
            questions.add(orHeirs);
        }
        return first;
    }

    @Override
    public void run() {
        List<Question> asked;
        boolean newHeirs;
        synchronized (this) {
            asked = questions;
            questions = new ArrayList<>();
            newHeirs = heirs;
            heirs = false;
            scheduled = false;
        }
        Map<String, List<WeakReference<ClassLoader>>> marked = new HashMap<>();
        for (Question question : asked) {
            if (isMarked(question)) {
                marked.computeIfAbsent(question.className(), unused -> new ArrayList<>())
                        .add(question.loader());
            }
        }
        sweep(newHeirs, marked);
    }

    /** Nobody tells when the last heir has been found; of the classes that are awaited by name, those that have come are taken out. */
    private void sweep(boolean newHeirs, Map<String, List<WeakReference<ClassLoader>>> awaited) {
        long waitNanos = FIRST_WAIT_NANOS;
        for (int sweep = 1; sweep <= SWEEPS && (newHeirs || !awaited.isEmpty()) && work.sweep(awaited); sweep++) {
            if (sweep < SWEEPS && (newHeirs || !awaited.isEmpty())) {
                LockSupport.parkNanos(waitNanos);
                waitNanos *= 2;
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
