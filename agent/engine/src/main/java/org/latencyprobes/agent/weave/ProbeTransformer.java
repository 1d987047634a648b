package org.latencyprobes.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.base.OwnRights;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;

/**
 * The transformer that the JVM calls for every class that it loads or retransforms.
 *
 * <p>It runs on whatever thread loads a class. So it looks at nothing but the class's own bytes and throws nothing. Here is the quick look
 * at each class alone; all else is in {@link ClassWork}, which nothing loads before a class may have a probe. Thread-safe.
 */
public final class ProbeTransformer implements ClassFileTransformer {

    /** For what the first class of a JVM begins, too. */
    private static final int STACK_BYTES_TO_BEGIN = 128 << 10;

    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** By it a copy of the runtime in the application finds the agent. */
    private static final String HUB = "org/latencyprobes/internal/probe/Hub";

    private static final String LAUNCHER = "org/latencyprobes/launcher/";

    /** This agent's loader is of this type, and those of agents that have left and are not collected yet; by name, as there may be several. */
    private final String agents =
            ProbeTransformer.class.getClassLoader().getClass().getName();

    private final ClassWork.Source works;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger redefinitions = new AtomicInteger();
    private volatile SelectionRules rules;
    private volatile ClassWork work;
    /** The last class before the work began that was let through for want of stack. */
    private volatile String missed;

    private volatile boolean ended;
    private volatile LinkageError fault;

    /**
     * Creates a transformer.
     *
     * @param selection what is selected at first
     * @param works asked for the first class that may have a probe, on the thread that loads it, or on several at once
     */
    public ProbeTransformer(Selection selection, ClassWork.Source works) {
        this.rules = SelectionRules.of(selection);
        this.works = works;
    }

    /** Creates one whose work has begun. */
    ProbeTransformer(SelectionRules rules, ClassWork work) {
        this.rules = rules;
        this.works = null;
        this.work = work;
    }

    SelectionRules rules() {
        return rules;
    }

    void follow(SelectionRules next) {
        rules = next;
    }

    boolean isEnded() {
        return ended;
    }

    /** From now on no class is woven, not even one whose weaving is under way: its thread ends that quietly and leaves the class as it was. */
    public void end() {
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
            if (ended) {
                return null;
            }
            return areRightsAskedFor()
                    ? OwnRights.with(() -> wovenOrNull(loader, name, redefined, classFile))
                    : wovenOrNull(loader, name, redefined, classFile);
        } catch (LinkageError e) { // such as a jar that was overwritten
            fault = fault == null ? e : fault; // later ones lack the cause
            return null;
        } catch (Throwable e) { // whatever it is, it is not the application's problem
            return null;
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** Here, since hardly any JVM needs to load {@link OwnRights}. */
    @SuppressWarnings("removal") // JVMs before 24 can have a security manager
    private static boolean areRightsAskedFor() {
        return System.getSecurityManager() != null;
    }

    private byte[] wovenOrNull(ClassLoader loader, String name, Class<?> redefined, byte[] given) {
        byte[] classFile = given;
        if (redefined != null) {
            redefinitions.incrementAndGet();
            classFile = work == null ? given : work.redefined().newest(redefined, given);
        }
        if (work != null) {
            work.look(name);
        }
        if (name.equals(HUB)) {
            work(name, false).beginHub();
        }
        byte[] original = redefined == null || work == null ? classFile : OwnCallSites.takenOutOf(classFile);
        byte[] woven = concerns(loader, name, original)
                ? work(name, true).weaveOrNull(this, loader, name, redefined, original)
                : null;
        boolean isWoven = woven != null && !ended;
        if (!isWoven && work != null && (woven != null || redefined != null)) {
            work.remove(loader, name.replace('/', '.'));
        }
        if (isWoven) {
            return woven;
        }
        return original == given ? null : original;
    }

    /** Here and not in a class of its own, which would be asked for while it is itself being loaded. */
    private boolean isAgents(ClassLoader loader) {
        String type = loader == null ? "" : loader.getClass().getName();
        return type.equals(agents) || type.startsWith(Loaders.BACKENDS);
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
                work(name, false).lookUp(loader, className, unknown);
            }
            return concerns;
        } catch (IndexOutOfBoundsException
                | IllegalArgumentException noClassFile) { // the JVM will say so, or ASM, if it is named
            return present.isNamed(className);
        }
    }

    /** Threads that race here all ask for it; a lock could close a circle with those that the JVM holds while it loads. */
    private ClassWork work(String name, boolean forProbe) {
        ClassWork present = work;
        if (present == null) {
            requireStackToBegin(name);
            present = works.work(forProbe);
            begin(present);
        }
        return present;
    }

    /**
     * Hands every class that loads from now on to what a session does with it.
     *
     * @param begun the session's
     */
    public void begin(ClassWork begun) {
        if (missed != null) {
            begun.failed(this, missed, ClassWork.NO_STACK);
        }
        work = begun;
    }

    private void requireStackToBegin(String name) {
        try {
            StackSpace.require(STACK_BYTES_TO_BEGIN);
        } catch (StackOverflowError e) {
            missed = name;
            throw e;
        }
    }

    /**
     * Why a class may not have been woven that was to be, where that is not the class's fault.
     *
     * @return what a class of the agent's failed to load for, or null
     */
    public LinkageError fault() {
        return fault;
    }

    /**
     * Whether a class may have had a probe that was not woven, since there was too little stack to begin.
     *
     * @return true if there was one, and the work has not begun since
     */
    public boolean hasMissed() {
        return missed != null && work == null;
    }
}
