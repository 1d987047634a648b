package org.latencyprobes.agent.fuzz;

import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Stack map frames, and the code around them, at the limits of what a method can have, or beyond them. */
final class EdgeCaseFrames extends EdgeCases {

    static List<Case> all() {
        EdgeCaseFrames edge = new EdgeCaseFrames();
        edge.frames();
        return edge.cases;
    }

    /** Stack maps that are missing, wrong, or say unusual things. */
    private void frames() {
        add("framed", "fuzz.Framed", framed("fuzz.Framed", Opcodes.V17));
        add("frames missing", "fuzz.Frames", jumping(Opcodes.V17, method -> {}));
        add("frames missing, version 50", "fuzz.Frames", jumping(Opcodes.V1_6, method -> {}));
        add(
                "frame wrong",
                "fuzz.Frames",
                jumping(
                        Opcodes.V17,
                        method -> method.visitFrame(Opcodes.F_NEW, 1, new Object[] {"java/lang/String"}, 0, null)));
        add(
                "frame wrong, version 50",
                "fuzz.Frames",
                jumping(
                        Opcodes.V1_6,
                        method -> method.visitFrame(Opcodes.F_NEW, 1, new Object[] {"java/lang/String"}, 0, null)));
        add(
                "frame of a missing type",
                "fuzz.Frames",
                jumping(
                        Opcodes.V17,
                        method -> method.visitFrame(Opcodes.F_NEW, 1, new Object[] {"fuzz/Missing"}, 0, null)));
        add(
                "frame with a stack",
                "fuzz.Frames",
                jumping(
                        Opcodes.V17,
                        method -> method.visitFrame(Opcodes.F_NEW, 0, null, 1, new Object[] {Opcodes.INTEGER})));
        add("frame of many", "fuzz.Frames", jumping(Opcodes.V17, method -> {
            Object[] many = new Object[300];
            java.util.Arrays.fill(many, Opcodes.TOP);
            method.visitFrame(Opcodes.F_NEW, many.length, many, 0, null);
        }));
        add("unreachable", "fuzz.Frames", oneMethod("fuzz.Frames", Opcodes.V17, method -> {
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IRETURN);
            method.visitInsn(Opcodes.NOP);
            method.visitInsn(Opcodes.ATHROW);
        }));
        add(
                "falls off its end",
                "fuzz.Frames",
                oneMethod("fuzz.Frames", Opcodes.V17, method -> method.visitInsn(Opcodes.ICONST_1)));
        add("returns another type", "fuzz.Frames", oneMethod("fuzz.Frames", Opcodes.V17, method -> {
            method.visitInsn(Opcodes.FCONST_1);
            method.visitInsn(Opcodes.FRETURN);
        }));
        add("empty", "fuzz.Frames", oneMethod("fuzz.Frames", Opcodes.V17, method -> {}));
        add("leaves a stack behind", "fuzz.Frames", oneMethod("fuzz.Frames", Opcodes.V17, method -> {
            method.visitLdcInsn(1L);
            method.visitLdcInsn("left");
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IRETURN);
        }));
    }

    private static byte[] jumping(int version, Consumer<MethodVisitor> frame) {
        ClassWriter writer = begin("fuzz.Frames", version, 0);
        MethodVisitor method = probedStatic(writer, "odd");
        Label end = new Label();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitJumpInsn(Opcodes.IFEQ, end);
        method.visitInsn(Opcodes.NOP);
        method.visitLabel(end);
        frame.accept(method);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        end(method, 1, 0);
        return writer.toByteArray();
    }

    static byte[] framed(String className, int version) {
        ClassWriter writer = begin(className, version, ClassWriter.COMPUTE_FRAMES);
        constructor(writer, "java/lang/Object");
        MethodVisitor method = probed(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "odd", "(ILjava/lang/String;)J");
        Label otherwise = new Label();
        Label end = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFEQ, otherwise);
        method.visitInsn(Opcodes.LCONST_1);
        method.visitVarInsn(Opcodes.LSTORE, 2);
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(otherwise);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitVarInsn(Opcodes.LSTORE, 2);
        method.visitLabel(end);
        method.visitVarInsn(Opcodes.LLOAD, 2);
        method.visitInsn(Opcodes.LRETURN);
        end(method, 0, 0);
        return writer.toByteArray();
    }
}
