package org.latencyprobes.agent.serve.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.AnswerLimit;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.agent.serve.Leaving;
import org.latencyprobes.agent.serve.command.Commands;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.slow.WeightedCall;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Tests of what {@code why} asks of an agent. */
final class WhyRequestsTest extends WhyOfNoJvm {

    @Test
    void theThresholdIsTheUsersAgainAlsoWhereTheEndWasNotAnsweredInTime() throws Exception {
        assertThat(begin(false, 5000000).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(stackRemark()).contains("for 5 ms or longer");
        CountDownLatch isBusy = new CountDownLatch(1);
        control.execute(() -> await(isBusy));
        AnswerLimit.set(control, 1);
        assertThat(end(ID, "").exitCode()).isEqualTo(ExitCode.FAILED);
        AnswerLimit.set(control, LONG.toMillis());
        isBusy.countDown();
        Await.patiently().until(() -> stackRemark().contains("for 20 ms or longer"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whereThereIsNoThreadForItsLeaseNothingStays() {
        why.isOut = true;
        assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.FAILED);
        why.isOut = false;
        assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(begin(false, 0).sentences())
                .singleElement()
                .asString()
                .startsWith("another why is under way in this JVM: ");
    }

    @Test
    void whereThereIsNoThreadForItsLeaseTheAgentLeavesAllTheSame() {
        why.isOut = true;
        assertThat(begin(false, 5000000).exitCode()).isEqualTo(ExitCode.FAILED);
        why.leave();
        assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void whoeverIsRefusedLearnsForHowLongAndTheWayOut() {
        assertThat(why.state()).isNull();
        begin(false, 0);
        assertThat(why.state()).matches("it watches for \\d+ s more, and is undone within \\d+ s .*");
        assertThat(begin(false, 0).sentences())
                .singleElement()
                .asString()
                .matches("another why is under way in this JVM: .* undone within \\d+ s .*; detach <pid> ends it .*");
    }

    @Test
    void aCommandThatGoesOnKeepsWhatItHasBegun() {
        assertThat(renew(ID, MILLIS).exitCode()).isEqualTo(ExitCode.FAILED);
        begin(false, 0);
        assertThat(renew(ID, 2000000).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(why.state()).matches(".* undone within (2001|2000|1\\d{3}) s .*");
        assertThat(renew(ID, 1).exitCode()).isEqualTo(ExitCode.OK);
        Await.patiently().until(() -> why.state() == null);
        assertThat(renew(ID, MILLIS).exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aCommandNeitherKeepsNorEndsWhatAnotherHasBegun() {
        begin(false, 0);
        assertThat(renew("8", 1).exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(end("8", "").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(end(ID, "").exitCode()).isEqualTo(ExitCode.OK);
    }

    private Answer detach(Leaving leaving) throws Exception {
        return new Commands(OfNoJvm.parts(leaving, channel, settings, control, selection), why)
                .answer(new Request.Detach(), ControlChannel.NOBODY);
    }

    @Test
    void anAgentThatCannotLeaveYetSaysSoAndItsWatchGoesOn() throws Exception {
        assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.OK);
        Answer refused = detach((progress, begun) -> {
            throw new TimeoutException("try again");
        });
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.sentences()).containsExactly("try again");
        assertThat(end(ID, "").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void anAgentThatLeavesEndsItsWatch() throws Exception {
        assertThat(begin(false, 0).exitCode()).isEqualTo(ExitCode.OK);
        detach((progress, begun) -> {
            begun.run();
            return new Weaving.Change(0, 0, 0);
        });
        assertThat(end(ID, "").exitCode()).isEqualTo(ExitCode.NO_AGENT);
    }

    /** Each slow call that is handed out is followed by another one. */
    @Test
    void noCallIsCountedThatIsNotTaken() throws Exception {
        ProbeRecorder probe = ProbeRecorder.named("WhyRequestsTest.calls");
        begin(false, 5000000);
        control.call(() -> {
            control.outputs().slow().listen(new SlowCalls.Listener() {
                @Override
                public void taken(List<SlowCall> calls) {
                    probe.recordNanos(6_000_000);
                }
            });
            return new Answer();
        });
        probe.recordNanos(6_000_000);
        Answer answer = end(ID, "");
        long counted = answer.all(HistogramRow.TABLE, HistogramRow.class).stream()
                .filter(row -> row.probe().equals(probe.name()))
                .mapToLong(row -> HistogramText.parse(row.histogram()).getTotalCount())
                .sum();
        assertThat(counted).isPositive();
        assertThat(answer.all(SingleCall.TABLE, SingleCall.class))
                .filteredOn(row -> row.probe().equals(probe.name()))
                .hasSizeGreaterThanOrEqualTo((int) counted);
    }

    @Test
    void whatItSawIsThereThoughSlowCallsWereSwitchedOffMeanwhile() throws Exception {
        ProbeRecorder probe = ProbeRecorder.named("WhyRequestsTest.off");
        begin(false, 0);
        control.call(() -> {
            control.outputs().slow().follow(SlowCalls.OFF);
            return new Answer();
        });
        probe.recordNanos(6_000_000);
        assertThat(end(ID, "").all(SingleCall.TABLE, SingleCall.class))
                .filteredOn(row -> row.probe().equals(probe.name()))
                .hasSize(1);
    }

    /** A call is handed out when its period ends, which may be seconds later. */
    @Test
    void whoAsksForTheRecordingEndsThePeriod() throws Exception {
        ProbeRecorder probe = ProbeRecorder.named("WhyRequestsTest.recorded");
        List<String> weighted = new ArrayList<>();
        control.call(() -> {
            control.outputs().slow().listen(new SlowCalls.Listener() {
                @Override
                public void weighted(List<WeightedCall> calls) {
                    calls.forEach(call -> weighted.add(call.call().probe()));
                }
            });
            return new Answer();
        });
        probe.recordNanos(30 * MILLIS);
        Commands commands = new Commands(OfNoJvm.parts(null, channel, settings, control, selection), why);
        assertThatThrownBy(() -> commands.answer(new Request.Recording(), ControlChannel.NOBODY))
                .hasMessageContaining("no socket"); // and so no place for a file
        assertThat(weighted).contains(probe.name());
    }

    @Test
    void aTimeThatIsOverIsNotWatched() throws Exception {
        AgentParts parts = OfNoJvm.parts(null, channel, settings, control, selection);
        Request.WhyBegin asked = new Request.WhyBegin(ID, MILLIS, MILLIS, false, 5_000_000, List.of());
        WhyObservation given = new WhyObservation(parts, asked, why.newRecording());
        given.finish();
        given.begin(() -> null);
        assertThat(stackRemark()).contains("for 20 ms or longer");
        assertThat(given.tell("").exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
