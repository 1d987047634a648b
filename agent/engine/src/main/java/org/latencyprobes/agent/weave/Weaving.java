package org.latencyprobes.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.PatternSuggestion;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;

/**
 * The weaving in this JVM: what is selected now, what is woven, and how it is taken back.
 *
 * <p>Its methods exclude each other. The agent's own threads call them; only {@link #begin} is called on the JVM's first thread. Classes
 * are woven on whatever thread loads them.
 */
public final class Weaving {

    /** A start of the JVM is kept waiting so long at most. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final LoadedClasses loaded;
    private final Instrumentation instrumentation;
    private final WovenClasses woven = new WovenClasses();
    private final CompiledCode compiledCode = new CompiledCode();
    private final ClassBytes bytes;
    private final Executor background;
    private final RefusedClasses refusals;
    private final ClassWork work;
    private volatile ProbeTransformer transformer;
    private LoadedClassScan scan;
    private boolean ended;
    private final Object beginning = new Object();
    private boolean hasBegun;

    /**
     * The result of a change of selection.
     *
     * @param classes how many loaded classes were transformed again
     * @param failed how many could not be
     * @param nanos how long it took
     */
    public record Change(int classes, int failed, long nanos) {}

    /**
     * Creates it; nothing happens yet.
     *
     * @param instrumentation of the JVM
     * @param weaveLog is told what was woven and refused
     * @param weavers called at the first class with a probe
     * @param background runs, on a thread of the agent's, what must not be done on a thread that loads a class
     * @param present a transformer that the JVM has already and that did not weave yet, or null
     */
    public Weaving(
            Instrumentation instrumentation,
            WeaveLog weaveLog,
            WeaverSupplier weavers,
            Executor background,
            ProbeTransformer present) {
        this.instrumentation = instrumentation;
        this.background = background;
        this.transformer = present;
        this.loaded = new LoadedClasses(instrumentation);
        this.bytes = new ClassBytes(instrumentation, compiledCode);
        this.refusals = new RefusedClasses(woven, weaveLog);
        this.work = new ClassWork(woven, refusals, weaveLog, weavers, new DeferredLookups(background, new Later()));
    }

    /** {@return the work on classes that may have probes: always the same} */
    public ClassWork work() {
        return work;
    }

    /**
     * Begins to weave classes as they load. Quick: for the JVM's start. Classes that the JVM has loaded already, the application's or those of
     * its own that a pattern names, are woven in the background.
     *
     * @param selection what is selected
     */
    public synchronized void begin(Selection selection) {
        follow(SelectionRules.of(selection));
        if (loaded.hasApplications() || !selection.probes().isEmpty()) {
            background.execute(
                    new Runnable() { // not a lambda, whose linking would cost the start some milliseconds
                        @Override
                        public void run() {
                            try {
                                work.prepareFor(selection);
                                select(Weaving.this::selection, unused -> {}); // a command may have changed it
                            } finally {
                                hasBegun();
                            }
                        }
                    });
        }
    }

    private void hasBegun() {
        synchronized (beginning) {
            hasBegun = true;
            beginning.notifyAll();
        }
    }

    /**
     * Waits for what was begun, but not for long, where a pattern names a class that another agent or a module loader has loaded: its calls from
     * now on are to be counted.
     *
     * @param selection what is selected
     */
    public void awaitNamed(Selection selection) {
        if (selection.probes().isEmpty()
                || !loaded.hasApplications()
                || loaded.that(type -> !Loaders.isJdk(type.getClassLoader())
                                && LoadedClassScan.isNamed(type, selection.probes()))
                        .isEmpty()) {
            return;
        }
        long endNanos = System.nanoTime() + LONGEST_NANOS;
        synchronized (beginning) {
            long left = LONGEST_NANOS;
            while (!hasBegun && left > 0) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(beginning, left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
                left = endNanos - System.nanoTime();
            }
        }
    }

    /**
     * Weaves classes as they load, and leaves those that are loaded.
     *
     * @param selection what is selected
     */
    public synchronized void follow(Selection selection) {
        follow(SelectionRules.of(selection));
    }

    /** {@return what weaving loaded classes may cost this JVM: always the same} */
    public CompiledCode compiledCode() {
        return compiledCode;
    }

    private void follow(SelectionRules rules) {
        if (transformer == null) {
            transformer = new ProbeTransformer(rules, work);
            instrumentation.addTransformer(transformer, true);
        } else {
            transformer.follow(rules);
        }
    }

    /**
     * Changes the selection and brings every loaded class in line with it, in batches. Also to be called first, after an attach.
     *
     * @param selection gives what is selected from now on; asked only when no other change is under way, so that the last change wins
     * @param progress is told, in sentences, how far it is
     * @return what it did
     */
    public synchronized Change select(Supplier<Selection> selection, Consumer<String> progress) {
        return select(selection.get(), progress, new Retransformer(instrumentation, compiledCode, refusals));
    }

    /**
     * The same for as long as somebody waits for it: stops between two batches and takes back what it did.
     *
     * @param selection gives what is selected from now on; asked only when no other change is under way
     * @param progress is told how far it is
     * @return what it did; null if nobody waited any more and everything is as it was
     */
    public synchronized Change selectOrUndo(Supplier<Selection> selection, Progress progress) {
        Selection before = selection();
        Retransformer retransformer = new Retransformer(instrumentation, compiledCode, refusals, progress::isAwaited);
        Change change = select(selection.get(), progress, retransformer);
        if (retransformer.isStopped()) {
            select(() -> before, progress);
            return null;
        }
        return change;
    }

    private Change select(Selection selection, Consumer<String> progress, Retransformer retransformer) {
        long startNanos = System.nanoTime();
        SelectionRules before = transformer == null ? SelectionRules.of(selection) : transformer.rules();
        SelectionRules next = before.with(selection);
        follow(next);
        List<Class<?>> concerned = scan().concerned(before, next, progress);
        int failed = retransformer.retransform(concerned, progress);
        int subtypes = retransformer.isStopped() ? 0 : weaveSubtypes(retransformer, LoadedClassScan.newSet());
        return new Change(concerned.size() - failed + subtypes, failed, System.nanoTime() - startNanos);
    }

    /**
     * Whether loaded classes that a selection concerns would be left as they are, to keep the compiled code.
     *
     * @param next what would be selected
     * @param deoptimise the value of the option of that name
     * @param progress is told how far it is
     * @return false where none is concerned
     */
    public synchronized boolean leavesLoaded(Selection next, String deoptimise, Consumer<String> progress) {
        if (!compiledCode.isKeptBy(deoptimise)) {
            return false;
        }
        SelectionRules before = transformer == null ? SelectionRules.of(next) : transformer.rules();
        return scan().isConcerned(before, before.with(next), progress);
    }

    /**
     * Whether a class that is woven would be left as it is though another selection changes what is probed in it.
     *
     * @param next the other selection
     * @param deoptimise the value of the option of that name
     */
    public synchronized boolean leavesWoven(Selection next, String deoptimise) {
        if (!compiledCode.isKeptBy(deoptimise) || transformer == null) {
            return false;
        }
        List<MethodPattern> changed = transformer.rules().selection().changedPatterns(next);
        return !loaded.that(type -> woven.contains(type) && LoadedClassScan.isNamed(type, changed))
                .isEmpty();
    }

    private LoadedClassScan scan() {
        if (scan == null) {
            scan = new LoadedClassScan(loaded, woven, compiledCode);
        }
        return scan;
    }

    /** Generation after generation, until no subtype is left that does not know what it inherits. */
    private int weaveSubtypes(Retransformer retransformer, Set<Class<?>> tried) {
        int count = 0;
        List<Class<?>> subtypes = scan().outdatedSubtypes(rules(), tried);
        while (!subtypes.isEmpty()) {
            count += subtypes.size() - retransformer.retransform(subtypes, unused -> {});
            subtypes = scan.outdatedSubtypes(rules(), tried);
        }
        return count;
    }

    /** The work that the transformer puts off. */
    private final class Later implements DeferredLookups.Work {

        @Override
        public boolean isMarked(ClassLoader loader, String descriptor) {
            return LoadedClassScan.isMarked(rules(), loader, descriptor);
        }

        @Override
        public boolean weave(Map<String, List<WeakReference<ClassLoader>>> awaited) {
            synchronized (Weaving.this) {
                if (ended) {
                    return false;
                }
                Retransformer retransformer = new Retransformer(instrumentation, compiledCode, refusals);
                retransformer.retransform(scan().arrived(awaited), unused -> {});
                weaveSubtypes(retransformer, LoadedClassScan.newSet());
                return true;
            }
        }
    }

    private ExplainQuery query() {
        return new ExplainQuery(bytes, loaded, woven, refusals, rules(), compiledCode);
    }

    private SelectionRules rules() {
        return transformer.rules();
    }

    /**
     * What is selected now.
     *
     * @return the selection
     */
    public synchronized Selection selection() {
        return rules().selection();
    }

    /**
     * Stops weaving and restores every woven class. To be called once, when the call sites do nothing any more.
     *
     * @param progress is told how far it is
     * @return what it did
     */
    public synchronized Change end(Consumer<String> progress) {
        long startNanos = System.nanoTime();
        if (transformer == null) {
            return new Change(0, 0, 0);
        }
        ended = true;
        transformer.end();
        instrumentation.removeTransformer(transformer);
        transformer.awaitEnd();
        ClassFileTransformer restorer = work.redefined().restorerOrNull();
        if (restorer == null) {
            return restored(progress, startNanos);
        }
        instrumentation.addTransformer(restorer, true);
        try {
            return restored(progress, startNanos);
        } finally {
            instrumentation.removeTransformer(restorer);
        }
    }

    private Change restored(Consumer<String> progress, long startNanos) {
        Retransformer retransformer = new Retransformer(instrumentation, compiledCode, refusals);
        RestoreScan restoring = new RestoreScan(loaded, woven);
        OwnCallSites last = new OwnCallSites();
        int failed = 0;
        int classes = 0;
        instrumentation.addTransformer(last, true);
        for (List<Class<?>> next = restoring.next(); !next.isEmpty(); next = restoring.next()) {
            failed += retransformer.retransform(next, progress);
            classes += next.size();
        }
        instrumentation.removeTransformer(last);
        last.redefine(instrumentation);
        return new Change(classes - failed, failed, System.nanoTime() - startNanos);
    }

    /**
     * How often loaded classes were changed, by this agent or another, or by a debugger. From any thread; waits for nothing.
     *
     * @return the count of classes, each as often as it was changed
     */
    public long redefinitions() {
        ProbeTransformer present = transformer;
        return present == null ? 0 : present.redefinitions();
    }

    /**
     * Whether threads of the application's are in the middle of weaving a class.
     *
     * @return true for as long as they may need classes of the agent's
     */
    public boolean isUnderWay() {
        ProbeTransformer present = transformer;
        return present != null && present.isUnderWay();
    }

    /**
     * All methods that are woven now.
     *
     * @return by class, loader and method
     */
    public List<MethodExplanation> woven() {
        return woven.methods();
    }

    /** {@return since when there are probes} */
    public FirstWoven firstWoven() {
        return woven.firstWoven();
    }

    /**
     * What becomes of methods of loaded classes, and why.
     *
     * @param pattern which methods
     * @return the first of them; if there is none, the class is not loaded
     */
    public synchronized MatchedMethods explain(MethodPattern pattern) {
        return query().explain(pattern);
    }

    /**
     * What a pattern would select among the loaded classes. Nothing is woven.
     *
     * @param pattern which methods
     * @param excludes patterns of methods that are never probed
     * @param progress is told how far it is
     * @return the matches, those that would be refused included; null if nobody waited any more
     */
    public synchronized MatchedMethods dryRun(MethodPattern pattern, List<MethodPattern> excludes, Progress progress) {
        return query().dryRun(pattern, excludes, progress);
    }

    /**
     * Has the JVM give the bytes of classes that were made at run time, where a pattern names one and they are not to be had otherwise. That
     * discards the compiled code of this JVM, once, as weaving them will.
     *
     * @param pattern one that selects nothing otherwise
     * @param progress is told so
     * @return whether they can be had now, and could not before
     */
    public synchronized boolean open(MethodPattern pattern, Consumer<String> progress) {
        if (!pattern.namesType() || !compiledCode.isAtStake()) {
            return false;
        }
        List<Class<?>> made = loaded.that(type -> pattern.selectsType(type.getName())
                && ClassBytes.resource(type.getClassLoader(), type.getName()) == null);
        return !made.isEmpty() && compiledCode.isGivenFor(made, progress);
    }

    /**
     * A pattern as a command takes it.
     *
     * @param written as a user wrote it
     * @return with the class that is meant, where it is the name that tables print
     */
    public synchronized PrintedPattern read(MethodPattern written) {
        return PrintedPattern.of(written, new LoadedNames(loaded, bytes, compiledCode)::probeable);
    }

    /**
     * Why a pattern selects nothing among the loaded classes, and what may have been meant.
     *
     * @param pattern one that selects nothing
     * @return one sentence
     */
    public synchronized String nearMiss(MethodPattern pattern) {
        return PatternSuggestion.of(
                pattern, rules().selection().excludes(), new LoadedNames(loaded, bytes, compiledCode));
    }
}
