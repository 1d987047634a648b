package org.latencyprobes.agent.weave;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.latencyprobes.agent.base.Log;

/**
 * The classes that the JVM would not install once they were woven, and the thread on which the agent tries it: a failure there affects
 * nobody else. The agent retransforms on one thread at a time. All else is thread-safe.
 */
final class RefusedClasses {

    private static final String UNFIT =
            "the JVM's verifier refuses the class once it is woven; of a class file of version 50 "
                    + "this means that stack map frames are missing or wrong";

    private final Map<Class<?>, String> reasons = Collections.synchronizedMap(new WeakHashMap<>());
    private final WovenClasses woven;
    private final WeaveLog weaveLog;
    private volatile Thread trying;

    RefusedClasses(WovenClasses woven, WeaveLog weaveLog) {
        this.woven = woven;
        this.weaveLog = weaveLog;
    }

    /** Has classes transformed again, with the JVM as the judge of the outcome. */
    void tryOut(Instrumentation instrumentation, Class<?>... classes) throws UnmodifiableClassException {
        trying = Thread.currentThread();
        try {
            instrumentation.retransformClasses(classes);
        } finally {
            trying = null;
        }
    }

    boolean isWoven(Class<?> type) {
        return woven.contains(type);
    }

    /** Whether this class may be woven though the JVM may refuse it: it has not done so, and nobody else would hear of it. */
    boolean mayTry(Class<?> type) {
        return !reasons.containsKey(type) && (woven.contains(type) || Thread.currentThread() == trying);
    }

    /** The JVM would not install a class that was not woven before; such a one is not tried again. */
    void add(Class<?> type, Throwable error) {
        boolean unfit = error instanceof VerifyError || error instanceof ClassFormatError;
        String reason = unfit ? UNFIT : Log.describe(error);
        reasons.put(type, reason);
        weaveLog.unwoven(woven.methods(type).size());
        woven.remove(type.getClassLoader(), type.getName());
        weaveLog.failed(type.getName(), reason);
    }

    /** Why the JVM refused it; null where it did not. */
    String of(Class<?> type) {
        return reasons.get(type);
    }
}
