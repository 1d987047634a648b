package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.weave.code.WovenFiles;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

final class WovenSizeTest {

    private static SelectionRules everything() throws BadPatternException {
        List<MethodPattern> patterns = MethodPattern.parseAll("..* with accessors; ..*#new; ..*#*$*");
        return SelectionRules.of(new Selection(patterns, List.of(), List.of(), Integer.MAX_VALUE));
    }

    @Test
    void isToldToTheByteForTheMethodsOfWholeLibraries() throws IOException, BadPatternException {
        SelectionRules rules = everything();
        int[] probes = {0};
        ClassFiles.forEachOfLibraries("HdrHistogram|asm", classFile -> probes[0] += check(classFile, rules));
        assertThat(probes[0]).isGreaterThan(500);
    }

    /** What no library here has: things that end later, parameters used anew, and local variables that only wide instructions reach. */
    @ParameterizedTest
    @CsvSource({
        "()I, 0",
        "(JD)J, 4",
        "(I)V, 255",
        "(I)Ljava/lang/Object;, 300",
        "()Ljava/util/concurrent/CompletableFuture;, 2",
        "(J)Lreactor/core/publisher/Mono;, 253",
        "(ILkotlin/coroutines/Continuation;)Ljava/lang/Object;, 5",
        "(IJLkotlin/coroutines/Continuation;)Ljava/lang/Object;, 1",
        "(Ljava/lang/String;IJ)Lreactor/core/publisher/Flux;, 2",
        "(Ljava/lang/String;ID)D, 1"
    })
    void isToldToTheByteForOddMethods(String descriptor, int slot) throws BadPatternException {
        assertThat(check(odd(descriptor, slot), everything())).isEqualTo(1);
    }

    /** A switch, a return, and an integer variable that may be a parameter's, of whatever type that is. */
    private static byte[] odd(String descriptor, int slot) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "Odd", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "odd", descriptor, null, null);
        method.visitCode();
        Label last = new Label();
        method.visitInsn(Opcodes.ICONST_1);
        method.visitVarInsn(Opcodes.ISTORE, slot);
        method.visitIincInsn(slot, 1);
        method.visitVarInsn(Opcodes.ILOAD, slot);
        method.visitTableSwitchInsn(0, 0, last, last);
        method.visitLabel(last);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        Type result = Type.getReturnType(descriptor);
        if (result.getSize() > 0) {
            method.visitInsn(result.getSort() == Type.OBJECT ? Opcodes.ACONST_NULL : zero(result));
        }
        method.visitInsn(result.getOpcode(Opcodes.IRETURN));
        method.visitMaxs(0, 0);
        method.visitEnd();
        return writer.toByteArray();
    }

    private static int zero(Type type) {
        return type.getSort() == Type.INT
                ? Opcodes.ICONST_0
                : type.getSort() == Type.LONG ? Opcodes.LCONST_0 : Opcodes.DCONST_0;
    }

    private static int check(byte[] classFile, SelectionRules rules) {
        ClassDecision decision = ClassDecision.on(classFile, rules, ProbedMethods.NOTHING);
        if (decision.probes().isEmpty()) {
            return 0;
        }
        Map<String, Integer> woven =
                ClassOutline.of(WovenFiles.weave(classFile, decision)).codeBytes();
        List<String> differ = new ArrayList<>();
        for (MethodDecision decided : decision.methods()) {
            if (decided.probe() != null) {
                int told = decided.method().wovenBytes();
                int is = woven.get(decided.method().key());
                if (told != is) {
                    differ.add(decision.className() + '#' + decided.method().key() + ": told " + told + ", is " + is);
                }
            }
        }
        assertThat(differ).isEmpty();
        return decision.probes().size();
    }
}
