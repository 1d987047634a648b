package org.latencyprobes.agent.weave;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.latencyprobes.agent.Log;
import org.latencyprobes.agent.StackRoom;

/**
 * What the JVM asks about every class that it loads.
 *
 * <p>Runs on whatever thread loads a class, so: nothing but the class's own bytes is looked at, nothing is thrown, and Byte Buddy is
 * not even loaded before a class really has the annotation. Thread-safe.
 */
public final class ProbeTransformer implements ClassFileTransformer {

    /** Some 25 KB were seen to be needed, and all that runs here is interpreted as a rule. */
    private static final int STACK_BYTES = 64 << 10;

    private final ClassLoader own = ProbeTransformer.class.getClassLoader();
    private final WeaveLog weaveLog;
    private final WeaverSupplier weavers;
    private volatile Weaver weaver;

    /** Makes the linkage ready, at the first class that has a probe, and tells where call sites are linked. */
    @FunctionalInterface
    public interface WeaverSupplier {

        /**
         * Called before the first class is woven; by several threads if they load such classes at once.
         *
         * @return the bootstrap method
         * @throws ReflectiveOperationException if it cannot be found
         */
        java.lang.reflect.Method bootstrapMethod() throws ReflectiveOperationException;
    }

    /**
     * Creates the transformer.
     *
     * @param weaveLog is told what was woven, refused, and how long it took
     * @param weavers called at the first class with a probe
     */
    public ProbeTransformer(WeaveLog weaveLog, WeaverSupplier weavers) {
        this.weaveLog = weaveLog;
        this.weavers = weavers;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader == null || loader == own || name == null || !Prefilter.mayHaveProbe(classFile)) {
            return null;
        }
        return weaveOrNull(name, classFile);
    }

    private byte[] weaveOrNull(String name, byte[] classFile) {
        long startNanos = System.nanoTime();
        try {
            StackRoom.require(STACK_BYTES);
            Decision decision = Decision.on(classFile);
            weaveLog.refused(decision.refused());
            if (!decision.hasProbes()) {
                return null;
            }
            byte[] woven = weaver().weave(classFile, decision);
            weaveLog.woven(decision.probeCount(), System.nanoTime() - startNanos);
            return woven;
        } catch (StackOverflowError e) { // the loading thread has no room for us: leave the class as it is
            weaveLog.failed(name, "the thread that loads it has too little stack left");
        } catch (Throwable e) { // whatever it is, it is not the application's problem
            weaveLog.failed(name, Log.describe(e));
        }
        return null;
    }

    /** Threads that race here make a weaver each; a lock could close a circle with those that the JVM holds while it loads. */
    private Weaver weaver() throws ReflectiveOperationException, IOException {
        Weaver present = weaver;
        if (present == null) {
            present = new Weaver(weavers.bootstrapMethod());
            Rehearsal.with(present);
            weaver = present;
        }
        return present;
    }
}
