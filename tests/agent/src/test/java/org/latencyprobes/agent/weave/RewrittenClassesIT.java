package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.weave.RewrittenClasses;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Test of classes of which the JVM keeps what we wove for the original. */
@Tag("full")
@Tag("each-jdk")
final class RewrittenClassesIT {

    @Test
    void areCountedOnceAndGivenBackWithoutProbes(@TempDir Path folder) throws IOException {
        Path agent = Jars.jar(
                folder.resolve("reader.jar"),
                Map.of(
                        "Premain-Class",
                        RewrittenClasses.class.getName(),
                        "Can-Retransform-Classes",
                        "true",
                        "Can-Redefine-Classes",
                        "true"));
        JvmResult result = ForkedJvm.of(RewrittenClasses.class)
                .withAgent("report=off")
                .flags("-javaagent:" + agent)
                .run()
                .expectExit(0);
        assertThat(result.number("order")).isEqualTo(1_001);
        assertThat(result.number("dumped")).isEqualTo(1_001);
        assertThat(linkedByUs(result.fact("order bytes"))).isEmpty();
        assertThat(linkedByUs(result.fact("dumped bytes"))).isEmpty();
    }

    /** The call sites in a class that our class in the JDK links. */
    private static List<String> linkedByUs(String bytes) {
        List<String> sites = new ArrayList<>();
        ClassVisitor finder = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String method, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInvokeDynamicInsn(String name, String type, Handle link, Object... constants) {
                        if (link.getOwner().equals("java/lang/LatencyProbesLink")) {
                            sites.add(method + ' ' + name);
                        }
                    }
                };
            }
        };
        new ClassReader(Base64.getDecoder().decode(bytes)).accept(finder, 0);
        return sites;
    }
}
