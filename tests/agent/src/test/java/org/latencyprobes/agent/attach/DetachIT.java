package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.ResourceInspector;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of detaching the agent from a JVM in which threads are calling probes. */
@Tag("each-jdk")
@ResourceLock(value = CommandLine.ALL_JVMS, mode = ResourceAccessMode.READ)
final class DetachIT {

    private static final int ROUNDS = 50;

    /** Less than one for each round, so no round needs one of its own. At most 4 were seen, first used by chance, and 20 made for handles. */
    private static final int MORE_CLASSES_OF_JDK = ROUNDS - 1;

    @TempDir
    private Path folder;

    private Path observer;
    private RunningJvm jvm;
    private AgentClient client;

    @BeforeEach
    void start() throws IOException {
        start(new Object[0]);
    }

    private void start(Object... arguments) throws IOException {
        String agent = ResourceInspector.class.getName();
        observer = Jars.jar(
                folder.resolve("observer.jar"),
                Map.of("Premain-Class", agent, "Agent-Class", agent, "Can-Retransform-Classes", "true"));
        jvm = ForkedJvm.of(UnderLoad.class)
                .flags("-javaagent:" + observer)
                .arguments(arguments)
                .start()
                .awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterEach
    void end() {
        jvm.kill();
    }

    private void round() {
        client.ask("attach");
        jvm.order("begin");
        client.ask("report");
        detachOverSocket();
    }

    private void detachOverSocket() {
        assertThat(AgentSocket.of(jvm).post("detach", "")).endsWith("{\"exitCode\":0}\n");
    }

    /**
     * The first round is the baseline. It leaves what cannot be undone, and makes the JDK load what it had not needed before. So do the first
     * inspection, and tools that list the JVMs of the machine, as ours does, and ask each for its properties.
     */
    @Test
    @Tag("nightly")
    void fiftyRoundsLeaveNothingBehind() throws IOException, AttachNotSupportedException {
        end();
        start("under more load");
        rounds(ROUNDS);
    }

    /** All that an agent takes of the JVM's metaspace is that of its loader. */
    @Test
    @Tag("full")
    void aFewRoundsLeaveNothingBehind() throws IOException, AttachNotSupportedException {
        rounds(4);
    }

    private void rounds(int rounds) throws IOException, AttachNotSupportedException {
        round();
        askForProperties();
        facts("AtFirst");
        facts("Before");
        for (int round = 2; round < rounds; round++) {
            client.ask("attach");
            if (round % 2 == 0) {
                client.ask("detach");
            } else {
                detachOverSocket();
            }
        }
        round();
        jvm.awaitAsserted(
                () -> { // threads that were told to end may need a moment
                    facts("After");
                    for (String fact : List.of("threads", "files", "classes")) {
                        assertThat(jvm.fact(fact + "After")).as(fact).isEqualTo(jvm.fact(fact + "Before"));
                    }
                });
        assertThat(newClassesOfJdk()).hasSizeLessThan(MORE_CLASSES_OF_JDK);
        assertThat(classesMade("After")).isLessThan(classesMade("Before") + MORE_CLASSES_OF_JDK);
        jvm.order("complete");
        jvm.tellToEnd().expectExit(0);
    }

    /** In JDK 17 a record that is compared would keep the agent's loader. */
    @Test
    @Tag("full")
    void noQuestionLeavesAnythingBehind() {
        client.ask("attach", "slow=1ms");
        jvm.order("begin");
        jvm.await("a stack", this::isWaitingCaptured);
        String first = numberOfSnapshot();
        jvm.await("another snapshot", () -> !numberOfSnapshot().equals(first));
        for (int twice = 0; twice < 2; twice++) {
            client.ask("status", "jvm");
            client.ask("probes", "methods");
            client.ask("report", "last");
            client.ask("in-flight", "0", "10", "10");
            client.ask("slow", "10", "10");
            client.ask("stalls", "10");
            client.ask("explain", UnderLoad.class.getName() + "#*");
            client.ask("dry-run", UnderLoad.class.getName() + "#*");
        }
        detachOverSocket();
        facts("After");
        jvm.order("complete");
    }

    private boolean isWaitingCaptured() {
        List<String> before = client.ask("slow").sentences();
        jvm.order("enter");
        jvm.await("another stack", () -> !client.ask("slow").sentences().equals(before));
        jvm.order("leave");
        return client.ask("slow", "0", "1000").table("stacks").stream()
                .anyMatch(row -> row.get("frame").contains("UnderLoad.waiting("));
    }

    private String numberOfSnapshot() {
        return client.ask("snapshot").cell("snapshot", "number", "value");
    }

    private void askForProperties() throws IOException, AttachNotSupportedException {
        VirtualMachine machine = VirtualMachine.attach(String.valueOf(jvm.pid()));
        try {
            machine.getSystemProperties();
        } finally {
            machine.detach();
        }
    }

    private Set<String> newClassesOfJdk() {
        Set<String> classes =
                new TreeSet<>(List.of(jvm.fact("classesOfJdkAfter").split(", ")));
        classes.removeAll(List.of(jvm.fact("classesOfJdkBefore").split(", ")));
        return classes;
    }

    private int classesMade(String when) {
        return Integer.parseInt(jvm.fact("classesMade" + when));
    }

    /** Waits until nothing refers to any agent's loader. Compiled code that did is discarded when its threads reach it. */
    private void facts(String when) {
        jvm.await("loaders are collected " + when, () -> {
            jvm.order("facts " + when);
            return jvm.printed().contains("loaders" + when + "=0");
        });
    }

    @Test
    @Tag("full")
    void aTransformerThatIsTheLastSeesTheOriginalBytesInstalled() {
        client.by(observer).loadAgent("");
        jvm.order("retransform");
        jvm.order("see original");
        client.ask("attach");
        client.by(observer).loadAgent("");
        jvm.order("retransform");
        jvm.order("see woven");
        client.ask("detach");
        jvm.order("see restored");
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.fact("woven")).endsWith(", woven");
        assertThat(result.fact("restored")).endsWith(", not woven").isEqualTo(result.fact("original"));
    }

    /** The call's exit is linked when there is no agent. */
    @Test
    void aCallInFlightReturnsAndRecordsNothing() {
        client.ask("attach");
        jvm.order("enter");
        client.ask("detach");
        jvm.order("leave");
        client.ask("attach");
        assertThat(client.ask("probes").count("waiting")).isZero();
        jvm.order("enter");
        jvm.order("leave");
        assertThat(client.ask("probes").count("waiting")).isEqualTo(1);
    }

    /** The call's exit is linked by an agent that did not see its entry. */
    @Tag("full")
    @Test
    void aCallInFlightUntilTheNextAttachRecordsNothing() {
        client.ask("attach");
        jvm.order("enter");
        client.ask("detach");
        client.ask("attach");
        jvm.order("leave");
        assertThat(client.ask("probes").count("waiting")).isZero();
    }

    @Tag("full")
    @Test
    void sinksAreFlushedAndNothingIsReportedAtExit() {
        Path log = folder.resolve("test.hlog");
        client.ask("attach", "interval=1h,hlog.interval=1h,hlog=" + log);
        jvm.order("once");
        client.ask("detach");
        assertThat(log).content().contains("once;ok");
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.messages()).hasSize(2).last().asString().startsWith("detached: 1 class restored");
        assertThat(result.stderr() + result.stdout()).doesNotContain("since the");
    }

    @Test
    void anAgentThatCameWithTheJvmCanLeaveToo() {
        jvm.kill();
        jvm = ForkedJvm.of(UnderLoad.class).withAgent().start().awaitText("ready");
        AgentClient started = AgentClient.to(jvm);
        assertThat(started.ask("detach").sentences()).containsExactly("detached: 1 class restored");
        assertThat(List.of(
                        started.send("status").exitCode(),
                        started.send("detach").exitCode()))
                .containsOnly(4);
        started.ask("attach");
        jvm.order("once");
        assertThat(started.ask("probes").count("once")).isEqualTo(1);
    }
}
