package org.latencyprobes.agent.fuzz;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code at the limits of what a method can be, or beyond them. */
final class EdgeCaseCode extends EdgeCases {

    static List<Case> all() {
        EdgeCaseCode edge = new EdgeCaseCode();
        edge.large();
        edge.subroutines();
        edge.constructors();
        edge.handlers();
        edge.parameters();
        return edge.cases;
    }

    /** What the seeds of mutants are made of, besides compiled classes; not to be called once mutated. */
    static Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        seeds.put("fuzz.Subroutine49", subroutine("fuzz.Subroutine49", Opcodes.V1_5));
        seeds.put("fuzz.Subroutine50", subroutine("fuzz.Subroutine50", Opcodes.V1_6));
        seeds.put("fuzz.Framed", EdgeCaseFrames.framed("fuzz.Framed", Opcodes.V11));
        seeds.put("fuzz.Unframed", EdgeCaseFrames.framed("fuzz.Unframed", Opcodes.V1_6));
        return seeds;
    }

    /** Up to the last byte that a method may have, and with all that the probe needs just fitting or just not. */
    private void large() {
        for (int spare = 0; spare < 48; spare += 1) {
            int length = MOST - spare;
            add("large " + length, "fuzz.Large", oneMethod("fuzz.Large", Opcodes.V17, method -> {
                fill(method, length - 2);
                method.visitInsn(Opcodes.ICONST_1);
                method.visitInsn(Opcodes.IRETURN);
            }));
        }
        add("large with jumps", "fuzz.Large", oneMethod("fuzz.Large", Opcodes.V1_6, method -> {
            Label end = new Label();
            method.visitInsn(Opcodes.ICONST_0);
            method.visitJumpInsn(Opcodes.IFEQ, end);
            fill(method, 32_700);
            method.visitLabel(end);
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IRETURN);
        }));
        for (int locals : new int[] {255, 256, 65_400, 65_499, 65_500, 65_501, 65_530, MOST}) {
            ClassWriter writer = begin("fuzz.Locals", Opcodes.V17, 0);
            MethodVisitor method = probedStatic(writer, "odd");
            method.visitInsn(Opcodes.ICONST_2);
            method.visitInsn(Opcodes.IRETURN);
            end(method, 1, locals);
            add("locals " + locals, "fuzz.Locals", writer.toByteArray());
        }
        for (int stack : new int[] {1, 255, 65_530, MOST}) {
            ClassWriter writer = begin("fuzz.Stack", Opcodes.V17, 0);
            MethodVisitor method = probedStatic(writer, "odd");
            method.visitInsn(Opcodes.ICONST_3);
            method.visitInsn(Opcodes.IRETURN);
            end(method, stack, 0);
            add("stack " + stack, "fuzz.Stack", writer.toByteArray());
        }
    }

    private static void fill(MethodVisitor method, int bytes) {
        for (int i = 0; i < bytes; i++) {
            method.visitInsn(Opcodes.NOP);
        }
    }

    /** As compilers wrote {@code finally} until Java 5. */
    private void subroutines() {
        for (int version : new int[] {
            Opcodes.V1_1,
            Opcodes.V1_2,
            Opcodes.V1_3,
            Opcodes.V1_4,
            Opcodes.V1_5,
            Opcodes.V1_6,
            Opcodes.V1_7,
            Opcodes.V17
        }) {
            add("subroutine " + (version & 0xffff), "fuzz.Sub", subroutine("fuzz.Sub", version));
        }
    }

    private static byte[] subroutine(String className, int version) {
        return oneMethod(className, version, method -> {
            Label subroutine = new Label();
            Label after = new Label();
            method.visitInsn(Opcodes.ICONST_5);
            method.visitVarInsn(Opcodes.ISTORE, 0);
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            method.visitJumpInsn(Opcodes.GOTO, after);
            method.visitLabel(subroutine);
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitIincInsn(0, 3);
            method.visitVarInsn(Opcodes.RET, 1);
            method.visitLabel(after);
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitInsn(Opcodes.IRETURN);
        });
    }

    private void constructors() {
        add("constructor that calls itself", "fuzz.New", constructing(method -> {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, "fuzz/New", "<init>", "()V", false);
            method.visitInsn(Opcodes.RETURN);
        }));
        add("constructor without super", "fuzz.New", constructing(method -> method.visitInsn(Opcodes.RETURN)));
        add("constructor that calls super twice", "fuzz.New", constructing(method -> {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            method.visitInsn(Opcodes.RETURN);
        }));
        add("constructor that throws first", "fuzz.New", constructing(method -> {
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitInsn(Opcodes.ATHROW);
        }));
        add("constructor that moves this", "fuzz.New", constructing(method -> {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitVarInsn(Opcodes.ASTORE, 3);
            method.visitVarInsn(Opcodes.ALOAD, 3);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            method.visitInsn(Opcodes.ICONST_0);
            method.visitVarInsn(Opcodes.ISTORE, 0);
            method.visitInsn(Opcodes.RETURN);
        }));
    }

    private static byte[] constructing(Consumer<MethodVisitor> body) {
        ClassWriter writer = begin("fuzz.New", Opcodes.V17, ClassWriter.COMPUTE_MAXS);
        MethodVisitor constructor = probed(writer, Opcodes.ACC_PUBLIC, "<init>", "()V");
        body.accept(constructor);
        end(constructor, 0, 0);
        return writer.toByteArray();
    }

    /** As optimisers leave them: a parameter's slot is used anew for another type. */
    private void parameters() {
        ClassWriter constructing = begin("fuzz.Reused", Opcodes.V17, ClassWriter.COMPUTE_FRAMES);
        MethodVisitor constructor = probed(constructing, Opcodes.ACC_PUBLIC, "<init>", "(ILjava/lang/Object;)V");
        Label positive = new Label();
        constructor.visitVarInsn(Opcodes.ILOAD, 1);
        constructor.visitJumpInsn(Opcodes.IFGT, positive);
        constructor.visitInsn(Opcodes.LCONST_1);
        constructor.visitVarInsn(Opcodes.LSTORE, 1);
        constructor.visitLabel(positive);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        end(constructor, 0, 0);
        add("reused by a constructor", "fuzz.Reused", constructing.toByteArray());
        for (String type : List.of("I", "J", "Ljava/lang/Object;", "[I")) {
            for (boolean isStatic : new boolean[] {true, false}) {
                ClassWriter writer = begin("fuzz.Reused", Opcodes.V17, ClassWriter.COMPUTE_FRAMES);
                constructor(writer, "java/lang/Object");
                MethodVisitor method = probed(
                        writer, Opcodes.ACC_PUBLIC | (isStatic ? Opcodes.ACC_STATIC : 0), "odd", '(' + type + "I)I");
                method.visitLdcInsn("other");
                method.visitVarInsn(Opcodes.ASTORE, isStatic ? 0 : 1);
                method.visitInsn(Opcodes.FCONST_1);
                method.visitVarInsn(Opcodes.FSTORE, isStatic ? 1 : 0);
                method.visitInsn(Opcodes.ICONST_1);
                method.visitInsn(Opcodes.IRETURN);
                end(method, 0, 0);
                add("reused " + type + (isStatic ? " static" : ""), "fuzz.Reused", writer.toByteArray());
            }
        }
    }

    private void handlers() {
        for (int version : new int[] {Opcodes.V1_6, Opcodes.V1_8, Opcodes.V17}) {
            add(
                    "handler inside what it covers " + version,
                    "fuzz.Handler",
                    oneMethod("fuzz.Handler", version, method -> {
                        Label begin = new Label();
                        Label end = new Label();
                        Label handler = new Label();
                        method.visitTryCatchBlock(begin, end, handler, null);
                        method.visitLabel(begin);
                        method.visitInsn(Opcodes.ICONST_1);
                        method.visitInsn(Opcodes.IRETURN);
                        method.visitLabel(handler);
                        method.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
                        method.visitInsn(Opcodes.ATHROW);
                        method.visitLabel(end);
                    }));
        }
        add("many handlers", "fuzz.Handler", oneMethod("fuzz.Handler", Opcodes.V17, method -> {
            for (int i = 0; i < 2_000; i++) {
                Label begin = new Label();
                Label end = new Label();
                method.visitTryCatchBlock(begin, end, begin, "java/lang/Missing" + i);
                method.visitLabel(begin);
                method.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
                method.visitInsn(Opcodes.POP);
                method.visitLabel(end);
            }
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IRETURN);
        }));
    }
}
