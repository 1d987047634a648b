package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.figures.WhyTables;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.file.RequestedOutputs;
import org.latencyprobes.cli.why.band.Band.Wanted;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.DeepTimelines;
import org.latencyprobes.cli.why.recording.Pause;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.explain.sample.Share;

/** Tests of what is said of 20,000 calls of 100 µs, of which 20 took 10 to 29 ms. */
final class WhyReportTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long THREAD = 7;
    private static final String STACK = "com.acme.Journal.append(<b>)\ncom.acme.\u202eOrders.place";

    @TempDir
    private Path folder;

    static Answer answer(long stallsFrom) {
        return answer(stallsFrom, "exec-<7>");
    }

    private static Answer answer(long stallsFrom, String thread) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(MILLI / 10, 19_980);
        List<SingleCall> calls = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            histogram.recordValue((10 + i) * MILLI);
            calls.add(SlowCallRows.of(
                    "Orders.place",
                    Map.of(),
                    (2 + i) * SECOND,
                    (10 + i) * MILLI,
                    THREAD,
                    thread,
                    "4bf<" + i,
                    0,
                    null,
                    Map.of("paused", 9 * MILLI, "unknown", MILLI),
                    i < 15 ? (STACK + i).lines().toList() : List.of()));
        }
        calls.add(SlowCallRows.of(
                "Orders.place", SECOND / 2, MILLI, THREAD, "exec-<7>", Map.of())); // before the observed time
        return WhyAnswers.of(
                new ObservedTime(SECOND, 31 * SECOND, 0, stallsFrom),
                List.of(new SingleStall("", "gc", 5_000, Double.NaN, 0, 2 * SECOND)),
                calls,
                List.of(WhyAnswers.histogram("Orders.place", Map.of(), "ok", histogram)),
                List.of(WhyAnswers.method("com.acme.Orders", "place(int)", "Orders.place")));
    }

    /** Each call but the first, which a collection delayed, waited 9 ms for a lock. */
    static DeepTimeline deep() {
        List<Wait> waits = new ArrayList<>();
        for (int i = 1; i < 20; i++) {
            waits.add(new Wait(
                    WaitKind.LOCK,
                    THREAD,
                    (2 + i) * SECOND,
                    9 * MILLI,
                    0,
                    "monitor of Journal",
                    "Journal.append",
                    new Holder("writer", 9, "")));
        }
        return DeepTimelines.of(
                0, 40 * SECOND, waits, List.of(new Pause(true, 2 * SECOND, 7 * MILLI, "G1New, G1 Evacuation Pause")));
    }

    static WhyReport report(DeepTimeline deep, long slowNanos) {
        return WhyReport.of(4711, answer(SECOND), deep, Wanted.from(slowNanos), List.of("a remark"));
    }

    /** The same of other figures and calls. */
    static ProbeTail with(ProbeTail tail, BandFigures figures, List<CallSplit> splits) {
        return new ProbeTail(
                tail.key(),
                figures,
                tail.histogram(),
                splits,
                List.of(),
                tail.weights(),
                tail.chance(),
                tail.entries(),
                tail.nothingKept());
    }

    private static ProbeTail with(ProbeTail tail, List<BandFigures.OfCause> causes, BandFigures.Without... without) {
        BandFigures figures =
                new BandFigures(tail.figures().band(), 20, 0, 20, 0, causes, List.of(without), cause -> null);
        return with(tail, figures, tail.splits());
    }

    /** The same of other probes. */
    static WhyReport with(WhyReport report, List<ProbeTail> tails) {
        return new WhyReport(
                report.subject(),
                report.observed(),
                report.startMillis(),
                tails,
                report.evidence(),
                report.disturbances(),
                report.remarks());
    }

    /** Of calls of 1 ms, of which none is known. */
    private static WhyReport counted(int calls, Wanted wanted) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(MILLI, calls);
        Answer answer = WhyAnswers.of(
                new ObservedTime(SECOND, 31 * SECOND, 0, SECOND),
                List.of(),
                List.of(),
                List.of(WhyAnswers.histogram("Orders.place", Map.of(), "ok", histogram)),
                List.of());
        return WhyReport.of(4711, answer, null, wanted, List.of());
    }

    @Test
    void callsBeyondThePercentileThatHasTenAreExplained() {
        ProbeTail tail = report(deep(), 0).tails().get(0);
        assertThat(tail.figures().band().name()).isEqualTo("p99.9");
        assertThat(tail.splits()).hasSize(20);
        assertThat(tail.figures().beyond()).isEqualTo(20);
        assertThat(tail.figures().lookedAt()).isEqualTo(20);
    }

    @Test
    void theNameOfAThreadMakesNoLineOfItsOwn() {
        String evil = "holder\n 100 %  gc  all of it\u001b[31m\u0085";
        Holder holder = new Holder(evil, 9, "");
        Wait wait = new Wait(WaitKind.LOCK, THREAD, 3 * SECOND, 9 * MILLI, 0, "monitor of Journal", "a", holder);
        WhyReport report = WhyReport.of(
                4711,
                answer(SECOND, evil),
                DeepTimelines.of(0, 40 * SECOND, List.of(wait), List.of()),
                Wanted.AUTO,
                List.of("of " + evil));
        assertThat(WhyText.lines(report, false, Integer.MAX_VALUE))
                .anyMatch(line -> line.contains("held by \"holder\\u000a 100 %"))
                .anyMatch(line -> line.startsWith("slowest  ") && line.contains("holder\\u000a"))
                .anyMatch(line -> line.startsWith("of holder\\u000a"))
                .allMatch(line -> line.chars().noneMatch(Character::isISOControl));
        assertThat(WhyPage.html(report)).contains("holder\\u000a 100 %").doesNotContain("holder\n", "\u001b", "\u0085");
    }

    @Test
    void callsFromADurationOnAreExplained() {
        ProbeTail tail = report(deep(), 20 * MILLI).tails().get(0);
        assertThat(tail.figures().band().name()).isEqualTo("from 20 ms on");
        assertThat(tail.splits()).hasSize(10).allMatch(split -> split.call().nanos() >= 20 * MILLI);
        assertThat(tail.figures().beyond()).isEqualTo(10);
        assertThat(report(deep(), 21 * MILLI).tails().get(0).figures().beyond()).isEqualTo(9);
    }

    @Test
    void whyNoCallWasKeptIsSaid() {
        assertThat(WhyText.lines(counted(100, Wanted.from(5 * MILLI)), true, Integer.MAX_VALUE))
                .anyMatch(line -> line.equals("no call took 5 ms or longer"));
    }

    /** Slow calls are there, but none from there on. */
    @Test
    void thatNoCallTookAsLongAsIsAskedForIsSaid() {
        assertThat(WhyText.lines(report(deep(), 100 * MILLI), true, Integer.MAX_VALUE))
                .filteredOn(line -> !line.startsWith("Orders.place   "))
                .containsExactly("no call took 100 ms or longer", "", "a remark");
    }

    @Test
    void probesOfThePatternsWithoutACallAreNamed() {
        Answer begun = new Answer()
                .add(
                        MethodRow.TABLE,
                        MethodRow.class,
                        List.of(
                                WhyAnswers.method("com.acme.Orders", "place(int)", "Orders.place"),
                                WhyAnswers.method("com.acme.Orders", "cancel(int)", "Orders.cancel")));
        Answer found = new Answer().add(ReportRow.TABLE, ReportRow.class, List.of(called("Orders.place")));
        assertThat(WhyReport.notCalled(begun, found))
                .containsExactly("no call was recorded that ended in this time: Orders.cancel");
        assertThat(WhyReport.notCalled(new Answer(), found)).isEmpty();
    }

    private static ReportRow called(String probe) {
        double none = Double.NaN;
        return new ReportRow(
                probe, Map.of(), "ok", "probe", 1, 1, 1, 1, 1, none, none, none, none, 1, 0, 1, null, none, none, none,
                none, none, none, none, none, none, none, null);
    }

    private static WhyOutput output(Path page, int columns) {
        return new WhyOutput(page, null, new RequestedOutputs() {
            @Override
            public boolean isJson() {
                return false;
            }

            @Override
            public boolean wants(Output.Form form) {
                return false;
            }

            @Override
            public void write(Output.Form form, Answer answer, String text) {}

            @Override
            public int columns() {
                return columns;
            }
        });
    }

    @Test
    void thatAPageIsReplacedIsSaid() {
        Path page = folder.resolve("why-1.html");
        WhyOutput output = output(page, Integer.MAX_VALUE);
        assertThat(output.shown(report(deep(), 0)).sentences()).last().isEqualTo("written: " + page);
        assertThat(output.shown(report(deep(), 0)).sentences()).last().isEqualTo("written: " + page + " (replaced)");
    }

    @Test
    void aPercentileThatFewerThanTenCallsAreBeyondIsNotTold() {
        WhyReport report = counted(999, Wanted.AUTO);
        assertThat(WhyText.lines(report, true, Integer.MAX_VALUE).get(0))
                .matches("Orders.place   999 calls in 30 s   p50 1.* p99 –   p99.9 –   max 1.*");
        Table tails = WhyJson.to(new Answer(), report).find("tails").orElseThrow();
        assertThat(tails.values().get(0).get(tails.indexOf("p50us")))
                .isNotNull()
                .isNotEqualTo(Double.NaN);
        assertThat(tails.values().get(0).get(tails.indexOf("p99us"))).isIn(null, Double.NaN);
    }

    @Test
    void theTextHasFiguresCausesAndTheSlowestCall() {
        List<String> lines = WhyText.lines(report(deep(), 0), true, Integer.MAX_VALUE);
        assertThat(lines.get(0)).startsWith("Orders.place   20,000 calls in 30 s   p50 100 µs");
        assertThat(lines.get(1)).isEqualTo("why p99.9 (20 calls beyond it; all looked at):");
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).matches("  lock +40 % +44 % +monitor of Journal, held by \"writer\", in"));
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("  gc +5 % +2 % +G1New, G1 Evacuation Pause"));
        assertThat(lines)
                .anyMatch(line -> line.startsWith("slowest  29 ms  ")
                        && line.contains("  exec-<7>, trace 4bf<19: ")
                        && line.contains("lock 9 ms"));
        assertThat(lines).contains("a remark");
    }

    @Test
    void noLineIsLongerThanATerminalIsWide() {
        String longest =
                "a remark of more words than one line of a terminal has room for, which goes on in the next line";
        WhyReport report = WhyReport.of(4711, answer(SECOND), deep(), Wanted.from(0), List.of(longest));
        assertThat(output(null, Integer.MAX_VALUE).shown(report).sentences())
                .contains(longest)
                .anyMatch(line -> line.startsWith("slowest") && line.length() > 80);
        assertThat(output(null, 80).shown(report).sentences())
                .allMatch(line -> line.length() <= 80)
                .contains(String.format("%52s%s", "", "\"writer\", in Journal.append"));
    }

    @Test
    void aWordThatHasNoRoomInItsColumnGoesAsFarToTheLeftAsItMust() {
        String name = "AbstractQueuedSynchronizer$ConditionObject";
        assertThat(BandText.wrapped("  park", "monitor of " + name + " 7", 48))
                .containsExactly("  parkmonitor of", "      " + name, "      7");
        assertThat(BandText.wrapped("  park                 ", name, 48)).containsExactly("  park", "      " + name);
    }

    /** The end of the bucket of 29 ms is 29.1 ms. */
    @Test
    void theMaxIsTheSlowestCallExactly() {
        WhyReport report = report(deep(), 0);
        assertThat(WhyText.lines(report, true, Integer.MAX_VALUE).get(0)).endsWith("   max 29 ms");
        report.tails().get(0).histogram().recordValue(31 * MILLI); // a call that was not kept
        assertThat(WhyText.lines(report, true, Integer.MAX_VALUE).get(0)).endsWith("  max 31.1 ms");
        report.tails().get(0).histogram().reset();
        report.tails().get(0).histogram().recordValue(MILLI);
        assertThat(WhyText.lines(report, true, Integer.MAX_VALUE).get(0)).endsWith("  max 29 ms");
    }

    @Test
    void theTablesHaveTheWatchAndTheFiguresOfTheFirstLine() {
        Answer json = WhyJson.to(new Answer(), report(deep(), 0));
        Table watch = json.find("watch").orElseThrow();
        assertThat(watch.values()).containsExactly(List.of(4711L, "", 0L, 30_000_000.0));
        Table tails = json.find("tails").orElseThrow();
        List<Object> row = tails.values().get(0);
        assertThat(List.of("count", "p50us", "p99us", "p999us", "maxus"))
                .extracting(column -> row.get(tails.indexOf(column)))
                .containsExactly(20_000L, 100.351, 100.351, 100.351, 29_000.0);
    }

    /** The first three calls, and a moment between two calls. */
    @Test
    void deoptimisationsInSlowCallsAreSaid() {
        List<Long> moments = List.of(2 * SECOND, 3 * SECOND + MILLI, 4 * SECOND + 12 * MILLI, 5 * SECOND - MILLI);
        WhyReport report = report(DeepTimelines.deoptimised(0, 40 * SECOND, THREAD, "Codec.read", moments), 0);
        assertThat(WhyText.lines(report, true, Integer.MAX_VALUE))
                .contains("caution: code was deoptimised in 3 of 20 calls, most often Codec.read (unstable_if)");
        assertThat(WhyPage.html(report)).contains("code was deoptimised in 3 of 20 calls");
        Table calls = WhyJson.to(new Answer(), report).find("slowCalls").orElseThrow();
        assertThat(calls.values().stream()
                        .map(row -> row.get(calls.indexOf("deoptimised")))
                        .filter(List.of("Codec.read (unstable_if)")::equals))
                .hasSize(3);
    }

    /** Of other calls, whose code was deoptimised in the first and in the last of the twenty. */
    private static WhyReport deoptimised(List<SingleCall> calls) {
        Answer answer = answer(SECOND);
        answer.tables().removeIf(table -> table.name().equals(SingleCall.TABLE));
        answer.add(SingleCall.TABLE, SingleCall.class, calls);
        DeepTimeline deep = DeepTimelines.deoptimised(
                0, 40 * SECOND, THREAD, "Codec.read", List.of(2 * SECOND, 21 * SECOND + MILLI));
        return WhyReport.of(4711, answer, deep, Wanted.AUTO, List.of());
    }

    /** The three longest are shown, and stand for no others. */
    @Test
    void cautionsAreOfTheCallsThatTheHeadlineCounts() {
        List<SingleCall> calls = answer(SECOND).all(SingleCall.TABLE, SingleCall.class).stream()
                .map(call -> call.nanos() > 26 * MILLI ? call.notSampled() : call)
                .toList();
        assertThat(WhyText.lines(deoptimised(calls), true, Integer.MAX_VALUE))
                .anyMatch(line -> line.contains("(20 calls beyond it; 17 of them looked at)"))
                .contains("caution: code was deoptimised in 1 of 17 calls, most often Codec.read (unstable_if)");
    }

    /** The agent counts first, and takes the sample then. */
    @Test
    void aCallThatEndedAfterTheCountIsLeftOut() {
        List<SingleCall> calls = new ArrayList<>(answer(SECOND).all(SingleCall.TABLE, SingleCall.class));
        calls.add(0, SlowCallRows.of("Orders.place", 30 * SECOND, 29 * MILLI, THREAD, "tardy", Map.of()));
        WhyReport report = deoptimised(calls);
        assertThat(WhyText.lines(report, true, Integer.MAX_VALUE))
                .anyMatch(line -> line.contains("(20 calls beyond it; all looked at)"))
                .contains("caution: code was deoptimised in 2 of 20 calls, most often Codec.read (unstable_if)");
        assertThat(WhyPage.html(report)).contains("in 2 of 20 calls").doesNotContain("tardy");
        Answer json = WhyJson.to(new Answer(), report);
        assertThat(json.find("tails").orElseThrow().values().get(0)).contains(20L, 20);
        assertThat(json.find("slowCalls").orElseThrow().values()).hasSize(20);
    }

    /** Those of the second to eleventh second have given way. */
    @Test
    void callsWhoseStallsHaveGivenWayHaveWhatTheAgentToldOfThem() {
        WhyReport report = WhyReport.of(4711, answer(12 * SECOND), deep(), Wanted.AUTO, List.of());
        Map<Boolean, List<CallSplit>> splits = report.tails().get(0).splits().stream()
                .collect(Collectors.partitioningBy(split -> split.call().startNanos() < 12 * SECOND));
        assertThat(splits.get(true))
                .hasSize(10)
                .allSatisfy(split -> assertThat(split.nanos()).containsKey("paused"))
                .anySatisfy(split -> assertThat(split.nanos()).containsEntry("paused", 9 * MILLI));
        assertThat(splits.get(false))
                .hasSize(10)
                .allSatisfy(split -> assertThat(split.nanos()).doesNotContainKey("paused"));
        assertThat(WhyText.lines(report, true, Integer.MAX_VALUE))
                .anyMatch(line -> line.startsWith("stalls are known one by one for the last 19 s only"));
    }

    @Test
    void virtualThreadsWithNamesHaveThatLineToo() {
        WhyReport report = WhyReport.of(4711, answer(SECOND, "v-7"), null, Wanted.AUTO, List.of());
        assertThat(WhyText.lines(report, false, Integer.MAX_VALUE))
                .contains("caution: " + WhyReport.MOST_VIRTUAL.strip());
    }

    @Test
    void virtualThreadsHaveAnIdAndALineOnWhatIsNotSeenOfThem() {
        WhyReport report = WhyReport.of(4711, answer(SECOND, ""), null, Wanted.AUTO, List.of());
        assertThat(WhyText.lines(report, false, Integer.MAX_VALUE))
                .contains("caution: " + WhyReport.MOST_VIRTUAL.strip())
                .anyMatch(line -> line.contains("  virtual thread 7, trace 4bf<19: "));
        assertThat(WhyText.lines(report(null, 0), false, Integer.MAX_VALUE))
                .noneMatch(line -> line.contains("on virtual threads"));
        assertThat(WhyPage.html(report)).contains(WhyReport.MOST_VIRTUAL.strip());
    }

    @Test
    void moreProbesAreInThePageWhereThereIsOne() {
        WhyReport one = report(deep(), 0);
        WhyReport many = with(one, Collections.nCopies(8, one.tails().get(0)));
        assertThat(WhyText.lines(many, true, Integer.MAX_VALUE)).contains("3 more probes in the page and in -o json");
        assertThat(WhyText.lines(many, false, Integer.MAX_VALUE)).contains("3 more probes in -o json");
    }

    @Test
    void callsThatHaveNotReturnedAreSaidBeforeOtherRemarks() {
        String hung = "1 call of Orders.place has not returned after 20 s";
        Answer answer = WhyTables.addNotReturned(answer(SECOND), List.of(hung));
        WhyReport report = WhyReport.of(4711, answer, deep(), Wanted.AUTO, List.of("a remark"));
        assertThat(report.remarks()).containsExactly(hung, "a remark");
    }

    @Test
    void aLongNameOfACauseMovesAllColumnsAndAChangeThatIsRoundedAwayIsNone() {
        WhyReport report = report(deep(), 0);
        ProbeTail tail = report.tails().get(0);
        Share half = new Share(0.4, 0.5, 0.6);
        ProbeTail changed = with(
                tail,
                List.of(
                        new BandFigures.OfCause("on-cpu or short wait", half, half),
                        new BandFigures.OfCause("park", half, half)),
                new BandFigures.Without("park", 99.9, 100_600, 99_900, 100_100, 100_200, false),
                new BandFigures.Without("file", 99.9, 100_600, 98_000, 98_000, 98_000, false));
        assertThat(new BandText(report, changed).table(BandText.COLUMNS))
                .extracting(line -> line.substring(0, 38))
                .containsExactly(
                        "  cause                 calls         ",
                        "  on-cpu or short wait  50 % (±10)    ",
                        "  park                  50 % (±10)    ");
        assertThat(WhyText.figures(changed, new Span(0, SECOND))).contains(" p99.9 100 µs ");
        assertThat(new BandText(report, changed).without())
                .containsExactly("without file, p99.9 would be 98 µs", "without park, p99.9 would be about the same");
    }

    @Test
    void aNumberStaysWithItsUnitAndSmallCausesAreCounted() {
        String text = "up to 45.4 µs of it (9 % of it), sleep 2.05 ms, held by a thread 7 sons";
        assertThat(BandText.wrapped(" ".repeat(90), text, BandText.COLUMNS))
                .extracting(String::strip)
                .containsExactly(
                        "up to", "45.4 µs of", "it (9 % of", "it), sleep", "2.05 ms,", "held by a", "thread 7", "sons");
        ProbeTail tail = report(deep(), 0).tails().get(0);
        Share small = new Share(0, 0.004, 0.01);
        List<BandFigures.OfCause> causes = List.of(
                new BandFigures.OfCause("gc", new Share(0.9, 1, 1), new Share(0.9, 1, 1)),
                new BandFigures.OfCause("file", small, small),
                new BandFigures.OfCause("socket", small, small));
        assertThat(new BandText(report(deep(), 0), with(tail, causes)).table(BandText.COLUMNS))
                .last()
                .isEqualTo("  and 2 causes below 1 %");
    }

    @Test
    void withoutARecordingTheRestIsNotKnown() {
        assertThat(report(null, 0).tails().get(0).causes())
                .extracting(BandFigures.OfCause::cause)
                .containsExactly("gc", "unknown");
    }

    @Test
    void slowCallsHaveTheNamesOfTheCommandSlow() {
        Table calls =
                WhyJson.to(new Answer(), report(deep(), 0)).find("slowCalls").orElseThrow();
        assertThat(calls.columns().stream().map(Column::name))
                .contains("atMillis", "startNanos", "trace", "thread", "threadId", "durationus");
        assertThat(calls.values().get(0)).contains(29_000.0, "4bf<19", THREAD);
    }

    @Test
    void theTablesHaveEachSlowCallAndItsCauses() {
        Answer json = WhyJson.to(new Answer(), report(deep(), 0));
        Map<String, Integer> rows = new TreeMap<>();
        json.tables().forEach(table -> rows.put(table.name(), table.rows().size()));
        assertThat(rows)
                .containsEntry("tails", 1)
                .containsEntry("causes", 3)
                .containsEntry("slowCalls", 20)
                .containsEntry("slowCallCauses", 40)
                .containsEntry("monitorEntries", 0);
        assertThat(json.find("slowCallCauses").orElseThrow().values().get(0)).contains(21_000_000_000L, THREAD);
    }
}
