package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class WeaverTest {

    private final Weaver weaver = new Weaver(bootstrapMethod());

    /** Only its name and type are woven. */
    static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type, Object... probe) {
        throw new UnsupportedOperationException();
    }

    private static java.lang.reflect.Method bootstrapMethod() {
        try {
            return WeaverTest.class.getDeclaredMethod(
                    "bootstrap", MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] weave(byte[] classFile) {
        return weaver.weave(classFile, Decision.on(classFile));
    }

    /** Each invokedynamic of a method: name, type and the constants for the bootstrap method. */
    private static List<String> callSites(byte[] classFile, String method) {
        List<String> sites = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return name.equals(method) ? collector(sites) : null;
                            }
                        },
                        0);
        return sites;
    }

    private static MethodVisitor collector(List<String> sites) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle handle, Object... constants) {
                sites.add(name + descriptor + List.of(constants));
            }
        };
    }

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
        assertThat(callSites(weave(ClassFiles.of(Woven.class)), "method"))
                .containsExactly(
                        "enter()J[a method, key, value]", "exit(JLjava/lang/Throwable;)V[a method, key, value]");
    }

    @Test
    void aConstructorGetsOneEnterAndOneExitForNormalReturns() {
        assertThat(callSites(weave(ClassFiles.of(Woven.class)), "<init>"))
                .containsExactly("enter()J[WeaverTest.Woven.new]", "exit(J)V[WeaverTest.Woven.new]");
    }

    @Test
    void unmarkedMethodsStayAsTheyAre() {
        assertThat(callSites(weave(ClassFiles.of(Woven.class)), "unmarked")).isEmpty();
    }

    @Test
    void weavingIsRepeatable() {
        byte[] classFile = ClassFiles.of(Woven.class);
        assertThat(weave(classFile)).isEqualTo(weave(classFile)).isNotEqualTo(classFile);
    }

    /** Superclass, interface, parameters, result, local variables, outer class and nest host are all types that nobody has. */
    private static byte[] amongMissingTypes() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC,
                "org/latencyprobes/agent/weave/Known",
                "Lmissing/Parent<Lmissing/Argument;>;",
                "missing/Parent",
                new String[] {"missing/Interface"});
        writer.visitNestHost("missing/Host");
        writer.visitOuterClass("missing/Host", "method", "(Lmissing/Parameter;)V");
        writer.visitInnerClass("org/latencyprobes/agent/weave/Known", "missing/Host", "Known", Opcodes.ACC_PUBLIC);
        writer.visitField(Opcodes.ACC_PRIVATE, "field", "Lmissing/Field;", null, null)
                .visitEnd();
        MethodVisitor method = writer.visitMethod(
                Opcodes.ACC_PUBLIC,
                "method",
                "([[Lmissing/Parameter;JLmissing/Other;)Lmissing/Result;",
                "<T:Lmissing/Bound;>([[Lmissing/Parameter;JTT;)Lmissing/Result;",
                new String[] {"missing/Thrown"});
        AnnotationVisitor annotation = method.visitAnnotation(Prefilter.DESCRIPTOR, true);
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
        assertThat(callSites(weave(amongMissingTypes()), "method")).hasSize(2);
    }
}
