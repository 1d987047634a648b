package org.latencyprobes.agent.weave.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.ProbedMethods;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests of the plain weaver against Byte Buddy's. */
final class PlainWeaverTest {

    private static final Method BOOTSTRAP = WovenFiles.bootstrapMethod();
    private static final Handle HANDLE = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(BOOTSTRAP.getDeclaringClass()),
            BOOTSTRAP.getName(),
            Type.getMethodDescriptor(BOOTSTRAP),
            false);

    private final AdviceWeaver advices = new AdviceWeaver(BOOTSTRAP);
    private final List<String> left = new ArrayList<>();
    private int methods;

    private static ClassDecision decide(byte[] classFile) {
        try {
            List<MethodPattern> all = MethodPattern.parseAll("..* with accessors; ..*#new; ..*#*$*");
            SelectionRules rules = SelectionRules.of(new Selection(all, List.of(), List.of(), Integer.MAX_VALUE));
            return ClassDecision.on(classFile, rules, ProbedMethods.NOTHING);
        } catch (BadPatternException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class file with a constant pool in the order of use: equal where all instructions, stack maps and tables are. */
    private static byte[] inOrder(byte[] classFile) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        new ClassReader(classFile).accept(writer, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private void compare(byte[] classFile) {
        ClassDecision decision = decide(classFile);
        if (decision.probes().isEmpty() || decision.isRaised()) {
            return;
        }
        WovenClass plain = PlainWeaver.wovenOrNull(decision, HANDLE);
        if (plain == null) {
            left.add(decision.className());
            return;
        }
        methods += decision.probes().size();
        WovenClass byAdvices = advices.weave(classFile, decision);
        assertThat(inOrder(plain.classFile()))
                .describedAs(decision.className())
                .isEqualTo(inOrder(byAdvices.classFile()));
        assertThat(plain.codeBytes())
                .hasSameSizeAs(decision.probes())
                .allSatisfy((method, bytes) -> assertThat(bytes)
                        .describedAs(method)
                        .isEqualTo(byAdvices.codeBytes().get(method)));
    }

    @Test
    void weavesWholeLibrariesAsByteBuddyDoes() throws IOException {
        ClassFiles.forEachOfLibraries("HdrHistogram|asm", this::compare);
        assertThat(methods).isGreaterThan(800);
        assertThat(left).isEmpty();
    }

    private static byte[] classFile(String descriptor, Consumer<MethodVisitor> code) {
        return ClassFiles.withMethod(Opcodes.ACC_STATIC, "odd", descriptor, code);
    }

    /** The first return of it jumps farther than a jump of two bytes can. */
    @Test
    void tellsTheSizeOfALongMethodThatAsmWroteAnew() {
        byte[] classFile = classFile("(I)V", method -> {
            Label rest = new Label();
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitJumpInsn(Opcodes.IFEQ, rest);
            method.visitInsn(Opcodes.RETURN);
            method.visitLabel(rest);
            method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            for (int i = 0; i <= Short.MAX_VALUE; i++) {
                method.visitInsn(Opcodes.NOP);
            }
            method.visitInsn(Opcodes.RETURN);
        });
        WovenClass woven = PlainWeaver.wovenOrNull(decide(classFile), HANDLE);
        assertThat(woven).isNotNull();
        int withShortJumps = ClassOutline.of(classFile).methods().get(0).wovenBytes();
        assertThat(woven.codeBytes())
                .isEqualTo(ClassOutline.of(woven.classFile()).codeBytes())
                .hasEntrySatisfying("odd(I)V", bytes -> assertThat(bytes).isGreaterThan(withShortJumps));
    }

    private void isLeftToByteBuddy(byte[] classFile) {
        ClassDecision decision = decide(classFile);
        assertThat(PlainWeaver.wovenOrNull(decision, HANDLE)).isNull();
        assertThat(WovenFiles.callSites(WovenFiles.weave(classFile, decision), "odd"))
                .hasSize(2);
    }

    @Test
    void leavesToByteBuddyWhatReturnsWithMoreOnTheStackThanTheResult() {
        isLeftToByteBuddy(classFile("()V", method -> {
            method.visitInsn(Opcodes.LCONST_1);
            method.visitInsn(Opcodes.RETURN);
        }));
        isLeftToByteBuddy(classFile("()I", method -> {
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.ICONST_2);
            method.visitInsn(Opcodes.IRETURN);
        }));
    }

    @Test
    void leavesToByteBuddyWhatEndsLater() {
        isLeftToByteBuddy(classFile("()Ljava/util/concurrent/CompletableFuture;", method -> {
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitInsn(Opcodes.ARETURN);
        }));
    }

    /** As in a class file that was never verified. */
    @Test
    void leavesToByteBuddyCodeBehindAJumpOfWhichNoStackMapTells() {
        isLeftToByteBuddy(classFile("()V", method -> {
            method.visitInsn(Opcodes.RETURN);
            method.visitInsn(Opcodes.RETURN);
        }));
    }

    /** That of Java ME, which no JVM reads in such a class, but ASM does. It tells of the first instruction: no variables, an empty stack. */
    @Test
    void leavesAnAttributeOfOldStackMaps() {
        byte[] old = classFile("()V", method -> {
            method.visitAttribute(new CodeAttribute("StackMap", 1, 0, 0, 0));
            method.visitInsn(Opcodes.RETURN);
        });
        isLeftToByteBuddy(old);
    }
}
