package org.latencyprobes.agent.weave.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class WeaverTest {

    static class Woven {
        @Probe
        Woven() {}

        @Probe(
                value = "a method",
                tags = {"key", "value"})
        static long method(long argument) {
            return argument > 0 ? argument : 1;
        }

        static void unmarked() {}
    }

    @Test
    void aMethodGetsOneEnterAndOneExitThatSeesTheException() {
        assertThat(WovenFiles.callSites(WovenFiles.weave(ClassFiles.of(Woven.class)), "method"))
                .containsExactly(
                        "enter()J[a method, key, value]", "exit(JLjava/lang/Throwable;)V[a method, key, value]");
    }

    @Test
    void aConstructorGetsOneEnterAndOneExitForNormalReturns() {
        assertThat(WovenFiles.callSites(WovenFiles.weave(ClassFiles.of(Woven.class)), "<init>"))
                .containsExactly("enter()J[WeaverTest.Woven.new]", "exit(J)V[WeaverTest.Woven.new]");
    }

    @Test
    void unmarkedMethodsStayAsTheyAre() {
        assertThat(WovenFiles.callSites(WovenFiles.weave(ClassFiles.of(Woven.class)), "unmarked"))
                .isEmpty();
    }

    @Test
    void weavingIsRepeatable() {
        byte[] classFile = ClassFiles.of(Woven.class);
        assertThat(WovenFiles.weave(classFile))
                .isEqualTo(WovenFiles.weave(classFile))
                .isNotEqualTo(classFile);
    }

    /** With the name of an attribute of methods, which ASM would give to the method: the JVM takes one of them at most. */
    private static byte[] withAttributeInCode(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                        if (name.equals("method")) {
                            method.visitAttribute(new CodeAttribute("MethodParameters"));
                        }
                        return method;
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static Class<?> defined(byte[] classFile) {
        return new ClassLoader(WeaverTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(Woven.class.getName(), classFile, 0, classFile.length);
            }
        }.define();
    }

    @Test
    void anUnknownAttributeOfTheCodeDoesNotBecomeOneOfTheMethod() {
        byte[] classFile = withAttributeInCode(ClassFiles.of(Woven.class));
        assertThat(defined(classFile)).isNotNull();
        assertThat(defined(WovenFiles.weave(classFile)).getDeclaredMethods()).hasSize(2);
    }

    /** Superclass, interface, parameters, result, its type variable, outer class and nest host are all types that nobody has. */
    private static byte[] amongMissingTypes() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC,
                "org/latencyprobes/agent/weave/code/Known",
                "Lmissing/Parent<Lmissing/Argument;>;",
                "missing/Parent",
                new String[] {"missing/Interface"});
        writer.visitNestHost("missing/Host");
        writer.visitOuterClass("missing/Host", "method", "(Lmissing/Parameter;)V");
        writer.visitInnerClass("org/latencyprobes/agent/weave/code/Known", "missing/Host", "Known", Opcodes.ACC_PUBLIC);
        writer.visitField(Opcodes.ACC_PRIVATE, "field", "Lmissing/Field;", null, null)
                .visitEnd();
        MethodVisitor method = writer.visitMethod(
                Opcodes.ACC_PUBLIC,
                "method",
                "([[Lmissing/Parameter;JLmissing/Other;)Lmissing/Result;",
                "<T:Lmissing/Bound;>([[Lmissing/Parameter;JTT;)THost;",
                new String[] {"missing/Thrown"});
        AnnotationVisitor annotation = method.visitAnnotation(Probe.class.descriptorString(), true);
        annotation.visit("value", "among missing types");
        annotation.visitEnd();
        method.visitCode();
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(1, 5);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void noTypeButTheClassItselfIsEverResolved() {
        assertThat(WovenFiles.callSites(WovenFiles.weave(amongMissingTypes()), "method"))
                .hasSize(2);
    }

    /** As an optimiser leaves it: the second parameter's variable holds a float at last, the first one's a text. */
    private static byte[] reusingParameters() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC,
                "org/latencyprobes/agent/weave/code/Reusing",
                null,
                "java/lang/Object",
                null);
        MethodVisitor method = writer.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "method", "(Ljava/util/List;II)I", null, null);
        method.visitAnnotation("Lorg/latencyprobes/annotation/Probe;", true).visitEnd();
        method.visitCode();
        method.visitLdcInsn("text");
        method.visitVarInsn(Opcodes.ASTORE, 0);
        method.visitInsn(Opcodes.FCONST_1);
        method.visitVarInsn(Opcodes.FSTORE, 1);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void aMethodThatUsesAParameterForAnotherTypeStaysValid() throws ReflectiveOperationException {
        byte[] woven = WovenFiles.weave(reusingParameters());
        Class<?> verified = new ClassLoader(null) {
            Class<?> define() {
                return defineClass("org.latencyprobes.agent.weave.code.Reusing", woven, 0, woven.length);
            }
        }.define();
        assertThat(Class.forName(verified.getName(), true, verified.getClassLoader()))
                .isSameAs(verified);
        assertThat(WovenFiles.callSites(woven, "method")).hasSize(2);
    }
}
