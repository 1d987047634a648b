package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Costs;
import org.latencyprobes.agent.protocol.Table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.probe.LatencyProbe;

final class SnapshotsTest {

    private static final long SECOND = 1_000_000_000;

    private final LatencyProbe busy = LatencyProbe.named("snapshot busy", "desk", "fx");
    private final LatencyProbe idle = LatencyProbe.named("snapshot idle");
    private final List<Linker.Linked> linked = new ArrayList<>();
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

    private List<Linker.Linked> read() {
        nowNanos += tookNanos;
        return linked;
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

    private Answer ask(Object... arguments) {
        return ask(snapshots, arguments);
    }

    private Answer ask(Snapshots snapshots, Object... arguments) {
        return askAt(snapshots, nowNanos, arguments);
    }

    private static Answer askAt(Snapshots snapshots, long cameNanos, Object... arguments) {
        List<String> texts = new ArrayList<>();
        for (Object argument : arguments) {
            texts.add(String.valueOf(argument));
        }
        return snapshots.answer(texts, cameNanos, SnapshotsTest::costs);
    }

    private static Table table(Answer answer, String name) {
        return answer.find(name).orElseThrow();
    }

    private static String fact(Answer answer, String key) {
        Table facts = table(answer, SnapshotTables.FACTS);
        return facts.rows().get(0).get(facts.indexOf(key));
    }

    /** A cell of a probe's row; null where it has none. */
    private static String cell(Answer answer, LatencyProbe probe, String column) {
        Table table = table(answer, TailTables.HISTOGRAMS);
        return table.rows().stream()
                .filter(row -> row.get(0).equals(probe.name()))
                .findFirst()
                .map(row -> row.get(table.indexOf(column)))
                .orElse(null);
    }

    @Test
    void whoeverAsksWithinASecondGetsTheSame() {
        busy.sampleNanos(100);
        Answer first = ask();
        busy.sampleNanos(100);
        nowNanos += SECOND / 2;
        Answer second = ask();
        assertThat(fact(second, "number")).isEqualTo(fact(first, "number"));
        assertThat(fact(second, "nanos")).isEqualTo(fact(first, "nanos"));
        assertThat(cell(second, busy, "count")).isEqualTo(cell(first, busy, "count"));
        nowNanos += SECOND;
        assertThat(cell(ask(), busy, "count")).isNotEqualTo(cell(first, busy, "count"));
    }

    @Test
    void aProbeThatCameLaterCountsFromThenOnWhateverTheMachinesClockDoes() {
        conditions.sinceMillis = 5_000;
        busy.sampleNanos(100);
        assertThat(cell(ask(), busy, "startMillis")).isEqualTo("5000");
        conditions.sinceMillis = 9_000;
        busy.sampleNanos(100);
        nowNanos += SECOND;
        assertThat(cell(ask(), busy, "startMillis")).isEqualTo("5000");
    }

    @Test
    void callsThatHaveNotReturnedAreLookedForOftenWhereThatTakesLittle() {
        assertThat(ask().rows(TailTables.HUNG)).containsExactly(List.of("look 1"));
        conditions.lookNanos = SECOND / 10;
        nowNanos += SECOND;
        assertThat(ask().rows(TailTables.HUNG)).containsExactly(List.of("look 2"));
        nowNanos += 19 * SECOND;
        assertThat(ask().rows(TailTables.HUNG)).containsExactly(List.of("look 2"));
        nowNanos += SECOND;
        assertThat(ask().rows(TailTables.HUNG)).containsExactly(List.of("look 3"));
    }

    @Test
    void whoeverAskedWhileASlowOneWasTakenGetsThatOne() {
        tookNanos = 2 * SECOND;
        long askedNanos = nowNanos + SECOND;
        String number = fact(ask(), "number");
        assertThat(fact(askAt(snapshots, askedNanos), "number")).isEqualTo(number);
    }

    @Test
    void anAgentThatIsAskedEachSecondTakesOneEachSecondHoweverLateTheRequestsCome() {
        tookNanos = SECOND / 50;
        String number = fact(ask(), "number");
        nowNanos += SECOND - SECOND / 10 - tookNanos;
        assertThat(fact(ask(), "number")).isNotEqualTo(number);
    }

    @Test
    void oneThatWasSlowOnceIsSharedNoLonger() {
        ask();
        nowNanos += SECOND;
        tookNanos = 2 * SECOND;
        String number = fact(ask(), "number");
        assertThat(fact(askAt(snapshots, nowNanos - 1), "number")).isEqualTo(number);
        assertThat(fact(ask(), "number")).isNotEqualTo(number);
    }

    @Test
    void howLongTheFirstOneTookDoesNotDelayTheSecond() {
        tookNanos = 2 * SECOND;
        String number = fact(ask(), "number");
        assertThat(fact(ask(), "number")).isNotEqualTo(number);
    }

    @Test
    void aSlowOneIsSharedForTenTimesAsLong() {
        tookNanos = 2 * SECOND;
        ask();
        String number = fact(ask(), "number");
        nowNanos += 17 * SECOND;
        assertThat(fact(ask(), "number")).isEqualTo(number);
        nowNanos += SECOND;
        assertThat(fact(ask(), "number")).isNotEqualTo(number);
    }

    @Test
    void onlyRowsWhoseCountHasChangedComeAgain() {
        busy.sampleNanos(100);
        idle.sampleNanos(100);
        String number = fact(ask(), "number");
        nowNanos += SECOND;
        busy.sampleNanos(100);
        Answer answer = ask(number);
        assertThat(fact(answer, "since")).isEqualTo(number);
        assertThat(cell(answer, busy, "count")).isNotNull();
        assertThat(cell(answer, idle, "count")).isNull();
        assertThat(cell(ask(), idle, "count")).isNotNull();
    }

    @Test
    void aRowComesAgainWhenItsModeHasChanged() {
        idle.sampleNanos(100);
        Answer first = ask();
        assertThat(cell(first, idle, "mode")).isEqualTo("application");
        linked.add(new Linker.Linked(idle.name(), Map.of(), Mode.OFF, 0));
        nowNanos += SECOND;
        assertThat(cell(ask(fact(first, "number")), idle, "mode")).isEqualTo("off");
    }

    @Test
    void histogramsAreCumulativeAndExact() {
        ask();
        busy.sampleNanos(1_000_000);
        nowNanos += SECOND;
        Answer answer = ask();
        Histogram histogram = HistogramText.parse(cell(answer, busy, "histogram"));
        assertThat(String.valueOf(histogram.getTotalCount())).isEqualTo(cell(answer, busy, "timed"));
        assertThat(cell(answer, busy, "worstNanos")).isEqualTo("1000000");
        assertThat(cell(answer, busy, "tags")).isEqualTo("desk=fx");
        assertThat(histogram.getCountAtValue(1_000_000)).isPositive();
    }

    @Test
    void whoHasTheNumberOfAnotherAgentGetsEverything() {
        idle.sampleNanos(100);
        long number = Long.parseLong(fact(ask(), "number"));
        Answer answer = ask(number + 1_000);
        assertThat(fact(answer, "since")).isEqualTo("0");
        assertThat(cell(answer, idle, "count")).isNotNull();
        assertThat(cell(ask(later(), number - 1_000), idle, "count")).isNotNull();
    }

    /** However many snapshots the first one takes, and however soon the second comes. */
    @Test
    void theNumbersOfALaterAgentBeginAboveThoseOfTheFirst() {
        idle.sampleNanos(100);
        long number = 0;
        for (int i = 0; i < 10; i++) {
            nowNanos += SECOND * 9 / 10;
            number = Long.parseLong(fact(ask(), "number"));
        }
        nowNanos += 1_000;
        Answer answer = ask(later(), number);
        assertThat(Long.parseLong(fact(answer, "number"))).isGreaterThan(number);
        assertThat(cell(answer, idle, "count")).isNotNull();
    }

    @Test
    void whatNobodyAsksForIsForgotten() {
        idle.sampleNanos(100);
        String number = fact(ask(), "number");
        nowNanos += 11 * SECOND;
        snapshots.tend();
        assertThat(cell(ask(number), idle, "count")).isNotNull();
    }

    @Test
    void slowCallsAreThoseThatEndedSinceAMoment() {
        slow.add(new SlowCall("snapshot busy", Map.of("desk", "fx"), "ok", nowNanos - 500, 400, 7, "main", 0, 0));
        slow.add(new SlowCall("snapshot busy", Map.of("desk", "fx"), "ok", nowNanos - 900, 400, 7, "main", 0, 0));
        assertThat(table(ask(0, nowNanos - 200), TailTables.CALLS).rows()).hasSize(1);
        assertThat(table(ask(0, nowNanos - 1_000), TailTables.CALLS).rows()).hasSize(2);
    }

    @Test
    void theBusiestAreKeptAndTheOthersCounted() {
        for (int i = 0; i < 5; i++) {
            LatencyProbe probe = LatencyProbe.named("snapshot rank " + i);
            for (int call = 0; call < 1_000_000 * (i + 1); call += 10_000) {
                probe.sampleNanos(100);
            }
        }
        List<SeriesRow> all = rows(Integer.MAX_VALUE); // also of other tests in this JVM
        assertThat(all.stream()
                        .map(row -> row.key().get(0).toString())
                        .filter(name -> name.startsWith("snapshot rank")))
                .containsExactly(
                        "snapshot rank 4", "snapshot rank 3", "snapshot rank 2", "snapshot rank 1", "snapshot rank 0");
        SeriesRows two = new SeriesRows(UnaryOperator.identity(), 2);
        two.read(1, List.of());
        assertThat(two.all())
                .extracting(SeriesRow::count)
                .containsExactly(all.get(0).count(), all.get(1).count());
        assertThat(two.leftOut()).isEqualTo(all.size() - 2);
        assertThat(two.leastCount()).isEqualTo(all.get(1).count());
    }

    private static List<SeriesRow> rows(int most) {
        SeriesRows rows = new SeriesRows(UnaryOperator.identity(), most);
        rows.read(1, List.of());
        List<SeriesRow> all = new ArrayList<>();
        rows.all().forEach(all::add);
        return all;
    }

    @Test
    void whatIsNoNumberIsRefused() {
        Answer answer = ask("yesterday");
        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.sentences().get(0)).contains("yesterday").contains("number of a snapshot");
    }
}
