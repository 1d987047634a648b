package org.latencyprobes.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files: of the tests' own classes, of libraries on the class path, and of a class {@code Odd} with one method. */
public final class ClassFiles {

    private ClassFiles() {}

    public static byte[] of(Class<?> type) {
        try (InputStream content = type.getResourceAsStream('/' + type.getName().replace('.', '/') + ".class")) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells each class of the libraries whose names match, without those for later JDKs. */
    public static void forEachOfLibraries(String names, Consumer<byte[]> each) throws IOException {
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (path.matches(".*(" + names + ")-[^/]*jar")) {
                forEachOf(path, each);
            }
        }
    }

    private static void forEachOf(String jar, Consumer<byte[]> each) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            for (JarEntry entry : file.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.endsWith("-info.class") && !name.startsWith("META-INF")) {
                    try (InputStream content = file.getInputStream(entry)) {
                        each.accept(content.readAllBytes());
                    }
                }
            }
        }
    }

    /** The sizes of stack and variables are computed, stack maps are not. */
    public static byte[] withMethod(int access, String name, String descriptor, Consumer<MethodVisitor> code) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Odd", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
        method.visitCode();
        code.accept(method);
        method.visitMaxs(0, 0);
        method.visitEnd();
        return writer.toByteArray();
    }
}
