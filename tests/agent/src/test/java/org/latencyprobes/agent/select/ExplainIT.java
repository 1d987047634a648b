package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.fixture.select.Explained;
import org.latencyprobes.agent.fixture.select.PaddingAgent;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;
import org.objectweb.asm.ClassWriter;

/** Tests of what the agent says about methods that are probes, and about others. */
final class ExplainIT {

    private static final String FIXTURE = Explained.class.getName() + '$';

    private static RunningJvm jvm;
    private static AgentClient client;

    @BeforeAll
    static void start() {
        jvm = ForkedJvm.of(Explained.class)
                .quick()
                .withAgent("limit=2,exclude=" + FIXTURE + "Marked#excluded,probes=" + FIXTURE
                        + "Wide#*;java.util.zip.CRC32#update(int);java.util.ArrayList#add")
                .start()
                .awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterAll
    static void end() {
        jvm.kill();
    }

    @ParameterizedTest
    @CsvSource({
        "Marked#unmarked, not selected, no annotation and no pattern selects it",
        "Marked#excluded, excluded, ''",
        "Marked#nativeMethod, refused, it is native: there is no bytecode to weave; probe its caller",
        "Point#new, not selected, 'the class is marked, but that does not mark constructors'",
        "Colour#values, not selected, 'the class is marked, but the compiler made this method'",
        "Bodiless#unmarked, not selected, it is abstract: name the classes that implement it; no loaded class implements it",
        "Bodiless#toDo, not selected, it is abstract: the methods that implement it are probed; no loaded class implements it",
        "Hidden#probed, refused, the class is hidden: the JVM shows it to no transformer"
    })
    void saysWhyAMethodIsNoProbe(String method, String verdict, String reason) {
        assertThat(client.explain(FIXTURE + method))
                .containsEntry("verdict", verdict)
                .containsEntry("reason", reason);
    }

    @ParameterizedTest
    @CsvSource({"Point#x, Explained.Point.x", "Colour#isWarm, Explained.Colour.isWarm"})
    void namesTheRuleOfTheClass(String method, String probe) {
        assertThat(client.explain(FIXTURE + method))
                .containsEntry("verdict", "probed")
                .containsEntry("probe", probe)
                .containsEntry("rule", "@Probe on the class");
    }

    @Test
    void tellsTheProbeTheRuleAndWhatWeavingAdded() {
        Map<String, String> row = client.explain(FIXTURE + "Marked#probed");
        assertThat(row)
                .containsEntry("className", FIXTURE + "Marked")
                .containsEntry("loader", "app")
                .containsEntry("method", "probed(int)")
                .containsEntry("verdict", "probed")
                .containsEntry("probe", "marked{desk=fx}")
                .containsEntry("rule", "@Probe")
                .containsEntry("bytes", "2");
        assertThat(Integer.parseInt(row.get("wovenBytes"))).isBetween(20, 60);
    }

    @Test
    void saysWhatAnAgentBeforeItChanged(@TempDir Path folder) throws IOException {
        Path other = Jars.jar(
                folder.resolve("other.jar"),
                Map.of("Premain-Class", PaddingAgent.class.getName(), "Can-Retransform-Classes", "true"));
        ForkedJvm padded = ForkedJvm.of(Explained.class)
                .addClassPath(ForkedJvm.homeOf(ClassWriter.class))
                .flags("-javaagent:" + other + "=" + FIXTURE.replace('.', '/') + "Marked")
                .withAgent();
        try (RunningJvm running = padded.start().awaitText("ready")) {
            AgentClient own = AgentClient.to(running);
            assertThat(own.explain(FIXTURE + "Marked#unmarked"))
                    .containsEntry("bytes", "2")
                    .containsEntry("remark", "another agent changed it: it has 3 bytes");
            Map<String, String> probed = own.explain(FIXTURE + "Marked#probed");
            assertThat(probed).containsEntry("bytes", "3");
            assertThat(probed.get("remark")).doesNotContain("another agent");
            assertThat(own.explain(FIXTURE + "Point#new")).containsEntry("remark", "");
        }
    }

    @Test
    void saysThatASynchronizedMethodIsTimedWithoutTheWaitForItsMonitor() {
        assertThat(client.explain(FIXTURE + "Marked#locked"))
                .containsEntry("remark", "synchronized: timed without the wait for its monitor");
        assertThat(client.ask("probes").cell("probes", "Explained.Marked.locked", "remark"))
                .isEqualTo("synchronized: timed without the wait for its monitor");
        assertThat(client.ask("probes").cell("probes", "marked", "remark")).isEmpty();
    }

    @Test
    void namesTheExclusion() {
        assertThat(client.explain(FIXTURE + "Marked#excluded"))
                .containsEntry("rule", "exclude " + FIXTURE + "Marked#excluded");
    }

    @Test
    void aPatternThatMatchesTooManyIsRefusedBeyondItsLimit() {
        List<Map<String, String>> rows =
                client.ask("explain", FIXTURE + "Wide#*").table("explain");
        assertThat(rows).extracting(row -> row.get("verdict")).containsExactlyInAnyOrder("probed", "probed", "refused");
        assertThat(jvm.printed())
                .contains("Wide#", "the pattern already matches 2 methods, as many as option limit allows");
    }

    @Test
    void classesOfTheJdkAreProbedWhereThatIsAllowed() {
        assertThat(client.explain("java.util.zip.CRC32#update(int)"))
                .containsEntry("verdict", "probed")
                .containsEntry("loader", "bootstrap");
        assertThat(client.explain("java.util.ArrayList#add(Object)")).containsEntry("verdict", "refused");
    }

    @Test
    void aClassThatIsNotLoadedIsSaidToBeSo() {
        ParsedAnswer answered =
                client.send("explain", FIXTURE + "Unloaded#gone").expectExit(1);
        assertThat(answered.tables().getOrDefault("explain", List.of())).isEmpty();
        assertThat(answered.sentences()).singleElement().asString().startsWith("no loaded class is called ");
    }

    @Test
    void aMethodThatAClassLacksIsSaidToBeMissing() {
        assertThat(client.send("explain", FIXTURE + "Marked#gone").expectExit(1).sentences())
                .singleElement()
                .asString()
                .startsWith(FIXTURE + "Marked has no method gone; it has probed, unmarked, ");
    }

    @Test
    void aDryRunTellsWhatWouldMatchAndWeavesNothing() {
        ParsedAnswer before = client.ask("status");
        ParsedAnswer dryRun = client.ask("dry-run", FIXTURE + "M*#*");
        assertThat(dryRun.table("methods")).extracting(row -> row.get("method")).contains("probed(int)", "unmarked()");
        assertThat(client.ask("status").cell("status", "wovenMethods", "value"))
                .isEqualTo(before.cell("status", "wovenMethods", "value"));
    }

    @Test
    void aDryRunNamesTheRuleThatExplainNames() {
        for (String method : List.of("Pricer#price", "Marked#probed", "Colour#isWarm")) {
            Map<String, String> explained = client.explain(FIXTURE + method);
            assertThat(client.ask("dry-run", FIXTURE + method).table("methods"))
                    .singleElement()
                    .satisfies(row -> assertThat(row)
                            .containsEntry("rule", explained.get("rule"))
                            .containsEntry("probe", explained.get("probe")));
        }
        assertThat(client.explain(FIXTURE + "Pricer#price").get("rule"))
                .endsWith(", inherited from " + FIXTURE + "Priced");
    }
}
