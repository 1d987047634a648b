package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

final class MethodCheckTest {

    /** What is wrong with a class whose one method, of an int and a long, has that much room and that code. */
    private static String fault(int maxStack, int maxLocals, Consumer<MethodVisitor> code) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "odd/Odd", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "odd", "(IJ)J", null, null);
        method.visitCode();
        code.accept(method);
        method.visitMaxs(maxStack, maxLocals);
        method.visitEnd();
        writer.visitEnd();
        return ClassFileCheck.fault(writer.toByteArray());
    }

    private static void sum(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.I2L);
        method.visitVarInsn(Opcodes.LLOAD, 1);
        method.visitInsn(Opcodes.LADD);
        method.visitInsn(Opcodes.LRETURN);
    }

    private static void branch(MethodVisitor method, int frameType, Object... stack) {
        Label end = new Label();
        method.visitVarInsn(Opcodes.LLOAD, 1);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFEQ, end);
        method.visitInsn(Opcodes.LNEG);
        method.visitLabel(end);
        method.visitFrame(frameType, 0, null, stack.length, stack);
        method.visitInsn(Opcodes.LRETURN);
    }

    @Test
    void findsNothingWhereThereIsJustEnoughRoom() {
        assertThat(fault(4, 3, MethodCheckTest::sum)).isNull();
        assertThat(fault(3, 3, method -> branch(method, Opcodes.F_SAME1, Opcodes.LONG)))
                .isNull();
    }

    @Test
    void findsAStackThatGetsDeeperThanSaid() {
        assertThat(fault(3, 3, MethodCheckTest::sum)).isEqualTo("its stack gets deeper than it says");
    }

    @Test
    void findsAFrameThatTheStackHasNoRoomFor() {
        Object[] stack = {Opcodes.LONG, Opcodes.LONG};
        assertThat(fault(3, 3, method -> branch(method, Opcodes.F_FULL, stack)))
                .isEqualTo("a stack map frame has more on the stack than the method");
    }

    @Test
    void findsParametersThatThereIsNoRoomFor() {
        assertThat(fault(4, 2, MethodCheckTest::sum)).isEqualTo("the method has more local variables than it says");
    }

    @Test
    void findsALocalVariableThatThereIsNoneOf() {
        assertThat(fault(4, 3, method -> {
                    method.visitVarInsn(Opcodes.LLOAD, 2);
                    method.visitInsn(Opcodes.LRETURN);
                }))
                .isEqualTo("code uses a local variable that there is none of");
    }

    @Test
    void findsAReturnOfAnotherType() {
        assertThat(fault(4, 3, method -> {
                    method.visitVarInsn(Opcodes.ILOAD, 0);
                    method.visitInsn(Opcodes.IRETURN);
                }))
                .isEqualTo("code returns what the method does not");
    }
}
