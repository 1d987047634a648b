package org.latencyprobes.agent.weave;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.base.ClassWatches;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.Explainer;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;

/**
 * The transformer that the JVM calls for every class that it loads or retransforms.
 *
 * <p>It runs on whatever thread loads a class. So it looks at nothing but the class's own bytes, throws nothing, and does not even load
 * Byte Buddy before a class has a probe. It leaves work that needs other classes to {@link DeferredLookups}. Thread-safe.
 */
final class ProbeTransformer implements ClassFileTransformer {

    /** Some 25 KB were seen to be needed, and all that runs here is interpreted as a rule. */
    private static final int STACK_BYTES = 64 << 10;

    /** For the quick look, so that no class of ours meets the end of the stack while it is initialised. */
    private static final int STACK_BYTES_TO_LOOK = 16 << 10;

    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final String LAUNCHER = "org/latencyprobes/launcher/";

    /** This agent's loader is of this type, and those of agents that have left and are not collected yet. */
    private final Class<?> agents = ProbeTransformer.class.getClassLoader().getClass();

    private final WovenClasses wovenClasses;
    private final RefusedClasses refusals;
    private final WeaveLog weaveLog;
    private final WeaverSupplier weavers;
    private final DeferredLookups deferred;
    private final AtomicReference<ClassWatches> watches;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger redefinitions = new AtomicInteger();
    private volatile SelectionRules rules;
    private volatile Weaver weaver;
    private volatile boolean isProbing;
    private volatile boolean ended;

    ProbeTransformer(
            SelectionRules rules,
            WovenClasses wovenClasses,
            RefusedClasses refusals,
            WeaveLog weaveLog,
            WeaverSupplier weavers,
            DeferredLookups deferred,
            AtomicReference<ClassWatches> watches) {
        this.rules = rules;
        this.wovenClasses = wovenClasses;
        this.refusals = refusals;
        this.weaveLog = weaveLog;
        this.weavers = weavers;
        this.deferred = deferred;
        this.watches = watches;
    }

    SelectionRules rules() {
        return rules;
    }

    void follow(SelectionRules next) {
        rules = next;
    }

    /** From now on no class is woven, not even one whose weaving is under way: its thread ends that quietly and leaves the class as it was. */
    void end() {
        ended = true;
    }

    /** Waits, within bounds, until no thread is in here any more that came before the end; those that come later need no class of ours. */
    void awaitEnd() {
        long startNanos = System.nanoTime();
        while (isUnderWay() && System.nanoTime() - startNanos < LONGEST_WAIT_NANOS) {
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }

    /** How often a loaded class was transformed again, for whomever. */
    int redefinitions() {
        return redefinitions.get();
    }

    boolean isUnderWay() {
        return underWay.get() > 0;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (ended || isAgents(loader) || name == null || name.startsWith(LAUNCHER)) {
            return null;
        }
        underWay.incrementAndGet(); // before the next look at the end, which is set before this is read
        try {
            return ended ? null : wovenOrNull(loader, name, redefined, classFile);
        } catch (Throwable e) { // whatever it is, it is not the application's problem
            return null;
        } finally {
            underWay.decrementAndGet();
        }
    }

    private byte[] wovenOrNull(ClassLoader loader, String name, Class<?> redefined, byte[] classFile) {
        if (redefined != null) {
            redefinitions.incrementAndGet();
        }
        ClassWatches present = watches.get();
        if (present != null) {
            present.look(name);
        }
        byte[] woven = concerns(loader, name, classFile) ? weaveOrNull(loader, name, redefined, classFile) : null;
        boolean given = woven != null && !ended;
        if (!given && (woven != null || redefined != null)) {
            wovenClasses.remove(loader, name.replace('/', '.'));
        }
        return given ? woven : null;
    }

    /** Here and not in a class of its own, which would be asked for while it is itself being loaded. */
    private boolean isAgents(ClassLoader loader) {
        return loader != null
                && (loader.getClass() == agents || loader.getClass().getName().startsWith(Loaders.BACKENDS));
    }

    private boolean concerns(ClassLoader loader, String name, byte[] classFile) {
        SelectionRules present = rules;
        String className = name.replace('/', '.');
        if (Loaders.isJdk(loader)) {
            return present.mayConcernJdk(className);
        }
        List<String> unknown = new ArrayList<>(0);
        try {
            boolean concerns = present.mayConcern(className, classFile, unknown);
            if (!unknown.isEmpty()) {
                deferred.lookUp(loader, className, unknown);
            }
            return concerns;
        } catch (IndexOutOfBoundsException
                | IllegalArgumentException noClassFile) { // the JVM will say so, or ASM, if it is named
            return present.isNamed(className);
        }
    }

    private byte[] weaveOrNull(ClassLoader loader, String name, Class<?> redefined, byte[] classFile) {
        long startNanos = System.nanoTime();
        try {
            StackSpace.require(STACK_BYTES);
            if (!ClassDecision.isOf(name, classFile)) {
                return null; // the JVM will refuse it; nothing must be learnt of the class whose name it has
            }
            ClassDecision decision = ClassDecision.on(classFile, rules, wovenClasses);
            weaveLog.refused(decision.refused());
            if (decision.changesInherited()) {
                deferred.inheritedChanged();
            }
            if (decision.probes().isEmpty() || ended || decision.isRaised() && !mayTry(loader, name, redefined)) {
                return null;
            }
            beginProbing();
            byte[] woven = weaver().weave(classFile, decision);
            boolean first = wovenClasses.put(
                    loader, decision.className(), Explainer.woven(decision, Loaders.describe(loader), woven));
            weaveLog.rememberSynchronized(decision.probes().values());
            weaveLog.woven(first ? decision.probes().size() : 0, System.nanoTime() - startNanos);
            return woven;
        } catch (StackOverflowError e) { // the loading thread has no room for us: leave the class as it is
            failed(name, "the thread that loads it has too little stack left");
        } catch (Throwable e) { // whatever it is, it is not the application's problem
            failed(name, Log.describe(e));
        }
        return null;
    }

    /**
     * Whether nobody but us hears of it if the JVM refuses the class. One that is being loaded would be lost, and another agent's
     * retransformation would fail, so these are put off until we retransform it ourselves.
     */
    private boolean mayTry(ClassLoader loader, String name, Class<?> redefined) {
        if (redefined == null) {
            deferred.weave(loader, name.replace('/', '.'));
            return false;
        }
        return refusals.mayTry(redefined);
    }

    private void failed(String name, String reason) {
        if (!ended) {
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
