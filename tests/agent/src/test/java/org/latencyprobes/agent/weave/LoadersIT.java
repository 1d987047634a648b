package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.ChildFirstLoader;
import org.latencyprobes.agent.fixture.Facts;
import org.latencyprobes.agent.fixture.OtherAgent;
import org.latencyprobes.agent.fixture.weave.ExecutorAgent;
import org.latencyprobes.agent.fixture.weave.ExecutorHook;
import org.latencyprobes.agent.fixture.weave.IllegalReflectiveAccess;
import org.latencyprobes.agent.fixture.weave.LoadingAgent;
import org.latencyprobes.agent.fixture.weave.ManyLoaders;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.annotation.Probe;
import org.objectweb.asm.ClassReader;

/** Tests of the agent with class loaders, modules and other agents. */
@Tag("full")
final class LoadersIT {

    @TempDir
    private static Path folder;

    private static JvmResult beside;

    /** Beside an agent that follows tasks, with ours as the first, and as the second. */
    private static final Map<Boolean, JvmResult> BESIDE_EXECUTORS = new TreeMap<>();

    @BeforeAll
    static void runBesideOthers() throws IOException {
        beside = withOtherAgent();
        for (boolean first : new boolean[] {true, false}) {
            BESIDE_EXECUTORS.put(first, withExecutorAgent(first));
        }
    }

    @Test
    void copiesOfAClassInChildFirstLoadersShareTheProbeThoughTheyAreLoadedAtOnce() {
        JvmResult result =
                ForkedJvm.of(ManyLoaders.class).quick().withAgent().run().expectExit(0);
        assertThat(result.number("annotations")).isEqualTo(result.number("loaders"));
        assertThat(result.report().count("in many loaders")).isEqualTo(result.number("loaders"));
    }

    /** The launcher is in the application's own module, and so must not be what {@code java.lang} is opened to. */
    @Test
    void whatTheJdkKeepsToItselfStaysClosedToTheApplication() {
        Path log = folder.resolve("classes.log");
        RunningJvm jvm = ForkedJvm.of(IllegalReflectiveAccess.class)
                .quick()
                .flags("-Xlog:class+load,class+unload:file=" + log)
                .withAgent()
                .start()
                .awaitText("ready");
        String lender = " org.latencyprobes.agent.base.OwnLookup ";
        jvm.await("the opening is collected", () -> {
            jvm.tell("collect garbage");
            return Files.readString(log).contains("unloading class" + lender);
        });
        assertThat(log).content().contains(lender + "source:");
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.fact("accessible")).isEqualTo("false");
        assertThat(result.fact("open")).isEqualTo("false");
        assertThat(result.report().count("probed")).isEqualTo(1);
    }

    @Test
    void theSystemLoaderMayBeTheApplicationsOwn() {
        JvmResult result = ForkedJvm.of(Calls.class)
                .quick()
                .flags("-Djava.system.class.loader=" + ChildFirstLoader.class.getName())
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }

    @Test
    void classesOfNamedModulesAreProbed() throws IOException {
        Path jar = Jars.jar(
                folder.resolve("calls.jar"), Map.of("Automatic-Module-Name", "calls"), Calls.class, Facts.class);
        JvmResult result = ForkedJvm.of(Calls.class)
                .quick()
                .inModule("calls", jar, ForkedJvm.homeOf(Probe.class))
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }

    @Test
    void theSecondOfTwoAgentsStepsBack() throws IOException {
        Path copy = Files.copy(ForkedJvm.AGENT, folder.resolve("copy.jar"));
        JvmResult result = ForkedJvm.of(Calls.class)
                .quick()
                .withAgent("report=stdout")
                .flags("-javaagent:" + copy + "=report=stderr")
                .withAgent("interval=1s")
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.messages())
                .containsOnly("already runs in this JVM; this second start and its options are ignored")
                .hasSize(2);
        assertThat(result.stderr().lines()).hasSize(2);
        assertThat(result.stdout()).containsOnlyOnce("since the start");
    }

    @Test
    void anotherAgentsPremainIsProbed() {
        assertThat(beside.report().count("in premain")).isEqualTo(1);
    }

    @Test
    void aClassThatAnotherAgentRetransformsStaysWovenOnce() {
        assertThat(beside.report().count("retransformed")).isEqualTo(6);
    }

    private static JvmResult withOtherAgent() throws IOException {
        Path other = Jars.jar(
                folder.resolve("other.jar"),
                Map.of("Premain-Class", OtherAgent.class.getName(), "Can-Retransform-Classes", "true"));
        return ForkedJvm.of(OtherAgent.class)
                .quick()
                .withAgent()
                .flags("-javaagent:" + other)
                .run()
                .expectExit(0);
    }

    @Test
    void theAgentsOwnPlaceMayHaveAnOddName() throws IOException {
        Path odd = Files.createDirectories(folder.resolve("über + 50% #1"));
        Path copy = Files.copy(ForkedJvm.AGENT, odd.resolve("my agent.jar"));
        JvmResult result = ForkedJvm.of(Calls.class)
                .quick()
                .flags("-javaagent:" + copy)
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAgentThatFollowsTasksThroughExecutorsMissesNoneOfThem(boolean first) {
        JvmResult result = BESIDE_EXECUTORS.get(first);
        assertThat(result.number("linkedWithinLinking")).as("%s", result).isZero();
        assertThat(result.number("executions")).as("%s", result).isEqualTo(10);
        assertThat(result.report().count("task")).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingThatOtherAgentsChangeIsCalledWhileAClassIsLoaded(boolean first) {
        JvmResult result = BESIDE_EXECUTORS.get(first);
        assertThat(result.fact("calledByTransformers")).as("%s", result).isEqualTo("[]");
        assertThat(result.messages()).anyMatch(message -> message.contains("its tags are not keys and values"));
    }

    private static JvmResult withExecutorAgent(boolean first) throws IOException {
        String other = "-javaagent:" + executorAgent() + "=" + executorHook();
        ForkedJvm jvm = ForkedJvm.of(ExecutorAgent.class).quick().addClassPath(ForkedJvm.homeOf(ClassReader.class));
        return (first ? jvm.withAgent().flags(other) : jvm.flags(other).withAgent())
                .run()
                .expectExit(0);
    }

    /** As OpenTelemetry's agent may do at any class. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherAgentMayLoadClassesWhileOursAreLoaded(boolean attached) throws IOException {
        Path other = Jars.jar(folder.resolve("loading.jar"), Map.of("Premain-Class", LoadingAgent.class.getName()));
        ForkedJvm jvm =
                ForkedJvm.of(LoadingAgent.class).quick().flags("-XX:+EnableDynamicAgentLoading", "-javaagent:" + other);
        try (RunningJvm running = (attached ? jvm : jvm.withAgent()).start()) {
            running.awaitText("ready");
            if (attached) {
                AgentClient.to(running).ask("attach");
            }
            JvmResult result = running.tellToEnd().expectExit(0);
            assertThat(result.report().count("beside a loading agent")).isEqualTo(3);
            assertThat(result.stderr()).doesNotContain("Error", "unexpected");
        }
    }

    private static Path executorAgent() throws IOException {
        Map<String, String> attributes =
                Map.of("Premain-Class", ExecutorAgent.class.getName(), "Can-Retransform-Classes", "true");
        return Jars.jar(folder.resolve("executors.jar"), attributes);
    }

    /** With the classes within it. */
    private static Path executorHook() throws IOException {
        List<Class<?>> types = new ArrayList<>(List.of(ExecutorHook.class));
        types.addAll(List.of(ExecutorHook.class.getDeclaredClasses()));
        return Jars.jar(folder.resolve("hook.jar"), Map.of(), types.toArray(new Class<?>[0]));
    }
}
