package org.latencyprobes.agent.callback;

import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A writer of callback classes for the application's loader. Such a class does what {@code LatencyProbesLink} does, but has a parent or an
 * interface that only that loader knows. Its fields are of JDK types. For one thread.
 */
final class CallbackWriter {

    private static final String LINK = "java/lang/LatencyProbesLink";
    private static final String CELL = "Ljava/util/concurrent/atomic/AtomicReference;";
    private static final String SUBJECT = "Ljava/lang/Object;";

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final String name;
    private final String parent;

    CallbackWriter(Class<?> beside, String parent, String... interfaces) {
        this.name = beside.getPackageName().replace('.', '/')
                + (beside.getPackageName().isEmpty() ? "" : "/") + "LatencyProbesCallback";
        this.parent = parent;
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                name,
                null,
                parent,
                interfaces);
        writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "cell", CELL, null, null)
                .visitEnd();
        writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "subject", SUBJECT, null, null)
                .visitEnd();
    }

    /** Takes the arguments of the parent's, at most one and an object, then cell and subject. */
    void constructor(String parentDescriptor) {
        String arguments = parentDescriptor.substring(1, parentDescriptor.indexOf(')'));
        int slot = 1;
        MethodVisitor method = method("<init>", '(' + arguments + CELL + SUBJECT + ")V");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        if (!arguments.isEmpty()) {
            method.visitVarInsn(Opcodes.ALOAD, slot++);
        }
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", parentDescriptor, false);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, slot++);
        method.visitFieldInsn(Opcodes.PUTFIELD, name, "cell", CELL);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, slot);
        method.visitFieldInsn(Opcodes.PUTFIELD, name, "subject", SUBJECT);
        end(method, Opcodes.RETURN);
    }

    /** A public method, begun. */
    MethodVisitor method(String methodName, String descriptor) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, methodName, descriptor, null, null);
        method.visitCode();
        return method;
    }

    /** Pushes cell and subject. */
    void loadState(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, name, "cell", CELL);
        loadSubject(method);
    }

    void loadSubject(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, name, "subject", SUBJECT);
    }

    /** Calls the agent with cell, subject and argument from the stack, which gets the result. */
    static void call(MethodVisitor method) {
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                LINK,
                "call",
                '(' + CELL + SUBJECT + "Ljava/lang/Object;)Ljava/lang/Object;",
                false);
    }

    static void end(MethodVisitor method, int returning) {
        method.visitInsn(returning);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    byte[] toByteArray() {
        writer.visitEnd();
        return writer.toByteArray();
    }
}
