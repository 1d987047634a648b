package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.compatibility.fixture.SecondCopy;
import org.latencyprobes.agent.compatibility.fixture.TwoCopies;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.probe.LatencyProbe;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;

/** Two copies of the runtime and the agent's in one JVM: how they find each other. */
@Tag("full")
final class HubIT {

    private static final Path RUNTIME = ForkedJvm.homeOf(LatencyProbe.class);
    private static final Path HISTOGRAM = ForkedJvm.homeOf(Histogram.class);
    private static final Path ANNOTATIONS = ForkedJvm.homeOf(Probe.class);
    private static final String BOTH = "[annotated ok 1, first ok 1, second ok 1]";
    private static final String BOTH_ALONE = "[first ok 1, second ok 1]";

    @TempDir
    private static Path folder;

    private static Path application;

    @BeforeAll
    static void makeApplication() throws IOException {
        Class<?> facts = Environment.besides(TwoCopies.class, "Facts");
        application = Jars.jar(folder.resolve("application.jar"), Map.of(), TwoCopies.class, SecondCopy.class, facts);
    }

    private static ForkedJvm onClassPath(Path secondRuntime) {
        return ForkedJvm.of(TwoCopies.class.getName())
                .quick()
                .classPath(application, RUNTIME, HISTOGRAM, ANNOTATIONS)
                .arguments(secondRuntime, HISTOGRAM, application);
    }

    private static ForkedJvm onModulePath() throws IOException {
        Path module = Files.createTempDirectory(folder, "module");
        Jars.folder(module, "module-info", moduleInfo());
        for (Class<?> type : new Class<?>[] {TwoCopies.class, Environment.besides(TwoCopies.class, "Facts")}) {
            Jars.folder(module, type.getName(), Jars.bytesOf(type));
        }
        return ForkedJvm.of(TwoCopies.class.getName())
                .quick()
                .inModule("hub.talk", module, RUNTIME, HISTOGRAM, ANNOTATIONS)
                .arguments(RUNTIME, HISTOGRAM, application);
    }

    private static byte[] moduleInfo() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_MODULE, "module-info", null, null, null);
        ModuleVisitor module = writer.visitModule("hub.talk", 0, null);
        module.visitRequire("java.base", Opcodes.ACC_MANDATED, null);
        module.visitRequire("org.latencyprobes.runtime", 0, null);
        module.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void assertSeen(ForkedJvm jvm, String byFirst, String bySecond) {
        JvmResult result = jvm.run().expectExit(0);
        assertThat(result.fact("first")).as("seen by the first, %s", result).isEqualTo(byFirst);
        assertThat(result.fact("second")).as("seen by the second, %s", result).isEqualTo(bySecond);
    }

    @Test
    void copiesOnTheClassPathMeet() {
        assertSeen(onClassPath(RUNTIME).withAgent(), BOTH, BOTH);
        assertSeen(onClassPath(RUNTIME), BOTH_ALONE, BOTH_ALONE);
        Finding.CLASS_PATH.holds("all see all");
    }

    @Test
    void copiesMeetWhereTheFirstIsANamedModule() throws IOException {
        assertSeen(onModulePath().withAgent(), BOTH, BOTH);
        assertSeen(onModulePath(), BOTH_ALONE, BOTH_ALONE);
        Finding.MODULE_PATH.holds("all see all");
    }

    @Test
    void withoutJavaManagementCopiesMeetThroughTheAgentAlone() {
        String[] bare = {"--limit-modules", "java.base,java.instrument"};
        assertSeen(onClassPath(RUNTIME).flags(bare).withAgent(), BOTH, BOTH);
        assertSeen(onClassPath(RUNTIME).flags(bare), "[first ok 1]", "[second ok 1]");
        Finding.NO_MANAGEMENT.holds("all see all with the agent, each sees itself without");
    }

    @Test
    void aCopyOfAnotherVersionWithTheSameProtocolIsMet() throws IOException {
        Path other = ChangedRuntime.of(RUNTIME, folder.resolve("other.jar"), false);
        assertSeen(onClassPath(other).withAgent(), BOTH, BOTH);
        assertSeen(onClassPath(other), BOTH_ALONE, BOTH_ALONE);
        Finding.OTHER_VERSION.holds("all see all");
    }

    @Test
    void aCopyWithAnotherProtocolKeepsToItselfAndDisturbsNobody() throws IOException {
        Path other = ChangedRuntime.of(RUNTIME, folder.resolve("protocol.jar"), true);
        assertSeen(onClassPath(other).withAgent(), "[annotated ok 1, first ok 1]", "[second ok 1]");
        assertSeen(onClassPath(other), "[first ok 1]", "[second ok 1]");
        Finding.OTHER_PROTOCOL.holds("each sees its own kind");
    }
}
