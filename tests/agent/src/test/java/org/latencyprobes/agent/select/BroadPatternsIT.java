package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SuccessiveLoaders;
import org.latencyprobes.agent.fixture.select.LoadNumbered;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of patterns that match very many methods of a running JVM. */
final class BroadPatternsIT {

    private static final int MANY_CLASSES = 120;
    private static final int MANY_METHODS = 500;
    private static final int CLASSES = 100;
    private static final int METHODS = 5;

    /** The number of a class in the second batch. */
    private static final int HELD = 40;

    private static final String PATTERN = "Numbered*#work*";
    private static final int MOST_ROWS = 1_000;

    @TempDir
    private Path folder;

    private ForkedJvm jvm(int classes, int methods) throws IOException {
        for (int i = 0; i < classes; i++) {
            Jars.folder(folder, "Numbered" + i, GeneratedClasses.working("Numbered" + i, methods));
        }
        return ForkedJvm.of(LoadNumbered.class).addClassPath(folder).arguments(classes);
    }

    private static void isBounded(ParsedAnswer answer, String table) {
        assertThat(answer.table(table)).hasSize(MOST_ROWS);
        assertThat(answer.sentences()).anyMatch(said -> said.startsWith("the first 1000 methods are shown, "));
    }

    @Test
    @Tag("full")
    void aPatternOfSixtyThousandMethodsIsRefusedInASmallHeapAndEveryAnswerIsBounded() throws IOException {
        try (RunningJvm jvm = jvm(MANY_CLASSES, MANY_METHODS)
                .flags("-Xmx40m", "-XX:+ExitOnOutOfMemoryError")
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            client.ask("attach", "jitter=off,report=off");
            ParsedAnswer refused = client.send("probe", PATTERN).expectExit(1);
            assertThat(refused.sentences())
                    .contains("refused: " + PATTERN + " matches 60000 methods in 120 classes; limit is 1000")
                    .contains("the first 20 methods are shown, 59980 more are not; a narrower pattern shows others");
            assertThat(refused.table("methods")).hasSize(20);
            isBounded(client.ask("dry-run", PATTERN), "methods");
            isBounded(client.ask("explain", PATTERN), "explain");
            assertThat(client.ask("status").cell("status", "wovenMethods", "value"))
                    .isEqualTo("0");
            jvm.tellToEnd().expectExit(0);
        }
    }

    @Test
    @Tag("full")
    void aCommandThatIsInterruptedHasTakenBackWhatItHadWoven() throws IOException {
        Path agent = Jars.jar(
                folder.resolve("holding.jar"),
                Map.of("Premain-Class", LoadNumbered.class.getName(), "Can-Retransform-Classes", "true"));
        try (RunningJvm jvm = jvm(CLASSES, METHODS)
                .flags("-javaagent:" + agent + '=' + HELD)
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            client.ask("attach", "jitter=off,report=off");
            try (RunningJvm command =
                    CommandLine.of(ForkedJvm.AGENT, "probe", jvm.pid(), PATTERN).start()) {
                jvm.awaitText("held");
                command.awaitText("to be woven: 500 methods in 100 classes").awaitText("transformed 32 of 100");
                command.terminate();
            }
            jvm.tell("go");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(
                            () -> assertThat(client.send("unprobe", "nothing").sentences())
                                    .singleElement()
                                    .asString()
                                    .endsWith("; no pattern is there"));
            assertThat(client.ask("status").cell("status", "wovenMethods", "value"))
                    .isEqualTo("0");
            assertThat(client.ask("probe", PATTERN).table("methods")).hasSize(CLASSES * METHODS);
            assertThat(client.ask("status").cell("status", "wovenMethods", "value"))
                    .isEqualTo(String.valueOf(CLASSES * METHODS));
        }
    }

    @Test
    void redeployedClassesUseUpNoLimit() {
        JvmResult result = ForkedJvm.of(SuccessiveLoaders.class)
                .withAgent("jitter=off,limit=3,probes=..SuccessiveLoaders$Page#*")
                .run()
                .expectExit(0);
        for (String method : List.of("run", "head", "body")) {
            assertThat(result.report().count("SuccessiveLoaders.Page." + method))
                    .isEqualTo(result.number("loaders"));
        }
        assertThat(result.messages()).isEmpty();
    }

    @Test
    void refusalsAreSaidInFewLinesAndCountedByReason() throws IOException {
        int methods = 200;
        JvmResult result = jvm(1, methods)
                .withAgent("jitter=off,limit=10,probes=" + PATTERN)
                .start()
                .awaitText("ready")
                .tellToEnd()
                .expectExit(0);
        String reason = "the pattern already matches 10 methods, as many as option limit allows";
        assertThat(result.messages()).singleElement().asString().contains(reason);
        assertThat(result.report().text()).contains("190 refused\nrefused: 190 × " + reason + "\n");
    }
}
