package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of patterns that are added and removed by command, under load. Each has an agent of its own in the same JVM. */
final class LivePatternsIT {

    private static final String UNDER_LOAD = UnderLoad.class.getName();
    private static final String ENTER = UNDER_LOAD + "#enter as \"entering\"";

    private static RunningJvm jvm;
    private static AgentClient client;

    @BeforeAll
    static void start() {
        jvm = ForkedJvm.of(UnderLoad.class).quick().start().awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterAll
    static void end() {
        jvm.kill();
    }

    @BeforeEach
    void attach() {
        client.ask("attach", "jitter=off,report=off,limit=5");
    }

    @AfterEach
    void detach() {
        client.ask("detach");
    }

    private static long countOf(String probe) {
        return client.ask("probes").count(probe);
    }

    private static long millis(Map<String, String> row, String column) {
        return Long.parseLong(row.get(column));
    }

    private String verdictOn(String method) {
        return client.explain(UNDER_LOAD + '#' + method).get("verdict");
    }

    @Test
    void aPatternIsWovenAndGoesAgain() {
        ParsedAnswer probed = client.ask("probe", ENTER);
        assertThat(probed.sentences()).first().asString().startsWith("instrumented 1 class (");
        assertThat(probed.sentences()).last().isEqualTo("matches 1 method in 1 class");
        assertThat(probed.table("methods"))
                .singleElement()
                .satisfies(row ->
                        assertThat(row).containsEntry("className", UNDER_LOAD).containsEntry("method", "enter()"));
        jvm.order("enter");
        jvm.order("leave");
        assertThat(countOf("entering")).isEqualTo(1);
        assertThat(client.ask("probe", ENTER).sentences()).first().isEqualTo("already a probe: entering");
        assertThat(client.ask("unprobe", ENTER).sentences()).contains("pattern removed: " + ENTER);
        jvm.order("enter");
        jvm.order("leave");
        assertThat(countOf("entering")).isEqualTo(1);
        assertThat(countOf("waiting")).as("the others stay").isEqualTo(2);
        assertThat(verdictOn("enter")).isEqualTo("not selected");
    }

    /** Whatever the time of day, and however long it takes to ask. */
    @Test
    @Tag("full")
    void aProbeThatComesLaterHasTheRateOfTheTimeSinceThen() {
        jvm.await("a recorded call", () -> !client.ask("report").table("report").isEmpty());
        long beforeMillis = millis(client.ask("report").table("report").get(0), "endMillis");
        client.ask("probe", ENTER);
        jvm.order("enter");
        jvm.order("leave");
        Map<String, String> entering = only(client.ask("report"), "report");
        long startMillis = millis(entering, "startMillis");
        long endMillis = millis(entering, "endMillis");
        assertThat(startMillis).isBetween(beforeMillis - 1, endMillis); // both are whole ms
        assertThat(Double.parseDouble(entering.get("perSecond")))
                .isCloseTo(1_000.0 / (endMillis - startMillis), within(0.001));
        assertThat(millis(only(client.ask("snapshot"), "series"), "startMillis"))
                .isBetween(beforeMillis - 1, endMillis);
    }

    private static Map<String, String> only(ParsedAnswer answer, String table) {
        List<Map<String, String>> rows = answer.table(table).stream()
                .filter(row -> row.get("probe").equals("entering"))
                .toList();
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void aPatternThatMatchesTooMuchIsRefusedAndNothingIsWoven() {
        ParsedAnswer refused = client.send("probe", UNDER_LOAD).expectExit(1);
        assertThat(refused.sentences())
                .singleElement()
                .asString()
                .matches("refused: .* matches (\\d+) methods in 1 class; limit is 5, which set <pid> limit=\\1 raises");
        assertThat(refused.table("methods")).hasSizeGreaterThan(5);
        assertThat(verdictOn("enter")).isEqualTo("not selected");
    }

    @Test
    void aMalformedPatternIsRefusedWithAMarkUnderTheCharacter() {
        for (String command : new String[] {"probe", "explain", "dry-run"}) {
            assertThat(client.send(command, "com.acme.Foo#(").expectExit(1).sentences())
                    .singleElement()
                    .asString()
                    .contains("com.acme.Foo#(", "^");
        }
        client.send("probe").expectExit(2);
    }

    @Test
    @Tag("full")
    void aMarkedMethodIsExcludedByItsProbesName() {
        jvm.order("once");
        assertThat(client.ask("unprobe", "once").sentences()).contains("excluded: " + UNDER_LOAD + "#once()");
        jvm.order("once");
        assertThat(countOf("once")).isEqualTo(1);
        assertThat(verdictOn("once")).isEqualTo("excluded");
    }

    @Test
    @Tag("full")
    void aMarkedMethodIsExcludedByAPattern() {
        client.ask("unprobe", UNDER_LOAD + "#once");
        jvm.order("once");
        assertThat(countOf("once")).isZero();
    }

    @Test
    @Tag("full")
    void anExclusionIsTakenBackByAPatternOfTheSameMethods() {
        client.ask("unprobe", "once");
        assertThat(verdictOn("once")).isEqualTo("excluded");
        ParsedAnswer probed = client.ask("probe", UNDER_LOAD + "#once");
        assertThat(probed.sentences()).contains("no longer excluded: " + UNDER_LOAD + "#once()");
        assertThat(probed.table("methods"))
                .extracting(row -> row.get("verdict"))
                .containsExactly("probed");
        assertThat(verdictOn("once")).isEqualTo("probed");
        assertThat(client.ask("status").table("patterns"))
                .extracting(row -> row.get("what"))
                .containsExactly("probed");
        jvm.order("once");
        assertThat(countOf("once")).isEqualTo(1);
    }

    @Test
    @Tag("full")
    void whatTheOptionsExcludeIsNotProbedByCommand() {
        client.ask("attach", "exclude=" + UNDER_LOAD + "#enter");
        assertThat(client.send("probe", ENTER).expectExit(1).sentences())
                .first()
                .isEqualTo(UNDER_LOAD + "#enter() cannot be probed: excluded by exclude " + UNDER_LOAD + "#enter");
    }

    @Test
    void aPatternThatMatchesNothingIsRefusedUnlessItIsForTheFuture() {
        String dotted = UNDER_LOAD + ".entre";
        assertThat(client.send("probe", dotted).expectExit(1).sentences())
                .containsExactly(
                        UNDER_LOAD + " has no method entre; did you mean " + UNDER_LOAD + "#enter",
                        "nothing is changed",
                        dotted + " is read as " + UNDER_LOAD + "#entre");
        client.send("probe", ENTER, dotted).expectExit(1);
        assertThat(verdictOn("enter")).as("all or none").isEqualTo("not selected");
        assertThat(client.ask("probe", "future", dotted).sentences())
                .contains("no method of a loaded class matches; those of classes to come will");
        for (String command : new String[] {"probe", "explain", "dry-run"}) {
            assertThat(client.send(command, UNDER_LOAD + "#entre").expectExit(1).sentences())
                    .first()
                    .isEqualTo(UNDER_LOAD + " has no method entre; did you mean " + UNDER_LOAD + "#enter");
        }
    }

    @Test
    @Tag("full")
    void whereEveryMethodIsRefusedThatIsTheAnswer() {
        ParsedAnswer refused = client.send("probe", "java.lang.Object#hashCode").expectExit(1);
        assertThat(refused.sentences()).first().asString().startsWith("java.lang.Object#hashCode() cannot be probed: ");
        assertThat(refused.table("methods"))
                .extracting(row -> row.get("verdict"))
                .containsExactly("refused");
        assertThat(client.ask("status").table("patterns")).isEmpty();
        client.send("dry-run", "java.lang.Object#hashCode").expectExit(1);
    }

    @Tag("full")
    @Test
    void manyExclusionsAreCountedAndListed() {
        client.ask("attach", "limit=1000");
        client.ask("probe", UNDER_LOAD + " as 'all of it'");
        ParsedAnswer excluded = client.ask("unprobe", "all of it");
        int count = excluded.table("excluded").size();
        assertThat(count).isGreaterThan(1);
        assertThat(excluded.sentences()).contains("excluded: " + count + " methods");
    }

    @Test
    @Tag("full")
    void whatIsNeitherPatternNorProbeIsRefusedWithThePatternsThereAre() {
        client.ask("probe", ENTER);
        assertThat(client.send("unprobe", "nothing").expectExit(1).sentences())
                .singleElement()
                .asString()
                .endsWith("patterns are " + ENTER);
        assertThat(client.send("unprobe", "entreing").expectExit(1).sentences())
                .singleElement()
                .asString()
                .endsWith("did you mean entering");
        assertThat(client.send("mode", "off", "entreing").expectExit(1).sentences())
                .containsExactly("no probe \"entreing\"; did you mean entering");
    }

    @Test
    @Tag("full")
    void aDryRunWeavesNothing() {
        ParsedAnswer dryRun = client.ask("dry-run", UNDER_LOAD + "#enter");
        assertThat(dryRun.sentences()).containsExactly("matches 1 method in 1 class; limit is 5");
        assertThat(dryRun.table("methods")).hasSize(1);
        assertThat(verdictOn("enter")).isEqualTo("not selected");
    }

    @Test
    @Tag("full")
    void patternsOfTheOptionsAreReplacedByLaterOnes() {
        client.ask("attach", "probes=" + UNDER_LOAD + "#enter");
        assertThat(verdictOn("enter")).isEqualTo("probed");
        client.ask("attach", "probes=" + UNDER_LOAD + "#leave");
        assertThat(verdictOn("enter")).isEqualTo("not selected");
        assertThat(verdictOn("leave")).isEqualTo("probed");
    }
}
