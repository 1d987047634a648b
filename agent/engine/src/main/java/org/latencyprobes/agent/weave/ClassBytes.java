package org.latencyprobes.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;

/**
 * Class files of loaded classes: as their loaders would give them or, where those can't, as the JVM has them. Calls the application's class
 * loaders, so never on one of its threads.
 */
final class ClassBytes {

    private final Instrumentation instrumentation;
    private final CompiledCode compiledCode;

    ClassBytes(Instrumentation instrumentation, CompiledCode compiledCode) {
        this.instrumentation = instrumentation;
        this.compiledCode = compiledCode;
    }

    /** A class file out of a loader's resources, or null. */
    static byte[] resource(ClassLoader loader, String className) {
        String file = className.replace('.', '/') + ".class";
        try (InputStream content =
                loader == null ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file)) {
            return content == null ? null : content.readAllBytes();
        } catch (IOException | RuntimeException | LinkageError e) { // a closed or an odd loader
            return null;
        }
    }

    /** The class file of a loaded class, or null. */
    byte[] of(Class<?> type) {
        byte[] resource = resource(type.getClassLoader(), type.getName());
        return resource != null ? resource : present(type);
    }

    /** What the JVM runs now, with what every agent made of it; null if that can't be had. */
    byte[] present(Class<?> type) {
        if (compiledCode.isAtStake() || !instrumentation.isModifiableClass(type)) {
            return null;
        }
        Capture capture = new Capture(type);
        instrumentation.addTransformer(capture, true); // the last one: it sees what all others leave
        try {
            instrumentation.retransformClasses(type);
        } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
            return null;
        } finally {
            instrumentation.removeTransformer(capture);
        }
        return capture.bytes;
    }

    private static final class Capture implements ClassFileTransformer {

        private final Class<?> wanted;
        private volatile byte[] bytes;

        Capture(Class<?> wanted) {
            this.wanted = wanted;
        }

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            if (redefined == wanted) {
                bytes = classFile;
            }
            return null;
        }
    }
}
