package org.latencyprobes.agent.fuzz;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes at the limits of what a class file can express, or beyond them. */
final class EdgeCaseClasses extends EdgeCases {

    static List<Case> all() {
        EdgeCaseClasses edge = new EdgeCaseClasses();
        edge.constants();
        edge.hierarchies();
        edge.names();
        edge.methods();
        edge.annotations();
        return edge.cases;
    }

    /** Constant pools in which the probe's own constants just fit or just not. */
    private void constants() {
        for (int spare : new int[] {1, 2, 5, 10, 15, 20, 25, 30, 40, 100}) {
            ClassWriter writer = begin("fuzz.Constants", Opcodes.V17, 0);
            MethodVisitor method = probedStatic(writer, "odd");
            method.visitInsn(Opcodes.ICONST_4);
            method.visitInsn(Opcodes.IRETURN);
            end(method, 1, 0);
            int next = writer.newConst(0);
            for (int i = 1; next < MOST - 6 - spare; i++) {
                next = writer.newConst(i);
            }
            add("constants " + spare, "fuzz.Constants", writer.toByteArray());
        }
        add("long text", "fuzz.Text", oneMethod("fuzz.Text", Opcodes.V17, method -> {
            method.visitLdcInsn("x".repeat(MOST));
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
            method.visitInsn(Opcodes.IRETURN);
        }));
    }

    /** Each class overrides the one probed method of its parent. */
    private void hierarchies() {
        for (int depth : new int[] {2, 50, 300}) {
            Map<String, byte[]> classes = new LinkedHashMap<>();
            for (int i = depth; i >= 0; i--) {
                classes.put(
                        "fuzz.Deep" + i,
                        subclass("fuzz/Deep" + i, i == 0 ? "java/lang/Object" : "fuzz/Deep" + (i - 1)));
            }
            cases.add(new Case("depth " + depth, true, classes));
        }
        Map<String, byte[]> circle = new LinkedHashMap<>();
        circle.put("fuzz.A", subclass("fuzz/A", "fuzz/B"));
        circle.put("fuzz.B", subclass("fuzz/B", "fuzz/A"));
        cases.add(new Case("circle", true, circle));
        add("another's name", "fuzz.A", subclass("java/lang/Object", "fuzz/B"));
        add("parent of itself", "fuzz.A", subclass("fuzz/A", "fuzz/A"));
        add("missing parent", "fuzz.A", subclass("fuzz/A", "fuzz/Missing"));
        add("final parent", "fuzz.A", subclass("fuzz/A", "java/lang/String"));
        add("interface as parent", "fuzz.A", subclass("fuzz/A", "java/lang/Runnable"));
        add("array as parent", "fuzz.A", subclass("fuzz/A", "[Ljava/lang/Object;"));
    }

    private static byte[] subclass(String internalName, String parent) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, internalName, null, parent, null);
        constructor(writer, parent);
        MethodVisitor method = probed(writer, Opcodes.ACC_PUBLIC, "odd", "()I");
        if (parent.startsWith("fuzz")) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "odd", "()I", false);
        } else {
            method.visitInsn(Opcodes.ICONST_0);
        }
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IADD);
        method.visitInsn(Opcodes.IRETURN);
        end(method, 0, 0);
        return writer.toByteArray();
    }

    private void names() {
        for (String name : List.of(
                "a b",
                "é",
                "\ud83d\ude00",
                "find-by+name",
                "§'\"",
                "$",
                "-",
                "new",
                "goto",
                "\u0000",
                "x".repeat(9_000))) {
            ClassWriter writer = begin("fuzz.Named", Opcodes.V17, ClassWriter.COMPUTE_MAXS);
            MethodVisitor method = probedStatic(writer, name);
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IRETURN);
            end(method, 0, 0);
            add("method " + name.substring(0, Math.min(20, name.length())), "fuzz.Named", writer.toByteArray());
        }
        for (String name : List.of(
                "fuzz.a b",
                "fuzz.é",
                "fuzz.\ud83d\ude00",
                "fuzz.-",
                "fuzz.$",
                "fuzz.a$",
                "Fuzz",
                "fuzz.x.y." + "z".repeat(5_000))) {
            add(
                    "class " + name.substring(0, Math.min(20, name.length())),
                    name,
                    oneMethod(name, Opcodes.V17, method -> {
                        method.visitInsn(Opcodes.ICONST_1);
                        method.visitInsn(Opcodes.IRETURN);
                    }));
        }
        for (int parameters : new int[] {254, 255, 256}) {
            ClassWriter writer = begin("fuzz.Parameters", Opcodes.V17, 0);
            MethodVisitor method = probed(writer, Opcodes.ACC_STATIC, "odd", '(' + "I".repeat(parameters) + ")I");
            method.visitVarInsn(Opcodes.ILOAD, parameters - 1);
            method.visitInsn(Opcodes.IRETURN);
            end(method, 1, parameters);
            add("parameters " + parameters, "fuzz.Parameters", writer.toByteArray());
        }
        for (String descriptor :
                List.of("()", "(", "I", "()V()V", "(V)V", "([)V", "(L;)V", "(Ljava.lang.String;)V", "()[[[I")) {
            ClassWriter writer = begin("fuzz.Described", Opcodes.V17, 0);
            MethodVisitor method = probed(writer, Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE, "odd", descriptor);
            method.visitEnd();
            add("descriptor " + descriptor, "fuzz.Described", writer.toByteArray());
        }
    }

    /** Flags that fit together, and that do not. */
    private void methods() {
        int[] accesses = {
            Opcodes.ACC_ABSTRACT,
            Opcodes.ACC_NATIVE,
            Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED,
            Opcodes.ACC_SYNTHETIC | Opcodes.ACC_STATIC,
            Opcodes.ACC_BRIDGE | Opcodes.ACC_STATIC,
            Opcodes.ACC_VARARGS | Opcodes.ACC_STATIC,
            Opcodes.ACC_STRICT | Opcodes.ACC_STATIC,
            Opcodes.ACC_PRIVATE | Opcodes.ACC_PUBLIC,
            Opcodes.ACC_ABSTRACT | Opcodes.ACC_FINAL,
            Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE,
            Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC,
            0x1000 | Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE
        };
        for (int access : accesses) {
            for (boolean withCode : new boolean[] {true, false}) {
                ClassWriter writer = begin("fuzz.Flags", Opcodes.V1_8, ClassWriter.COMPUTE_MAXS);
                constructor(writer, "java/lang/Object");
                MethodVisitor method = writer.visitMethod(access, "odd", "()I", null, null);
                method.visitAnnotation(PROBE, true).visitEnd();
                if (withCode) {
                    method.visitCode();
                    method.visitInsn(Opcodes.ICONST_1);
                    method.visitInsn(Opcodes.IRETURN);
                    method.visitMaxs(1, 1);
                }
                method.visitEnd();
                add(
                        "flags " + Integer.toHexString(access) + (withCode ? " with code" : ""),
                        "fuzz.Flags",
                        writer.toByteArray());
            }
        }
        ClassWriter twice = begin("fuzz.Twice", Opcodes.V17, ClassWriter.COMPUTE_MAXS);
        for (int i = 0; i < 2; i++) {
            MethodVisitor method = probedStatic(twice, "odd");
            method.visitInsn(Opcodes.ICONST_0 + i);
            method.visitInsn(Opcodes.IRETURN);
            end(method, 0, 0);
        }
        add("one method twice", "fuzz.Twice", twice.toByteArray());
        for (String name : List.of("<clinit>", "<other>", "<init>")) {
            ClassWriter writer = begin("fuzz.Special", Opcodes.V17, ClassWriter.COMPUTE_MAXS);
            MethodVisitor method = probed(writer, Opcodes.ACC_STATIC, name, "()V");
            method.visitInsn(Opcodes.RETURN);
            end(method, 0, 0);
            add("static " + name, "fuzz.Special", writer.toByteArray());
        }
        ClassWriter failing = begin("fuzz.Failing", Opcodes.V17, ClassWriter.COMPUTE_MAXS);
        MethodVisitor initialiser = probed(failing, Opcodes.ACC_STATIC, "<clinit>", "()V");
        initialiser.visitInsn(Opcodes.ACONST_NULL);
        initialiser.visitInsn(Opcodes.ATHROW);
        end(initialiser, 0, 0);
        add("failing initialiser", "fuzz.Failing", failing.toByteArray());
    }

    private void annotations() {
        annotated("name of 65,535 bytes", annotation -> annotation.visit("value", "x".repeat(MOST)));
        annotated("a number for a name", annotation -> annotation.visit("value", 5));
        annotated("an array for a name", annotation -> {
            AnnotationVisitor array = annotation.visitArray("value");
            array.visit(null, "x");
            array.visitEnd();
        });
        annotated(
                "a name of all characters",
                annotation -> annotation.visit("value", "\u0000\n\t\ud800é\ud83d\ude00{}\"',;="));
        annotated("many tags", annotation -> {
            AnnotationVisitor tags = annotation.visitArray("tags");
            for (int i = 0; i < 500; i++) {
                tags.visit(null, "key" + i);
                tags.visit(null, "value");
            }
            tags.visitEnd();
        });
        annotated("odd tags", annotation -> {
            AnnotationVisitor tags = annotation.visitArray("tags");
            tags.visit(null, 1);
            tags.visit(null, "");
            tags.visitEnd();
        });
        annotated("nested annotations", annotation -> {
            AnnotationVisitor inner = annotation;
            for (int i = 0; i < 300; i++) {
                inner = inner.visitAnnotation("value", PROBE);
            }
        });
        annotated("an unknown attribute", annotation -> annotation.visitEnum("more", "Lfuzz/Missing;", "ONE"));
    }

    private void annotated(String label, Consumer<AnnotationVisitor> values) {
        ClassWriter writer = begin("fuzz.Annotated", Opcodes.V17, ClassWriter.COMPUTE_MAXS);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "odd", "()I", null, null);
        for (int i = 0; i < 2; i++) {
            AnnotationVisitor annotation = method.visitAnnotation(PROBE, true);
            values.accept(annotation);
            annotation.visitEnd();
        }
        method.visitCode();
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        end(method, 0, 0);
        add(label, "fuzz.Annotated", writer.toByteArray());
    }
}
