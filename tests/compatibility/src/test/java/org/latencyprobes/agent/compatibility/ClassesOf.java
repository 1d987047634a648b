package org.latencyprobes.agent.compatibility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What class files hold, read without the agent. */
final class ClassesOf {

    private static final Pattern CLASS = Pattern.compile("(?!META-INF/)(.*/.*)\\.class");

    /** Some compilers don't say of their bridges that they are synthetic. */
    private static final int MADE_BY_COMPILER = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE;

    private ClassesOf() {}

    /** The class files of a jar by class name, but for those that are of one Java version alone. */
    static Map<String, byte[]> jar(Path jar) {
        Map<String, byte[]> classes = new TreeMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                if (CLASS.matcher(entry.getName()).matches()) {
                    String name = entry.getName().replace('/', '.');
                    classes.put(
                            name.substring(0, name.length() - ".class".length()),
                            file.getInputStream(entry).readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }

    /** How many methods can have a probe: those with code that a human wrote, each new object counted once. */
    static long probeableMethods(Path jar) {
        return jar(jar).values().stream().mapToLong(ClassesOf::probeableMethods).sum();
    }

    /** The same by package. */
    static Map<String, Long> probeableMethodsByPackage(Path jar) {
        Map<String, Long> methods = new TreeMap<>();
        jar(jar).forEach((name, classFile) ->
                methods.merge(name.substring(0, name.lastIndexOf('.')), probeableMethods(classFile), Long::sum));
        return methods;
    }

    private static long probeableMethods(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        return type.methods.stream()
                .filter(method -> method.instructions.size() > 0)
                .filter(method -> (method.access & MADE_BY_COMPILER) == 0 || method.name.startsWith("lambda$"))
                .filter(method -> !method.name.equals("<clinit>"))
                .filter(method -> !method.name.equals("<init>") || !handsOver(type, method))
                .count();
    }

    /** To a constructor of the same class, by {@code this(…)}. */
    private static boolean handsOver(ClassNode type, MethodNode constructor) {
        int created = 0;
        for (AbstractInsnNode instruction : constructor.instructions) {
            if (instruction.getOpcode() == Opcodes.NEW) {
                created++;
            } else if (instruction instanceof MethodInsnNode call && call.name.equals("<init>")) {
                if (created == 0) {
                    return call.owner.equals(type.name);
                }
                created--;
            }
        }
        return false;
    }
}
