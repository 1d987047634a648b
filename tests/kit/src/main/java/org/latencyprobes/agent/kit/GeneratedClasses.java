package org.latencyprobes.agent.kit;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Class files that no Java compiler would write, or nobody would want to write by hand. */
public final class GeneratedClasses {

    private static final int MOST_LOCALS = 65_535;
    private static final int LONGEST_METHOD_BYTES = 65_535;
    private static final String PROBE = Type.getDescriptor(Probe.class);

    private GeneratedClasses() {}

    /** A class with a static {@code int probed()} that is marked, in a class file of this version. */
    public static byte[] ofVersion(String className, int version) {
        ClassWriter writer = begin(className, version);
        probed(writer, "probed", version, "version " + version);
        return writer.toByteArray();
    }

    /** The stack map frames of a method. */
    public enum Frames {
        RIGHT,
        WRONG,
        NONE,
        /** None, and the jump leads into a subroutine. */
        SUBROUTINE
    }

    /** A class file of version 50 with a marked static {@code int probed()} that jumps. Up to that version the JVM takes any frames. */
    public static byte[] ofJava6(String className, Frames frames) {
        ClassWriter writer = begin(className, Opcodes.V1_6);
        MethodVisitor method = begin(writer, "probed", className);
        Label target = new Label();
        method.visitInsn(Opcodes.ICONST_1);
        method.visitVarInsn(Opcodes.ISTORE, 0);
        if (frames == Frames.SUBROUTINE) {
            method.visitJumpInsn(Opcodes.JSR, target);
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitInsn(Opcodes.IRETURN);
            method.visitLabel(target);
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitVarInsn(Opcodes.RET, 1);
        } else {
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitJumpInsn(Opcodes.IFNE, target);
            method.visitIincInsn(0, 1);
            method.visitLabel(target);
            if (frames != Frames.NONE) {
                Object local = frames == Frames.RIGHT ? Opcodes.INTEGER : "java/lang/String";
                method.visitFrame(Opcodes.F_APPEND, 1, new Object[] {local}, 0, null);
            }
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitInsn(Opcodes.IRETURN);
        }
        end(method);
        return writer.toByteArray();
    }

    /** Its static {@code int probed()} has so many bytes of bytecode; marked where there is a name for the probe. */
    public static byte[] ofLength(String className, int bytes, String probe) {
        ClassWriter writer = begin(className, Opcodes.V1_8);
        probed(writer, bytes, probe);
        return writer.toByteArray();
    }

    private static void probed(ClassWriter writer, int bytes, String probe) {
        MethodVisitor method = begin(writer, "probed", probe);
        for (int i = 0; i < bytes - 2; i++) {
            method.visitInsn(Opcodes.NOP);
        }
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        end(method);
    }

    /** The marked method leaves no room in its 64 KB for anything more. */
    public static byte[] full(String className) {
        ClassWriter writer = begin(className, Opcodes.V1_8);
        probed(writer, LONGEST_METHOD_BYTES, "full");
        probed(writer, "beside", 2, "beside a full one");
        return writer.toByteArray();
    }

    /** The marked method has as many local variables as there can be. */
    public static byte[] mostLocals(String className) {
        ClassWriter writer = begin(className, Opcodes.V1_8);
        MethodVisitor method = begin(writer, "probed", "most locals");
        method.visitInsn(Opcodes.ICONST_1);
        method.visitVarInsn(Opcodes.ISTORE, MOST_LOCALS - 1);
        method.visitVarInsn(Opcodes.ILOAD, MOST_LOCALS - 1);
        method.visitInsn(Opcodes.IRETURN);
        end(method);
        return writer.toByteArray();
    }

    /** Its annotations end in the middle. The JVM does not read them, whoever wants to weave has to. */
    public static byte[] brokenAnnotation(String className) {
        ClassWriter writer = begin(className, Opcodes.V1_8);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "probed", "()I", null, null);
        method.visitAttribute(new Attribute("RuntimeVisibleAnnotations") {
            @Override
            protected ByteVector write(ClassWriter target, byte[] code, int length, int maxStack, int maxLocals) {
                int pairs = 5;
                return new ByteVector()
                        .putShort(1)
                        .putShort(target.newUTF8(PROBE))
                        .putShort(pairs);
            }
        });
        method.visitCode();
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        end(method);
        return writer.toByteArray();
    }

    /** Half of a class file. */
    public static byte[] truncated(String className) {
        byte[] whole = ofVersion(className, Opcodes.V1_8);
        return Arrays.copyOf(whole, whole.length - 20);
    }

    /** An {@link IntUnaryOperator} that calls, by number, one of many marked methods; their probes are named {@code <prefix><n>}; without a prefix, unmarked ones. */
    public static byte[] manyProbes(String className, int count, String prefix) {
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
            probed(writer, "probed" + i, i, prefix == null ? null : prefix + i);
        }
        return writer.toByteArray();
    }

    /** A class with as many unmarked static methods {@code work<n>}, each of which calls something. */
    public static byte[] working(String className, int count) {
        ClassWriter writer = begin(className, Opcodes.V1_8);
        MethodVisitor first = writer.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
        first.visitCode();
        first.visitMethodInsn(Opcodes.INVOKESTATIC, className.replace('.', '/'), "work0", "()I", false);
        first.visitInsn(Opcodes.IRETURN);
        end(first);
        for (int i = 0; i < count; i++) {
            MethodVisitor method = begin(writer, "work" + i, null);
            method.visitLdcInsn(i);
            method.visitInsn(Opcodes.ICONST_1);
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(II)I", false);
            method.visitInsn(Opcodes.IRETURN);
            end(method);
        }
        return writer.toByteArray();
    }

    private static void probed(ClassWriter writer, String name, int result, String probe) {
        MethodVisitor method = begin(writer, name, probe);
        method.visitLdcInsn(result);
        method.visitInsn(Opcodes.IRETURN);
        end(method);
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

    private static MethodVisitor begin(ClassWriter writer, String name, String probe) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "()I", null, null);
        if (probe != null) {
            AnnotationVisitor annotation = method.visitAnnotation(PROBE, true);
            annotation.visit("value", probe);
            annotation.visitEnd();
        }
        method.visitCode();
        return method;
    }

    private static void end(MethodVisitor method) {
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
