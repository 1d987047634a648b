package org.latencyprobes.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Class files of loaded classes: as their loaders would give them or, where those can't, as the JVM has them. For that the JVM transforms
 * them again, which stops the application, as long for one class as for some. So they are asked for in batches. Calls the application's
 * class loaders, so never on one of its threads.
 */
record ClassBytes(Instrumentation instrumentation, CompiledCode compiledCode) {

    /** Before 22 reflection makes classes, each in a loader of its own, which nobody probes. */
    static final String ACCESSORS = "jdk.internal.reflect.Generated";

    /** A class file out of a loader's resources, or null. */
    static byte[] resource(ClassLoader loader, String className) {
        return LoaderCalls.resource(loader, className.replace('.', '/') + ".class");
    }

    /** The class files of loaded classes, without those that can't be had. */
    Map<Class<?>, byte[]> of(List<Class<?>> types) {
        Map<Class<?>, byte[]> files = new IdentityHashMap<>();
        List<Class<?>> missing = new ArrayList<>();
        for (Class<?> type : types) {
            byte[] resource = resource(type.getClassLoader(), type.getName());
            if (resource != null) {
                files.put(type, resource);
            } else if (!type.getName().startsWith(ACCESSORS)) {
                missing.add(type);
            }
        }
        files.putAll(present(missing));
        return files;
    }

    /** What the JVM runs now, as agents before this one and this one left it, without that of classes for which it can't be had. */
    Map<Class<?>, byte[]> present(List<Class<?>> types) {
        if (compiledCode.isAtStake() || types.isEmpty()) {
            return Map.of();
        }
        Capture capture = new Capture();
        instrumentation.addTransformer(capture, true); // the last one of this agent's; those of later agents follow
        try {
            capture(types, capture.files);
        } finally {
            instrumentation.removeTransformer(capture);
        }
        Map<Class<?>, byte[]> files = new IdentityHashMap<>();
        for (Class<?> type : types) { // of others, too, while another agent transforms them
            byte[] file = capture.files.get(type);
            if (file != null) {
                files.put(type, file);
            }
        }
        return files;
    }

    /** One transformation of all, which stops the application once. One class that fails makes the JVM refuse the others: these are halved. */
    private void capture(List<Class<?>> types, Map<Class<?>, byte[]> files) {
        try {
            instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException | LinkageError | InternalError | RuntimeException e) {
            if (types.size() > 1) {
                int half = types.size() / 2;
                capture(types.subList(0, half), files);
                capture(types.subList(half, types.size()), files);
            } else {
                files.remove(types.get(0)); // which the JVM refused
            }
        }
    }

    private static final class Capture implements ClassFileTransformer {

        private final Map<Class<?>, byte[]> files = Collections.synchronizedMap(new IdentityHashMap<>());

        /** On this thread, and on others where another agent transforms classes meanwhile. */
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            if (redefined != null) {
                files.put(redefined, classFile);
            }
            return null;
        }
    }
}
