package org.latencyprobes.agent.async;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.async.DroppedStages;
import org.latencyprobes.agent.fixture.async.PendingStages;
import org.latencyprobes.agent.fixture.async.Stages;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;

/** Tests of methods that return completion stages. */
@Tag("each-jdk")
final class StagesIT {

    private static JvmResult result;
    private static PrintedReport report;

    @BeforeAll
    static void run() {
        result = ForkedJvm.of(Stages.class)
                .quick()
                .withAgent("clock=nanotime") // that of the fixture
                .run()
                .expectExit(0);
        report = result.report();
    }

    @Test
    void theSameObjectIsReturned() {
        assertThat(result.number("same")).isEqualTo(22);
    }

    @Test
    void samplesAreCountedByHowTheStageEnds() {
        assertThat(report.count("later", "ok")).isEqualTo(10);
        assertThat(report.count("later", "error")).isEqualTo(5);
        assertThat(report.count("later", "cancelled")).isEqualTo(6);
    }

    @Test
    void theTimeUntilReturnIsThereTooAndForStagesThatNeverEnd() {
        assertThat(report.count("later{until=return}")).isEqualTo(22);
    }

    @Test
    void aStageThatIsCompleteCountsAtOnce() {
        assertThat(report.count("done", "ok")).isEqualTo(1);
        assertThat(report.count("done", "error")).isEqualTo(2);
        assertThat(report.count("done", "cancelled")).isEqualTo(1);
        assertThat(report.count("Stages.minimal")).isEqualTo(1);
    }

    @Test
    void nothingReturnedCountsAtReturn() {
        assertThat(report.count("Stages.nothing")).isEqualTo(1);
    }

    @Test
    void aStageThatRefusesACallbackCountsAtReturnAndIsSaid() {
        assertThat(report.count("Stages.stubborn")).isEqualTo(1);
        assertThat(result.messages())
                .contains("probe Stages.stubborn: timed until return, since the stage refused a callback with"
                        + " java.lang.UnsupportedOperationException (said only once)");
    }

    @Test
    void whatIsThrownPassesAndIsAnError() {
        assertThat(result.fact("thrown")).isEqualTo("the body's own");
        assertThat(report.count("Stages.throwing", "error")).isEqualTo(1);
        assertThat(report.count("Stages.throwing{until=return}", "error")).isEqualTo(1);
    }

    @Test
    void aSampleEndsAtCompletion() {
        assertThat(result.number("recordedNanos"))
                .isBetween(result.number("shortestNanos"), result.number("longestNanos"));
    }

    @Test
    void aCallThatStraddlesASwitchRecordsNothing() {
        // the time until return beside the time until completion
        assertThat(result.fact("straddling")).isEqualTo("[on on 2, on off 1, off on 0, off off 0]");
    }

    @Test
    void onlySoManyCallsWaitForCompletion() {
        assertThat(report.count("crowded")).isEqualTo(100_001);
        assertThat(report.count("crowded{until=return}")).isEqualTo(100_011);
        assertThat(result.messages())
                .contains(
                        "probe crowded: 100000 calls wait for completion, further ones are not timed (said only once)");
    }

    @Test
    @Tag("full")
    void stagesThatAreDroppedGiveTheirRoomBackAndAreCounted() {
        JvmResult dropped =
                ForkedJvm.of(DroppedStages.class).quick().withAgent().run().expectExit(0);
        assertThat(dropped.number("abandoned 1")).isEqualTo(99_970);
        assertThat(dropped.number("abandoned 2")).isEqualTo(199_940);
        assertThat(dropped.number("abandoned 3")).isEqualTo(299_910);
        assertThat(dropped.number("completed")).isEqualTo(30);
        assertThat(dropped.report().count("dropped{until=return}")).isEqualTo(299_940);
        assertThat(dropped.report().text())
                .contains("dropped: 299910 calls were abandoned: their stages were dropped before they completed");
        assertThat(dropped.messages()).isEmpty();
    }

    @Test
    void methodsOfAnyFormAreWoven() {
        assertThat(result.fact("wide")).isEqualTo("texttext4");
        assertThat(report.count("Stages.branching")).isEqualTo(1);
        assertThat(result.messages()).noneMatch(message -> message.contains("cannot be woven"));
    }

    @Test
    @Tag("full")
    void aFutureThatOutlivesTheAgentKeepsNothingOfIt() {
        JvmResult detached =
                ForkedJvm.of(PendingStages.class).quick().withAgent().run().expectExit(0);
        assertThat(detached.number("count")).isEqualTo(1); // its time until return
        assertThat(detached.fact("leavesNothing")).isEqualTo("true");
        assertThat(detached.fact("value")).isEqualTo("latelate");
        assertThat(detached.number("countAfter")).isZero();
    }
}
