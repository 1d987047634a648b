package org.latencyprobes.agent.weave;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.latencyprobes.agent.base.ClassWatches;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.Explainer;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.weave.code.WarmUp;
import org.latencyprobes.agent.weave.code.Weaver;
import org.latencyprobes.agent.weave.code.WovenClass;

/**
 * The work on classes that the quick look of {@link ProbeTransformer} lets through: decision, weaving, and notes of both. It is made for the
 * first such class of a JVM. Thread-safe.
 */
public final class ClassWork {

    /** Some 25 KB were seen to be needed, and all that runs here is interpreted as a rule. */
    private static final int STACK_BYTES = 64 << 10;

    static final String NO_STACK = "the thread that loads it has too little stack left";

    /** The maker of the work. Several threads may ask at once. */
    @FunctionalInterface
    public interface Source {

        /**
         * The work, which begins now.
         *
         * @param forProbe whether there is a class that may have a probe, and not only one with an annotation that is to be looked up
         * @return always the same
         */
        ClassWork work(boolean forProbe);
    }

    private final WovenClasses wovenClasses;
    private final RefusedClasses refusals;
    private final WeaveLog weaveLog;
    private final WeaverSupplier weavers;
    private final DeferredLookups deferred;
    private final RedefinedClasses redefined = new RedefinedClasses();
    private final AtomicReference<ClassWatches> watches = new AtomicReference<>(); // null while nobody watches
    private volatile Weaver weaver;
    private volatile boolean isProbing;

    ClassWork(
            WovenClasses wovenClasses,
            RefusedClasses refusals,
            WeaveLog weaveLog,
            WeaverSupplier weavers,
            DeferredLookups deferred) {
        this.wovenClasses = wovenClasses;
        this.refusals = refusals;
        this.weaveLog = weaveLog;
        this.weavers = weavers;
        this.deferred = deferred;
    }

    /**
     * The names of classes whose loading is watched.
     *
     * @return always the same
     */
    public ClassWatches watches() {
        watches.compareAndSet(null, new ClassWatches());
        return watches.get();
    }

    /** A class is being loaded, or transformed again. */
    void look(String name) {
        ClassWatches present = watches.get();
        if (present != null) {
            present.look(name);
        }
    }

    /** The classes that others have redefined. */
    RedefinedClasses redefined() {
        return redefined;
    }

    void lookUp(ClassLoader loader, String className, List<String> annotationTypes) {
        deferred.lookUp(loader, className, annotationTypes);
    }

    /** The application loads a runtime of its own. Its probes are its own affair where that fails. */
    void beginHub() {
        try {
            weavers.beginHub();
        } catch (ReflectiveOperationException | IOException e) {
            Log.sayLater("probes of the application's own are not in reports: " + Log.describe(e));
        }
    }

    /** A class is not woven any more. */
    void remove(ClassLoader loader, String className) {
        wovenClasses.remove(loader, className);
    }

    /** The woven class, or null where it is to stay as it is. */
    byte[] weaveOrNull(
            ProbeTransformer transformer, ClassLoader loader, String name, Class<?> redefined, byte[] classFile) {
        long startNanos = System.nanoTime();
        try {
            StackSpace.require(STACK_BYTES);
            if (weaver == null) {
                weavers.beginWarmUp();
            }
            ClassDecision decision = ClassDecision.on(name, classFile, transformer.rules(), wovenClasses);
            if (decision == null) {
                return null; // the JVM will refuse it
            }
            weaveLog.refused(decision.refused());
            if (decision.changesInherited()) {
                deferred.inheritedChanged();
            }
            if (decision.probes().isEmpty()
                    || transformer.isEnded()
                    || decision.isRaised() && !mayTry(loader, name, redefined)) {
                return null;
            }
            beginProbing();
            WovenClass woven = weaver().weave(classFile, decision);
            List<MethodExplanation> methods = Explainer.woven(decision, Loaders.describe(loader), woven.codeBytes());
            weaveLog.renamed(wovenClasses.methods(loader, decision.className()), methods);
            boolean first = wovenClasses.put(loader, decision.className(), methods);
            weaveLog.rememberSynchronized(decision.probes().values());
            weaveLog.woven(first ? decision.probes().size() : 0, System.nanoTime() - startNanos);
            return woven.classFile();
        } catch (StackOverflowError e) { // the loading thread has no room for us: leave the class as it is
            failed(transformer, name, NO_STACK);
        } catch (Throwable e) { // whatever it is, it is not the application's problem
            failed(transformer, name, Log.describe(e));
        }
        return null;
    }

    /**
     * Whether nobody but us hears of it if the JVM refuses the class. One that is being loaded would be lost, and another agent's
     * retransformation would fail, so these are put off until we retransform it ourselves.
     */
    private boolean mayTry(ClassLoader loader, String name, Class<?> redefined) {
        if (redefined == null) {
            weaveLog.putOff(name);
            deferred.weave(loader, name.replace('/', '.'));
            return false;
        }
        return refusals.mayTry(redefined);
    }

    void failed(ProbeTransformer transformer, String name, String reason) {
        if (!transformer.isEnded()) {
            weaveLog.failed(name, reason);
        }
    }

    private void beginProbing() {
        if (!isProbing) {
            weavers.beginProbing();
            isProbing = true;
        }
    }

    /** Makes the weaver ahead, on a thread of the agent's, where methods are named that are to be probes. */
    void prepareFor(Selection selection) {
        try {
            if (!selection.probes().isEmpty()) {
                weaver();
            }
        } catch (Exception | LinkageError e) {
            return; // the first class with a probe says so
        }
    }

    /** Threads that race here make a weaver each; a lock could close a circle with those that the JVM holds while it loads. */
    private Weaver weaver() throws ReflectiveOperationException, IOException {
        Weaver present = weaver;
        if (present == null) {
            present = new Weaver(weavers.bootstrapMethod());
            WarmUp.with(present);
            weaver = present;
        }
        return present;
    }
}
