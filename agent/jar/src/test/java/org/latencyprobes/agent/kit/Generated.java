package org.latencyprobes.agent.kit;

import java.util.function.IntUnaryOperator;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Class files that no Java compiler would write, or would make nobody want to write. */
public final class Generated {

    private static final String PROBE = Type.getDescriptor(Probe.class);

    private Generated() {}

    /** A class with a static {@code int probed()} that is marked, in a class file of this version. */
    public static byte[] ofVersion(String className, int version) {
        ClassWriter writer = begin(className, version);
        MethodVisitor method = begin(writer, Opcodes.ACC_STATIC, "probed", "()I", "generated");
        method.visitLdcInsn(version);
        method.visitInsn(Opcodes.IRETURN);
        end(method);
        return writer.toByteArray();
    }

    /** An {@link IntUnaryOperator} that calls, by number, one of many marked methods; their probes are {@code number <n>}. */
    public static byte[] manyProbes(String className, int count) {
        ClassWriter writer = begin(className, Opcodes.V1_8);
        String internalName = className.replace('.', '/');
        MethodVisitor switching = writer.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
        switching.visitCode();
        Label[] labels = new Label[count];
        for (int i = 0; i < count; i++) {
            labels[i] = new Label();
        }
        switching.visitVarInsn(Opcodes.ILOAD, 1);
        switching.visitTableSwitchInsn(0, count - 1, labels[0], labels);
        for (int i = 0; i < count; i++) {
            switching.visitLabel(labels[i]);
            switching.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            switching.visitMethodInsn(Opcodes.INVOKESTATIC, internalName, "probed" + i, "()I", false);
            switching.visitInsn(Opcodes.IRETURN);
        }
        end(switching);
        for (int i = 0; i < count; i++) {
            MethodVisitor method = begin(writer, Opcodes.ACC_STATIC, "probed" + i, "()I", "number " + i);
            method.visitLdcInsn(i);
            method.visitInsn(Opcodes.IRETURN);
            end(method);
        }
        return writer.toByteArray();
    }

    private static ClassWriter begin(String className, int version) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(
                version,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
                className.replace('.', '/'),
                null,
                "java/lang/Object",
                new String[] {Type.getInternalName(IntUnaryOperator.class)});
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        end(constructor);
        return writer;
    }

    private static MethodVisitor begin(ClassWriter writer, int access, String name, String descriptor, String probe) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | access, name, descriptor, null, null);
        AnnotationVisitor annotation = method.visitAnnotation(PROBE, true);
        annotation.visit("value", probe);
        annotation.visitEnd();
        method.visitCode();
        return method;
    }

    private static void end(MethodVisitor method) {
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
