package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.probe.LatencyProbe;

final class LiveModelTest {

    private static final double BUCKET = 0.008;

    private final LatencyProbe probe = LatencyProbe.named("live " + System.nanoTime(), "desk", "fx");
    private final RowKey key = new RowKey(probe.name(), Map.of("desk", "fx"), "ok", "probe", 0);
    private final SnapshotSource agent = new SnapshotSource();
    private final LiveModel model = new LiveModel();

    private void calls(long nanos, int times) {
        LongStream.range(0, times).forEach(call -> probe.recordNanos(nanos));
    }

    private void second() {
        agent.pass(1);
        model.update(agent.answer(model.next()));
    }

    private LiveRow row() {
        return row(model);
    }

    private LiveRow row(LiveModel of) {
        return of.view().rows().stream()
                .filter(row -> row.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRowHasTheFiguresOfTheWindow() {
        calls(9_000_000, 1);
        second();
        calls(1_000, 99);
        calls(50_000, 1);
        second();
        Figures figures = row().figures();
        assertThat(figures.count()).isEqualTo(100);
        assertThat(figures.perSecond()).isEqualTo(100, Offset.offset(1.0));
        assertThat(figures.micros().get(0)).isEqualTo(1, Offset.offset(BUCKET));
        assertThat(figures.micros().get(3))
                .as("beyond it is less than one call")
                .isNaN();
        assertThat(figures.maxMicros()).isEqualTo(50, Offset.offset(50 * BUCKET));
        assertThat(figures.totalMicros()).isEqualTo(149, Offset.offset(149 * BUCKET));
        assertThat(model.history(key)).hasSize(1);
    }

    /** Where the watch began later. */
    @Test
    void slowCallsAreKnownOfTenMinutes() {
        agent.slow("late", Map.of(), 1_000, 0);
        agent.pass(60);
        agent.slow("slow", Map.of(), 1_000, 0);
        agent.pass(540);
        second();
        second();
        assertThat(model.view().calls()).extracting(SingleCall::probe).containsExactly("slow");
    }

    @Test
    void callsLeaveTheWindowWithTime() {
        second();
        calls(1_000, 10);
        second();
        assertThat(row().figures().count()).isEqualTo(10);
        for (int i = 0; i < 9; i++) {
            second();
            assertThat(row().figures().count()).isEqualTo(10);
        }
        second();
        assertThat(row().figures().count()).isZero();
        assertThat(model.histogram(key).getTotalCount()).isZero();
        assertThat(model.history(key)).hasSize(1);
    }

    @Test
    void theWindowMayBeWidenedAndNarrowed() {
        second();
        for (int i = 0; i < 20; i++) {
            calls(1_000, 1);
            second();
        }
        assertThat(row().figures().count()).isEqualTo(10);
        model.window(15);
        assertThat(row().figures().count()).isEqualTo(15);
        assertThat(model.view().spanMillis()).isEqualTo(15_000);
        model.window(1);
        assertThat(row().figures().count()).isEqualTo(1);
        assertThatThrownBy(() -> model.window(61)).hasMessageContaining("61 s");
    }

    @Test
    void sinceTheStartAreTheFiguresOfAReport() {
        calls(9_000_000, 1);
        second();
        calls(1_000, 99);
        second();
        model.window(0);
        Figures figures = row().figures();
        assertThat(figures.count()).isEqualTo(100);
        assertThat(figures.maxMicros()).isEqualTo(9_000);
    }

    @Test
    void tenMinutesAreKept() {
        second();
        for (int i = 0; i < 605; i++) {
            calls(1_000, 1);
            second();
        }
        List<SeriesInterval> history = model.history(key);
        assertThat(history).hasSize(600);
        assertThat(history.get(0).count()).isEqualTo(1);
        assertThat(history.get(0).histogram().getTotalCount()).isEqualTo(1);
    }

    @Test
    void aProbeThatIsCalledLaterBeginsWithItsFirstCalls() {
        second();
        second();
        calls(1_000, 5);
        second();
        assertThat(row().figures().count()).isEqualTo(5);
    }

    @Test
    void anotherAgentBeginsAnew() {
        calls(1_000, 3);
        second();
        calls(1_000, 3);
        second();
        agent.replace();
        second();
        assertThat(model.view().spanMillis()).isZero();
        assertThat(row().figures().count()).isZero();
        calls(1_000, 4);
        second();
        assertThat(row().figures().count()).isEqualTo(4);
    }

    @Test
    void whatRepeatsTheLastSnapshotChangesNothing() {
        second();
        calls(1_000, 3);
        model.update(agent.answer(model.next()));
        assertThat(model.view().spanMillis()).isZero();
    }

    @Test
    void theCauseIsThatOfTheSlowCallsInTheWindow() {
        calls(1_000, 100);
        agent.slow(probe.name(), Map.of("desk", "fx"), 1_000_000, 0);
        second();
        calls(1_000, 100);
        second();
        assertThat(row().cause()).isEmpty();
        agent.pass(1);
        agent.slow(probe.name(), Map.of("desk", "fx"), 1_000_000, 99);
        second();
        assertThat(row().cause()).isEqualTo("overhead");
        assertThat(model.causes(key).nanos()).containsKey("overhead");
        assertThat(model.view().calls()).hasSize(2);
    }

    @Test
    void callsThatHaveNotReturnedAndVirtualThreadsHaveTheirTexts() {
        agent.notReturned("1 call of op has not returned");
        agent.slowOn("", 31, probe.name());
        second();
        assertThat(model.view().notReturned()).containsExactly("1 call of op has not returned");
        assertThat(model.view().calls()).extracting(SingleCall::thread).containsExactly("virtual thread 31");
    }

    @Test
    void measuringCostsWhatACallCostsTimesTheirRate() {
        second();
        calls(1_000, 100_000);
        second();
        double percent = 100 * 60 * 1e5 / 1e9;
        assertThat(row().costPercent()).isEqualTo(percent, Offset.offset(percent / 50));
    }

    @Test
    void aProblemIsSaidAndGoesWithTheNextAnswer() {
        second();
        model.lost("the JVM has ended");
        assertThat(model.view().problem()).isEqualTo("the JVM has ended");
        assertThat(model.view().rows()).isNotEmpty();
        model.update(Answer.failed(ExitCode.NO_AGENT, "no agent"));
        assertThat(model.view().problem()).isEqualTo("no agent");
        second();
        assertThat(model.view().problem()).isEmpty();
    }

    @Test
    void whatIsNoSnapshotIsRefusedAndChangesNothing() {
        second();
        Answer answer = new Answer();
        assertThatThrownBy(() -> model.update(answer)).isInstanceOf(IllegalArgumentException.class);
        assertThat(model.view().facts()).isNotNull();
    }
}
