package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class ClassDecisionTest {

    private static ClassDecision on(Class<?> type) {
        return ClassDecision.on(ClassFiles.of(type), SelectionRules.of(Selection.NONE), ProbedMethods.NOTHING);
    }

    private static String name(ClassDecision decision, String method) {
        return decision.probes().get(method).name();
    }

    static final class Names {
        @Probe
        Names() {}

        @Probe
        void unnamed() {}

        @Probe("a name")
        void named() {}

        void unmarked() {}
    }

    @Test
    void aProbeWithoutNameIsCalledAfterClassAndMethod() {
        assertThat(name(on(Names.class), "unnamed()V")).isEqualTo("ClassDecisionTest.Names.unnamed");
        assertThat(name(on(Names.class), "<init>()V")).isEqualTo("ClassDecisionTest.Names.new");
        assertThat(name(on(Names.class), "named()V")).isEqualTo("a name");
    }

    @Test
    void onlyMarkedMethodsAreProbes() {
        assertThat(on(Names.class).probes().get("unmarked()V")).isNull();
        assertThat(on(Names.class).probes()).hasSize(3);
        assertThat(on(Object.class).probes()).isEmpty();
    }

    static final class Tags {
        @Probe(
                value = "tagged",
                tags = {"venue", "XETR", "side", ""})
        void tagged() {}

        @Probe(tags = {"venue"})
        void odd() {}

        @Probe(tags = {"", "XETR"})
        void emptyKey() {}

        @Probe(tags = {"a", "1", "b", "2", "a", "3"})
        void repeated() {}
    }

    @Test
    void tagsFollowTheNameInOrder() {
        assertThat(name(on(Tags.class), "tagged()V")).isEqualTo("tagged");
        assertThat(on(Tags.class).probes().get("tagged()V").tags()).containsExactly("venue", "XETR", "side", "");
    }

    @Test
    void badTagsAreRefusedOneByOne() {
        assertThat(on(Tags.class).refused().keySet())
                .extracting(method -> method.substring(method.indexOf('#')))
                .containsExactly("#odd()V", "#emptyKey()V", "#repeated()V");
        assertThat(on(Tags.class).probes()).hasSize(1);
    }

    @Test
    void aPatternLeavesOutMethodsThatACompilerMarksAsGenerated() throws Exception {
        ClassWriter groovy = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        groovy.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "com/acme/Order", null, "java/lang/Object", null);
        hashing(groovy, "getMetaClass").visitAnnotation("Lgroovy/transform/Generated;", true);
        hashing(groovy, "place");
        groovy.visitEnd();
        for (String pattern : new String[] {"com.acme.*", "com.acme.* with generated", "com.acme.Order#getMetaClass"}) {
            Selection selection = new Selection(List.of(MethodPattern.parse(pattern)), List.of(), List.of(), 10);
            assertThat(ClassDecision.on(groovy.toByteArray(), SelectionRules.of(selection), ProbedMethods.NOTHING)
                            .probes()
                            .containsKey("getMetaClass()I"))
                    .as(pattern)
                    .isEqualTo(!pattern.endsWith("*"));
        }
    }

    /** A method that is no trivial accessor. */
    private static MethodVisitor hashing(ClassWriter writer, String name) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, "()I", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        return method;
    }

    abstract static class Bodiless {
        @Probe
        abstract void abstractMethod();

        @Probe
        native void nativeMethod();
    }

    @Test
    void nativeMethodsAreRefusedAndAbstractOnesLeftToTheirSubtypes() {
        assertThat(on(Bodiless.class).refused().values())
                .extracting(Refusal::reason)
                .containsExactly("it is native: there is no bytecode to weave; probe its caller");
    }

    static final class Bridged implements Supplier<String> {
        @Override
        @Probe
        public String get() {
            return "";
        }
    }

    @Test
    void bridgesAreLeftOut() {
        assertThat(on(Bridged.class).probes().get("get()Ljava/lang/String;")).isNotNull();
        assertThat(on(Bridged.class).probes().get("get()Ljava/lang/Object;")).isNull();
    }

    static final class Chained {
        @Probe
        Chained() {
            this(new Chained(1L), true ? 2 : 3);
        }

        @Probe
        Chained(Chained unused, int number) {
            this((long) number);
        }

        Chained(long number) {
            this(String.valueOf(number));
        }

        @Probe
        Chained(String text) {
            super();
            Supplier<Chained> another = () -> new Chained(text);
            if (text.isEmpty()) {
                new Chained(another.get(), 1);
            }
        }
    }

    @Test
    void ofConstructorsLinkedByThisTheLastMarkedOneIsTheProbe() {
        ClassDecision decision = on(Chained.class);
        assertThat(decision.probes().get("<init>(Ljava/lang/String;)V")).isNotNull();
        assertThat(decision.probes()).hasSize(1);
        assertThat(decision.refused()).isEmpty();
    }
}
