package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.Answered;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.Talk;

/** Patterns that come and go by command, under load. */
final class LivePatternsIT {

    private static final String UNDER_LOAD = UnderLoad.class.getName();
    private static final String ENTER = UNDER_LOAD + "#enter as \"entering\"";

    private RunningJvm jvm;
    private Talk talk;

    @BeforeEach
    void start() {
        jvm = ForkedJvm.of(UnderLoad.class).start().awaitText("ready");
        talk = Talk.to(jvm);
        talk.ask("attach", "jitter=off,report=off,limit=5");
    }

    @AfterEach
    void end() {
        jvm.kill();
    }

    private void order(String order) {
        int before = jvm.printed().split("done ", -1).length - 1;
        jvm.tell(order).awaitTexts("done ", before + 1);
    }

    private long countOf(String probe) {
        return talk.ask("probes").count(probe);
    }

    private String verdictOn(String method) {
        return talk.ask("explain", UNDER_LOAD + '#' + method)
                .table("explain")
                .get(0)
                .get("verdict");
    }

    @Test
    void aPatternIsWovenAndGoesAgain() {
        Answered probed = talk.ask("probe", ENTER);
        assertThat(probed.sentences()).singleElement().asString().startsWith("1 class woven or restored in ");
        assertThat(probed.table("methods"))
                .singleElement()
                .satisfies(row ->
                        assertThat(row).containsEntry("className", UNDER_LOAD).containsEntry("method", "enter()"));
        order("enter");
        order("leave");
        assertThat(countOf("entering")).isEqualTo(1);
        assertThat(talk.ask("unprobe", ENTER).sentences()).contains("pattern removed: " + ENTER);
        order("enter");
        order("leave");
        assertThat(countOf("entering")).isEqualTo(1);
        assertThat(countOf("waiting")).as("the others stay").isEqualTo(2);
        assertThat(verdictOn("enter")).isEqualTo("not selected");
    }

    @Test
    void aPatternThatMatchesTooMuchIsRefusedAndNothingIsWoven() {
        Answered refused = talk.send("probe", UNDER_LOAD).expectExit(1);
        assertThat(refused.sentences())
                .singleElement()
                .asString()
                .matches("refused: .* matches \\d+ methods in 1 class; limit is 5");
        assertThat(refused.table("methods")).hasSizeGreaterThan(5);
        assertThat(verdictOn("enter")).isEqualTo("not selected");
    }

    @Test
    void aMalformedPatternIsRefusedWithAMarkUnderTheCharacter() {
        for (String command : new String[] {"probe", "explain", "dry-run"}) {
            assertThat(talk.send(command, "com.acme.Foo#(").expectExit(1).sentences())
                    .singleElement()
                    .asString()
                    .contains("com.acme.Foo#(", "^");
        }
        talk.send("probe").expectExit(2);
    }

    @Test
    void aMarkedMethodIsExcludedByItsProbesName() {
        order("once");
        assertThat(talk.ask("unprobe", "once").sentences()).contains("excluded: " + UNDER_LOAD + "#once()");
        order("once");
        assertThat(countOf("once")).isEqualTo(1);
        assertThat(verdictOn("once")).isEqualTo("excluded");
    }

    @Test
    void aMarkedMethodIsExcludedByAPattern() {
        talk.ask("unprobe", UNDER_LOAD + "#once");
        order("once");
        assertThat(countOf("once")).isZero();
    }

    @Test
    void whatIsNeitherPatternNorProbeIsRefusedWithThePatternsThereAre() {
        talk.ask("probe", ENTER);
        assertThat(talk.send("unprobe", "nothing").expectExit(1).sentences())
                .singleElement()
                .asString()
                .endsWith("patterns are " + ENTER);
    }

    @Test
    void aDryRunWeavesNothing() {
        Answered dryRun = talk.ask("dry-run", UNDER_LOAD + "#enter");
        assertThat(dryRun.sentences()).containsExactly("matches 1 method in 1 class; limit is 5");
        assertThat(dryRun.table("methods")).hasSize(1);
        assertThat(verdictOn("enter")).isEqualTo("not selected");
    }

    @Test
    void patternsOfTheOptionsAreReplacedByLaterOnes() {
        talk.ask("attach", "probes=" + UNDER_LOAD + "#enter");
        assertThat(verdictOn("enter")).isEqualTo("probed");
        talk.ask("attach", "probes=" + UNDER_LOAD + "#leave");
        assertThat(verdictOn("enter")).isEqualTo("not selected");
        assertThat(verdictOn("leave")).isEqualTo("probed");
    }
}
