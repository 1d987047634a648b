package org.latencyprobes.agent.weave.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.ProbedMethods;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests of both weavers with stack maps that leave out parameters. The JVM that runs the tests verifies what they weave. */
final class FullFramesTest {

    private static final Object[] NONE = {};

    /** The code of a method with the parameters {@code (int, long, Object)} that returns null. */
    private enum Shape {
        CHOPPED(method -> {
            join(method, Opcodes.F_CHOP, 1, NONE);
            returnNull(method);
        }),
        CHOPPED_WITH_MORE_BEHIND(method -> {
            join(method, Opcodes.F_CHOP, 2, NONE);
            join(method, Opcodes.F_APPEND, 3, Opcodes.TOP, Opcodes.TOP, Opcodes.TOP);
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitVarInsn(Opcodes.ISTORE, 4);
            join(method, Opcodes.F_APPEND, 1, Opcodes.INTEGER);
            method.visitVarInsn(Opcodes.ILOAD, 4);
            method.visitInsn(Opcodes.POP);
            join(method, Opcodes.F_SAME, 0, NONE);
            join(method, Opcodes.F_CHOP, 3, NONE);
            returnNull(method);
        }),
        TOLD_AGAIN(method -> {
            join(method, Opcodes.F_FULL, 1, Opcodes.INTEGER);
            returnNull(method);
            method.visitFrame(Opcodes.F_APPEND, 2, new Object[] {Opcodes.LONG, "java/lang/Object"}, 0, NONE);
            method.visitVarInsn(Opcodes.ALOAD, 3);
            method.visitInsn(Opcodes.POP);
            join(method, Opcodes.F_SAME, 0, NONE);
            returnNull(method);
        }),
        LEFT_OUT_IN_THE_MIDDLE(method -> {
            join(method, Opcodes.F_FULL, 4, Opcodes.INTEGER, Opcodes.TOP, Opcodes.TOP, "java/lang/Object");
            method.visitVarInsn(Opcodes.ALOAD, 3);
            method.visitInsn(Opcodes.POP);
            returnNull(method);
        }),
        /** As ASM writes it where it computes stack maps. */
        UNREACHED(method -> {
            returnNull(method);
            method.visitFrame(Opcodes.F_FULL, 0, NONE, 1, new Object[] {"java/lang/Throwable"});
            method.visitInsn(Opcodes.NOP);
            method.visitInsn(Opcodes.ATHROW);
        }),
        /** The verifier takes for granted what a stack map says of code that nothing reaches. */
        UNREACHED_WITH_SOMETHING_ELSE_IN_PLACE(method -> {
            returnNull(method);
            method.visitFrame(Opcodes.F_FULL, 2, new Object[] {"java/lang/String", Opcodes.DOUBLE}, 0, NONE);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitVarInsn(Opcodes.DLOAD, 1);
            method.visitInsn(Opcodes.POP2);
            method.visitInsn(Opcodes.POP);
            returnNull(method);
        });

        private final Consumer<MethodVisitor> code;

        Shape(Consumer<MethodVisitor> code) {
            this.code = code;
        }

        /** Two ways come together, at this stack map. */
        private static void join(MethodVisitor method, int type, int count, Object... locals) {
            Label here = new Label();
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitJumpInsn(Opcodes.IFEQ, here);
            method.visitInsn(Opcodes.NOP);
            method.visitLabel(here);
            method.visitFrame(type, count, locals, 0, NONE);
        }

        private static void returnNull(MethodVisitor method) {
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitInsn(Opcodes.ARETURN);
        }
    }

    private static byte[] woven(byte[] classFile) throws BadPatternException {
        Selection all = new Selection(MethodPattern.parseAll("Odd with accessors;Odd#new"), List.of(), List.of(), 2);
        return WovenFiles.weave(classFile, ClassDecision.on(classFile, SelectionRules.of(all), ProbedMethods.NOTHING));
    }

    private static Class<?> verified(byte[] classFile) throws ReflectiveOperationException {
        ClassLoader loader = new ClassLoader() {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, classFile, 0, classFile.length);
            }
        };
        return Class.forName("Odd", true, loader);
    }

    private static void assertWovenAndCalled(byte[] classFile)
            throws ReflectiveOperationException, BadPatternException {
        verified(classFile);
        byte[] woven = woven(classFile);
        assertThat(WovenFiles.callSites(woven, "odd")).hasSize(2);
        Method method = verified(woven).getMethod("odd", int.class, long.class, Object.class);
        assertThat(method.invoke(null, 0, 1L, "")).isNull();
        assertThat(method.invoke(null, 1, 1L, "")).isNull();
    }

    private static byte[] classFile(Shape shape, String result) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        return ClassFiles.withMethod(access, "odd", "(IJLjava/lang/Object;)" + result, shape.code);
    }

    @ParameterizedTest
    @EnumSource
    void weavesWhatLeavesOutParameters(Shape shape) throws ReflectiveOperationException, BadPatternException {
        assertWovenAndCalled(classFile(shape, "Ljava/lang/Object;"));
    }

    @ParameterizedTest
    @EnumSource
    void weavesWhatLeavesOutParametersAndEndsLater(Shape shape)
            throws ReflectiveOperationException, BadPatternException {
        assertWovenAndCalled(classFile(shape, "Ljava/util/concurrent/CompletableFuture;"));
    }

    /** The variable of {@code this} is left out before {@code super()} is called, and behind it. */
    @Test
    void weavesAConstructorWithUnreachedCode() throws ReflectiveOperationException, BadPatternException {
        byte[] constructor = ClassFiles.withMethod(Opcodes.ACC_PUBLIC, "<init>", "(I)V", method -> {
            Label reached = new Label();
            method.visitJumpInsn(Opcodes.GOTO, reached);
            unreached(method);
            method.visitLabel(reached);
            method.visitFrame(Opcodes.F_FULL, 1, new Object[] {Opcodes.UNINITIALIZED_THIS}, 0, NONE);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            Label end = new Label();
            method.visitJumpInsn(Opcodes.GOTO, end);
            unreached(method);
            method.visitLabel(end);
            method.visitFrame(Opcodes.F_FULL, 0, NONE, 0, NONE);
            method.visitInsn(Opcodes.RETURN);
        });
        assertThat(verified(constructor).getConstructor(int.class).newInstance(1))
                .isNotNull();
        byte[] woven = woven(constructor);
        assertThat(WovenFiles.callSites(woven, "<init>")).hasSize(2);
        assertThat(verified(woven).getConstructor(int.class).newInstance(1)).isNotNull();
    }

    private static void unreached(MethodVisitor method) {
        method.visitFrame(Opcodes.F_FULL, 0, NONE, 1, new Object[] {"java/lang/Throwable"});
        method.visitInsn(Opcodes.ATHROW);
    }
}
