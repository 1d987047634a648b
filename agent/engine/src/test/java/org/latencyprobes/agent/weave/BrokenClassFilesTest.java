package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.ProbedMethods;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;
import org.latencyprobes.agent.weave.code.WovenFiles;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that are broken, at each byte in turn. Each is woven whole or left as it is, and the transformer never throws. */
final class BrokenClassFilesTest {

    static class Whole {
        private long sum;

        @Probe
        Whole() {
            this(7);
        }

        Whole(long sum) {
            this.sum = sum;
        }

        @Probe(
                value = "an int",
                tags = {"key", "value"})
        static int intMethod(int key, String text) {
            try {
                return switch (key) {
                    case 0, 1 -> text.length();
                    case 1_000 -> 2;
                    default -> key;
                };
            } catch (NullPointerException e) {
                return -1;
            }
        }

        @Probe
        synchronized double doubleMethod(double... values) {
            for (double value : values) {
                sum += (long) value;
            }
            return sum;
        }

        void unmarked() {}
    }

    private static final byte IMPOSSIBLE = (byte) 0xff;

    private static final String TYPE = "\\[*([BCDFIJSZ]|L[^;]+;)";

    /** The JVM refuses a class that has a method with another descriptor. */
    private static final Pattern METHOD = Pattern.compile("(?s).*\\((" + TYPE + ")*\\)(V|" + TYPE + ")");

    private static final String NAME = Whole.class.getName().replace('.', '/');
    private static final byte[] ORIGINAL = ClassFiles.of(Whole.class);

    private final ClassLoader loader = new ClassLoader() {};
    private final SelectionRules rules = SelectionRules.of(Selection.NONE);
    private final WovenClasses woven = new WovenClasses();
    private final WeaveLog log = new WeaveLog();
    private final ProbeTransformer transformer = new ProbeTransformer(
            rules,
            new ClassWork(
                    woven,
                    new RefusedClasses(woven, log),
                    log,
                    WovenFiles::bootstrapMethod,
                    new DeferredLookups(unused -> {}, null)));
    private int wholly;

    /** Says whether the broken class was woven; fails if it was half woven. */
    private boolean isWoven(byte[] broken) {
        byte[] result = transformer.transform(loader, NAME, null, null, broken);
        if (result == null) {
            assertThat(woven.methods()).isEmpty();
            return false;
        }
        Set<String> probes = new HashSet<>(
                ClassDecision.on(broken, rules, ProbedMethods.NOTHING).probes().keySet());
        assertThat(woven.methods()).hasSize(probes.size());
        woven.remove(loader, Whole.class.getName());
        probes.removeIf(method -> !METHOD.matcher(method).matches());
        assertWhole(result, probes);
        return true;
    }

    private static void assertWhole(byte[] result, Set<String> probes) {
        Map<String, List<String>> methods;
        try {
            methods = WovenFiles.wovenIn(result);
        } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            return; // for the JVM, too
        }
        methods.forEach((method, sites) -> assertThat(sites)
                .as("%s", method)
                .containsExactly(probes.contains(method) ? new String[] {"enter", "exit"} : new String[0]));
        assertThat(methods.keySet()).containsAll(probes);
    }

    private void tryOut(byte[] broken) {
        wholly += isWoven(broken) ? 1 : 0;
    }

    @Test
    void anUnbrokenOneIsWoven() {
        assertThat(isWoven(ORIGINAL)).isTrue();
    }

    @Test
    void withAnotherByte() {
        for (int i = 0; i < ORIGINAL.length; i++) {
            byte[] broken = ORIGINAL.clone();
            broken[i] ^= (byte) (1 << i % 8);
            tryOut(broken);
        }
        assertThat(wholly).isGreaterThan(ORIGINAL.length / 4);
    }

    @Test
    void withAByteMore() {
        for (int i = 0; i <= ORIGINAL.length; i++) {
            byte[] broken = new byte[ORIGINAL.length + 1];
            System.arraycopy(ORIGINAL, 0, broken, 0, i);
            System.arraycopy(ORIGINAL, i, broken, i + 1, ORIGINAL.length - i);
            tryOut(broken);
        }
    }

    @Test
    void withoutItsEnd() {
        for (int length = 0; length < ORIGINAL.length; length++) {
            tryOut(Arrays.copyOf(ORIGINAL, length));
        }
    }

    /** One of the two methods has two {@code return}s in a row, of which the second is given a number that no instruction has. */
    private static byte[] withImpossibleInstruction(boolean isProbed) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
        probe(writer, "probed", isProbed ? 2 : 1);
        MethodVisitor unmarked = writer.visitMethod(Opcodes.ACC_STATIC, "unmarked", "()V", null, null);
        returns(unmarked, isProbed ? 1 : 2);
        byte[] broken = writer.toByteArray();
        for (int at = 1; at < broken.length; at++) {
            if (broken[at - 1] == (byte) Opcodes.RETURN && broken[at] == (byte) Opcodes.RETURN) {
                broken[at] = IMPOSSIBLE;
                return broken;
            }
        }
        throw new IllegalStateException("no two returns");
    }

    private static void probe(ClassWriter writer, String name, int returns) {
        MethodVisitor probed = writer.visitMethod(Opcodes.ACC_STATIC, name, "()V", null, null);
        probed.visitAnnotation(Probe.class.descriptorString(), true).visitEnd();
        returns(probed, returns);
    }

    private static void returns(MethodVisitor method, int count) {
        method.visitCode();
        for (int i = 0; i < count; i++) {
            method.visitInsn(Opcodes.RETURN);
        }
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    @Test
    void withAnImpossibleInstructionInAProbedMethod() {
        assertThat(isWoven(withImpossibleInstruction(true))).isFalse();
        assertThat(log.refusals()).isEqualTo(1);
    }

    /** The JVM says so, or not, as it would without the agent. */
    @Test
    void withAnImpossibleInstructionInAnotherMethod() {
        byte[] result = transformer.transform(loader, NAME, null, null, withImpossibleInstruction(false));
        assertThat(result).contains(IMPOSSIBLE);
        for (int at = 1; at < result.length; at++) {
            if (result[at - 1] == (byte) Opcodes.RETURN && result[at] == IMPOSSIBLE) {
                result[at] = (byte) Opcodes.RETURN;
            }
        }
        assertThat(WovenFiles.wovenIn(result))
                .containsEntry("probed()V", List.of("enter", "exit"))
                .containsEntry("unmarked()V", List.of());
    }
}
