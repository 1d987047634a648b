package org.latencyprobes.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The class files of classes that a debugger or another agent has redefined, a hot swap as a rule.
 *
 * <p>JDK 17 keeps the class file of the first time that a class was woven, and begins each later retransformation with that one: without
 * these, the code from before the hot swap would come back. Thread-safe.
 */
final class RedefinedClasses {

    private static final String JVMS = "sun.instrument.InstrumentationImpl";

    private final Map<Class<?>, byte[]> newest = Collections.synchronizedMap(new WeakHashMap<>());

    /** What a loaded class is to be woven from, where the JVM gives this. */
    byte[] newest(Class<?> type, byte[] given) {
        if (!isRetransformation()) {
            newest.put(type, given);
            return given;
        }
        byte[] known = newest.get(type);
        return known == null || Arrays.equals(known, given) ? given : known;
    }

    /** No debugger has Java code on the stack, and an agent that redefines a class calls another method. */
    private static boolean isRetransformation() {
        for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
            if (frame.getMethodName().equals("retransformClasses")
                    && frame.getClassName().equals(JVMS)) {
                return true;
            }
        }
        return false;
    }

    /** A transformer that gives back their code when the agent's own has gone; null where no class was redefined. */
    ClassFileTransformer restorerOrNull() {
        return newest.isEmpty() ? null : new Restorer();
    }

    private final class Restorer implements ClassFileTransformer {

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            byte[] present = redefined == null ? classFile : newest(redefined, classFile);
            return present == classFile ? null : present;
        }
    }
}
