package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.SeriesRow;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Verdict;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.probe.ProbeRecorder;

final class SnapshotsTest {

    private static final long SECOND = 1_000_000_000;

    private final ProbeRecorder busy = ProbeRecorder.named("snapshot busy", "desk", "fx");
    private final ProbeRecorder idle = ProbeRecorder.named("snapshot idle");
    private final List<Linker.Linked> linked = new ArrayList<>();
    private final List<MethodExplanation> woven = new ArrayList<>();
    private final List<SlowCall> slow = new ArrayList<>();
    private long nowNanos = System.nanoTime();
    private long tookNanos;
    private final Supplied conditions = new Supplied();
    private final Snapshots snapshots = later();

    /** Since when the probes count, and which calls have not returned, as a test says. */
    private final class Supplied extends NoConditions {

        private long sinceMillis;
        private long looks;
        private long lookNanos;

        @Override
        public Interval sinceWoven(Interval total) {
            return sinceMillis == 0 ? total : total.startingAt(sinceMillis);
        }

        @Override
        public List<String> notReturned() {
            nowNanos += lookNanos;
            return List.of("look " + ++looks);
        }
    }

    private Snapshots later() {
        return new Snapshots(() -> nowNanos, this::read, () -> null, () -> slow, CauseTotals::new, conditions);
    }

    private ProbeModes read() {
        nowNanos += tookNanos;
        return new ProbeModes(linked, woven);
    }

    private static Costs costs(CostMeasure.Calls calls) {
        return new Costs(
                "tsc",
                "tsc",
                25,
                20,
                0,
                60,
                calls.timed(),
                calls.spanMillis(),
                1,
                1,
                2,
                1,
                0,
                4,
                calls.counted(),
                Costs.IN_PLACE);
    }

    private Answer ask() {
        return ask(0);
    }

    private Answer ask(long since) {
        return ask(snapshots, since);
    }

    private Answer ask(Snapshots snapshots, long since) {
        return snapshots.answer(new Request.Snapshot(since, null), nowNanos, SnapshotsTest::costs);
    }

    private Answer askAt(long cameNanos) {
        return snapshots.answer(new Request.Snapshot(0, null), cameNanos, SnapshotsTest::costs);
    }

    private List<SingleCall> callsSince(long sinceNanos) {
        return snapshots
                .answer(new Request.Snapshot(0, sinceNanos), nowNanos, SnapshotsTest::costs)
                .all(SingleCall.TABLE, SingleCall.class);
    }

    private static SnapshotFacts facts(Answer answer) {
        return answer.one(SnapshotFacts.TABLE, SnapshotFacts.class);
    }

    private static long number(Answer answer) {
        return facts(answer).number();
    }

    /** A probe's row; null where it has none. */
    private static SeriesRow row(Answer answer, ProbeRecorder probe) {
        return answer.all(SeriesRow.TABLE, SeriesRow.class).stream()
                .filter(row -> row.probe().equals(probe.name()))
                .findFirst()
                .orElse(null);
    }

    private static List<String> notReturned(Answer answer) {
        return answer.all(Remark.STUCK, Remark.class).stream()
                .map(Remark::sentence)
                .toList();
    }

    @Test
    void whoeverAsksWithinASecondGetsTheSame() {
        busy.recordNanos(100);
        Answer first = ask();
        busy.recordNanos(100);
        nowNanos += SECOND / 2;
        Answer second = ask();
        assertThat(number(second)).isEqualTo(number(first));
        assertThat(facts(second).nanos()).isEqualTo(facts(first).nanos());
        assertThat(row(second, busy).count()).isEqualTo(row(first, busy).count());
        nowNanos += SECOND;
        assertThat(row(ask(), busy).count()).isNotEqualTo(row(first, busy).count());
    }

    @Test
    void aProbeThatCameLaterCountsFromThenOnWhateverTheMachinesClockDoes() {
        conditions.sinceMillis = 5_000;
        busy.recordNanos(100);
        assertThat(row(ask(), busy).startMillis()).isEqualTo(5_000);
        conditions.sinceMillis = 9_000;
        busy.recordNanos(100);
        nowNanos += SECOND;
        assertThat(row(ask(), busy).startMillis()).isEqualTo(5_000);
    }

    @Test
    void callsThatHaveNotReturnedAreLookedForOftenWhereThatTakesLittle() {
        assertThat(notReturned(ask())).containsExactly("look 1");
        conditions.lookNanos = SECOND / 10;
        nowNanos += SECOND;
        assertThat(notReturned(ask())).containsExactly("look 2");
        nowNanos += 19 * SECOND;
        assertThat(notReturned(ask())).containsExactly("look 2");
        nowNanos += SECOND;
        assertThat(notReturned(ask())).containsExactly("look 3");
    }

    @Test
    void whoeverAskedWhileASlowOneWasTakenGetsThatOne() {
        tookNanos = 2 * SECOND;
        long askedNanos = nowNanos + SECOND;
        long number = number(ask());
        assertThat(number(askAt(askedNanos))).isEqualTo(number);
    }

    @Test
    void anAgentThatIsAskedEachSecondTakesOneEachSecondHoweverLateTheRequestsCome() {
        tookNanos = SECOND / 50;
        long number = number(ask());
        nowNanos += SECOND - SECOND / 10 - tookNanos;
        assertThat(number(ask())).isNotEqualTo(number);
    }

    @Test
    void oneThatWasSlowOnceIsSharedNoLonger() {
        ask();
        nowNanos += SECOND;
        tookNanos = 2 * SECOND;
        long number = number(ask());
        assertThat(number(askAt(nowNanos - 1))).isEqualTo(number);
        assertThat(number(ask())).isNotEqualTo(number);
    }

    @Test
    void howLongTheFirstOneTookDoesNotDelayTheSecond() {
        tookNanos = 2 * SECOND;
        long number = number(ask());
        assertThat(number(ask())).isNotEqualTo(number);
    }

    @Test
    void aSlowOneIsSharedForTenTimesAsLong() {
        tookNanos = 2 * SECOND;
        ask();
        long number = number(ask());
        nowNanos += 17 * SECOND;
        assertThat(number(ask())).isEqualTo(number);
        nowNanos += SECOND;
        assertThat(number(ask())).isNotEqualTo(number);
    }

    @Test
    void onlyRowsWhoseCountHasChangedComeAgain() {
        busy.recordNanos(100);
        idle.recordNanos(100);
        long number = number(ask());
        nowNanos += SECOND;
        busy.recordNanos(100);
        Answer answer = ask(number);
        assertThat(facts(answer).since()).isEqualTo(number);
        assertThat(row(answer, busy)).isNotNull();
        assertThat(row(answer, idle)).isNull();
        assertThat(row(ask(), idle)).isNotNull();
    }

    @Test
    void aRowComesAgainWhenItsModeHasChanged() {
        idle.recordNanos(100);
        Answer first = ask();
        assertThat(row(first, idle).mode()).isEqualTo("application");
        linked.add(new Linker.Linked(idle.name(), Map.of(), Mode.OFF, 0));
        woven.add(new MethodExplanation("A", "app", "b()", Verdict.PROBED, idle.name(), "A#*", "", 1, 2, ""));
        nowNanos += SECOND;
        Answer second = ask(number(first));
        assertThat(row(second, idle).mode()).isEqualTo("off");
        woven.clear();
        nowNanos += SECOND;
        assertThat(row(ask(number(second)), idle).mode()).isEqualTo("unprobed");
    }

    @Test
    void callsUntilReturnHaveTheModeOfTheirMethod() {
        String name = "snapshot until";
        for (String until : List.of("return", "completion")) {
            ProbeRecorder.named(name, "desk", "fx", "until", until).recordNanos(100);
        }
        linked.add(new Linker.Linked(name, Map.of("desk", "fx"), Mode.COUNTED, 0));
        woven.add(new MethodExplanation("A", "app", "b()", Verdict.PROBED, name, "A#*", "", 1, 2, ""));
        assertThat(ask().all(SeriesRow.TABLE, SeriesRow.class).stream()
                        .filter(row -> row.probe().equals(name)))
                .extracting(row -> row.tags().get("until"), SeriesRow::mode)
                .containsExactlyInAnyOrder(tuple("return", "counted"), tuple("completion", "application"));
    }

    @Test
    void histogramsAreCumulativeAndExact() {
        ask();
        busy.recordNanos(1_000_000);
        nowNanos += SECOND;
        Answer answer = ask();
        Histogram histogram = HistogramText.parse(row(answer, busy).histogram());
        assertThat(histogram.getTotalCount()).isEqualTo(row(answer, busy).timed());
        assertThat(row(answer, busy).maxNanos()).isEqualTo(1_000_000);
        assertThat(row(answer, busy).tags()).isEqualTo(Map.of("desk", "fx"));
        assertThat(histogram.getCountAtValue(1_000_000)).isPositive();
    }

    @Test
    void whoHasTheNumberOfAnotherAgentGetsEverything() {
        idle.recordNanos(100);
        long number = number(ask());
        Answer answer = ask(number + 1_000);
        assertThat(facts(answer).since()).isZero();
        assertThat(row(answer, idle)).isNotNull();
        assertThat(row(ask(later(), number - 1_000), idle)).isNotNull();
    }

    /** However many snapshots the first one takes, and however soon the second comes. */
    @Test
    void theNumbersOfALaterAgentBeginAboveThoseOfTheFirst() {
        idle.recordNanos(100);
        long number = 0;
        for (int i = 0; i < 10; i++) {
            nowNanos += SECOND * 9 / 10;
            number = number(ask());
        }
        nowNanos += 1_000;
        Answer answer = ask(later(), number);
        assertThat(number(answer)).isGreaterThan(number);
        assertThat(row(answer, idle)).isNotNull();
    }

    @Test
    void whatNobodyAsksForIsForgotten() {
        idle.recordNanos(100);
        long number = number(ask());
        nowNanos += 11 * SECOND;
        snapshots.tend();
        assertThat(row(ask(number), idle)).isNotNull();
    }

    @Test
    void slowCallsAreThoseThatEndedSinceAMoment() {
        slow.add(new SlowCall("snapshot busy", Map.of("desk", "fx"), "ok", nowNanos - 500, 400, 7, "main", 0, 0));
        slow.add(new SlowCall("snapshot busy", Map.of("desk", "fx"), "ok", nowNanos - 900, 400, 7, "main", 0, 0));
        assertThat(callsSince(nowNanos - 200)).hasSize(1);
        assertThat(callsSince(nowNanos - 1_000)).hasSize(2);
    }

    @Test
    void theBusiestAreKeptAndTheOthersCounted() {
        for (int i = 0; i < 5; i++) {
            ProbeRecorder probe = ProbeRecorder.named("snapshot rank " + i);
            for (int call = 0; call < 1_000_000 * (i + 1); call += 10_000) {
                probe.recordNanos(100);
            }
        }
        List<SeriesRow> all = rows(Integer.MAX_VALUE); // also of other tests in this JVM
        assertThat(all.stream().map(row -> row.probe()).filter(name -> name.startsWith("snapshot rank")))
                .containsExactly(
                        "snapshot rank 4", "snapshot rank 3", "snapshot rank 2", "snapshot rank 1", "snapshot rank 0");
        SeriesRows two = new SeriesRows(UnaryOperator.identity(), 2);
        two.read(1, new ProbeModes(linked, List.of()));
        assertThat(two.since(0))
                .extracting(SeriesRow::count)
                .containsExactly(all.get(0).count(), all.get(1).count());
        assertThat(two.leftOut()).isEqualTo(all.size() - 2);
        assertThat(two.leastCount()).isEqualTo(all.get(1).count());
    }

    private static List<SeriesRow> rows(int most) {
        SeriesRows rows = new SeriesRows(UnaryOperator.identity(), most);
        rows.read(1, new ProbeModes(List.of(), List.of()));
        return rows.since(0);
    }
}
