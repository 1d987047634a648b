package org.latencyprobes.agent.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A maker of classes with a probe. */
abstract class EdgeCases {

    static final String PROBE = Type.getDescriptor(Probe.class);
    static final int MOST = 65_535;

    final List<Case> cases = new ArrayList<>();

    void add(String label, String className, byte[] classFile) {
        cases.add(Case.of(label, true, className, classFile));
    }

    static ClassWriter begin(String className, int version, int flags) {
        ClassWriter writer = new ClassWriter(flags);
        writer.visit(
                version,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
                className.replace('.', '/'),
                null,
                "java/lang/Object",
                null);
        return writer;
    }

    static MethodVisitor probed(ClassWriter writer, int access, String name, String descriptor) {
        MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
        method.visitAnnotation(PROBE, true).visitEnd();
        method.visitCode();
        return method;
    }

    static MethodVisitor probedStatic(ClassWriter writer, String name) {
        return probed(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "()I");
    }

    static void end(MethodVisitor method, int stack, int locals) {
        method.visitMaxs(stack, locals);
        method.visitEnd();
    }

    static byte[] oneMethod(String className, int version, Consumer<MethodVisitor> body) {
        ClassWriter writer = begin(className, version, ClassWriter.COMPUTE_MAXS);
        MethodVisitor method = probedStatic(writer, "odd");
        body.accept(method);
        end(method, 0, 0);
        return writer.toByteArray();
    }

    static void constructor(ClassWriter writer, String parent) {
        MethodVisitor constructor = probed(writer, Opcodes.ACC_PUBLIC, "<init>", "()V");
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        end(constructor, 0, 0);
    }
}
