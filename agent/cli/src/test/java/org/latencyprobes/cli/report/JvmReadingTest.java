package org.latencyprobes.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.figures.ReportTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.agent.protocol.state.CollectorRow;
import org.latencyprobes.agent.protocol.state.JvmFacts;
import org.latencyprobes.agent.protocol.state.OptionRow;
import org.latencyprobes.agent.protocol.state.StatusFacts;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.print.AnswerText;
import org.latencyprobes.cli.why.SlowCallRows;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;

final class JvmReadingTest {

    private static final String HOSTILE = "</script></style><img src=x onerror=alert(1)>\u001B[2J|`\"'&";
    private static final Answer NO_SLOW = slow(List.of(), List.of());

    private final List<String> asked = new ArrayList<>();

    private static Histogram histogram() {
        Histogram histogram = new Histogram(2);
        for (int call = 1; call <= 1_000; call++) {
            histogram.recordValue(call * 1_000L);
        }
        histogram.setStartTimeStamp(1_763_726_400_000L);
        histogram.setEndTimeStamp(1_763_726_410_000L);
        return histogram;
    }

    private static Answer report(String probe) {
        Histogram histogram = histogram();
        Interval interval = Interval.of(probe, Map.of("tag", probe), "ok", "probe", 1_000_000, histogram);
        return new Answer()
                .add(ReportRow.TABLE, ReportRow.class, List.of(ReportTable.row(Figures.of(interval), interval)))
                .add(
                        CauseShare.TABLE,
                        CauseShare.class,
                        List.of(share(probe, "gc", 5, 62.4, 9.7), share(probe, "cpu-wait", 1, 0.1, 0)))
                .add(
                        HistogramRow.TABLE,
                        HistogramRow.class,
                        List.of(new HistogramRow(
                                probe,
                                Map.of("tag", probe),
                                "ok",
                                new HistogramText().of(histogram),
                                "probe",
                                "app0")));
    }

    private static CauseShare share(String probe, String cause, long calls, double percent, double chancePercent) {
        return SlowCallRows.share(probe, Map.of("tag", probe), cause, calls, percent, chancePercent);
    }

    private static Answer slow(List<SingleCall> calls, List<StackFrame> frames) {
        return new Answer()
                .add(SingleCall.LISTED, SingleCall.class, calls)
                .add(StackFrame.TABLE, StackFrame.class, frames);
    }

    private ReportContent read(String probe, Answer slow) throws UnreachableException {
        return JvmReading.read(4711, "start", false, new LiveModel(), request -> {
            asked.add(request.toString());
            return switch (request.command()) {
                case "report" -> report(probe);
                case "slow" -> slow;
                default ->
                    new Answer()
                            .add(StatusFacts.NAME, Statuses.of(probe))
                            .add(OptionRow.TABLE, OptionRow.class, List.of(new OptionRow(probe, probe, probe)));
            };
        });
    }

    @Test
    void figuresAndHistogramsComeFromOneRequest() throws UnreachableException {
        ReportContent content = read("place", NO_SLOW);

        assertThat(asked)
                .containsExactly(
                        "Report[since=start, until=, causes=true, histograms=true]",
                        "Slow[most=50, stacks=10, lastNanos=" + Long.MAX_VALUE + "]",
                        "Status[jvm=true]");
        assertThat(content.shown()).hasSize(1);
        assertThat(content.shown().get(0).total().getTotalCount()).isEqualTo(1_000);
        assertThat(content.answer().tables()).noneMatch(table -> table.name().equals(HistogramRow.TABLE));
    }

    @Test
    void hostileTextsOfAJvmAreShownAsText() throws UnreachableException {
        Map<String, Double> parts = Map.of("gc", 12.5, HOSTILE, 1.0);
        SingleCall call = new SingleCall(
                HOSTILE,
                Map.of(HOSTILE, HOSTILE),
                HOSTILE,
                HOSTILE,
                1,
                HOSTILE,
                null,
                Double.NaN,
                HOSTILE,
                HOSTILE,
                7L,
                parts,
                0,
                0,
                null,
                List.of(),
                false,
                false,
                Map.of(),
                List.of());
        ReportContent content = read(HOSTILE, slow(List.of(call), List.of()));
        String html = ReportHtml.of(content);
        String markdown = ReportMarkdown.of(content);

        assertThat(html).doesNotContain("<img", "\u001B").contains("&lt;img", "gc 12.5 µs");
        assertThat(html.split("</script", -1)).hasSize(3);
        assertThat(markdown).doesNotContain("<img", "\u001B");
        assertThat(ReportPictures.spectrum(content).svg()).doesNotContain("<img", "\u001B");
    }

    @Test
    void stacksStandUnderTheCallsThatTheyAreOf() throws UnreachableException {
        List<SingleCall> calls = List.of(
                SlowCallRows.of("place", 1_000, 1, 7, "exec-1", Map.of()),
                SlowCallRows.of("find", 1_000, 1, 8, "exec-2", Map.of()),
                SlowCallRows.of("none", 1_000, 1, 9, "exec-3", Map.of()));
        List<StackFrame> frames = List.of(
                new StackFrame("", 7L, "com.acme.Shop.place(Shop.java:7)", 1_000L),
                new StackFrame("", 7L, "com.acme.Shop.main(Shop.java:1)", 1_000L),
                new StackFrame("", 8L, HOSTILE, 1_000L));
        String html = ReportHtml.of(read("place", slow(calls, frames)));

        assertThat(html)
                .contains(
                        "com.acme.Shop.place(Shop.java:7)\ncom.acme.Shop.main(Shop.java:1)",
                        "<summary>place, 1970-01-01 00:00:00.000Z, thread exec-1</summary>",
                        "<summary>find, 1970-01-01 00:00:00.000Z, thread exec-2</summary>")
                .doesNotContain("<summary>none", "<img", "\u001B");
        assertThat(html.split("Shop.main", -1)).hasSize(2);
    }

    @Test
    void stacksDoNotMakeAPageLarge() throws UnreachableException {
        List<SingleCall> calls = new ArrayList<>();
        for (int call = 0; call < 10; call++) {
            calls.add(SlowCallRows.of("place", 1_000, 1, call, "exec-" + call, Map.of()));
        }
        String without = ReportHtml.of(read("place", slow(calls, List.of())));
        List<StackFrame> frames = new ArrayList<>();
        for (int frame = 0; frame < 640; frame++) {
            frames.add(new StackFrame("", frame / 64L, "com.acme." + "x".repeat(91), 1_000L));
        }
        String with = ReportHtml.of(read("place", slow(calls, frames)));

        assertThat(with.split("<summary>place, ", -1)).hasSize(1 + 4); // of 6.5 kB each
        assertThat(with.length() - without.length()).isBetween(25_000, 31_000);
    }

    @Test
    void namesThatTurnTheDirectionOfWritingAreSeen() throws UnreachableException {
        ReportContent content = read("a\u202eb", new Answer());

        assertThat(AnswerText.tables(content.answer())).contains("a\\u202eb").doesNotContain("\u202e");
        assertThat(ReportMarkdown.of(content)).contains("a\\\\u202eb").doesNotContain("\u202e");
    }

    @Test
    void theHeadTellsOfProgramHeapCollectorsAndFlags() {
        Answer status = new Answer()
                .add(StatusFacts.NAME, Statuses.of("17"))
                .add(
                        JvmFacts.NAME,
                        new JvmFacts(
                                "com.acme.Shop", "HotSpot", null, 2, 3 << 20, 64 << 20, 2_048L << 20, "-Xmx2g", null))
                .add(
                        CollectorRow.TABLE,
                        CollectorRow.class,
                        List.of(
                                new CollectorRow("ZGC Cycles", 1, 40),
                                new CollectorRow("ZGC Pauses", 9, 0),
                                new CollectorRow("Other", 0, 0)));
        Map<String, String> facts = ReportHead.of(new Answer(), status);

        assertThat(facts)
                .containsEntry("Program", "com.acme.Shop")
                .containsEntry("Heap", "3 MB used, 64 MB committed, at most 2,048 MB")
                .containsEntry(
                        "Collectors", "ZGC Cycles 1 time, 40 ms; ZGC Pauses 9 times, less than 1 ms; Other 0 times")
                .containsEntry("JVM's flags", "-Xmx2g")
                .doesNotContainKey("JVM since");
        assertThat(facts.get("CPUs and memory")).startsWith("2 CPUs: what the JVM may use");
    }

    @Test
    void whatAnAgentDoesNotTellIsLeftOut() throws UnreachableException {
        assertThat(read("place", new Answer()).facts()).doesNotContainKeys("Heap", "Collectors", "CPUs and memory");
    }

    @Test
    void causesAreSharesWithoutThoseThatDoNotMatter() throws UnreachableException {
        String html = ReportHtml.of(read("place", NO_SLOW));
        String table = html.substring(html.indexOf("Causes of slow calls, by band"), html.indexOf("Coincidence is"));

        assertThat(table).contains(">gc</td>", "<td>62 %</td>", "<td>10 %</td>").doesNotContain("cpu-wait");
    }

    @Test
    void causesAreBarsAndSlowCallsAreDotsInTheSameColours() throws UnreachableException {
        List<SingleCall> calls = List.of(
                SlowCallRows.of("place", 1_000, 5_000_000, 7, "exec-1", Map.of("gc", 5_000_000L)),
                SlowCallRows.of("place", 5_000, 4_000_000, 7, "exec-1", Map.of("cpu-wait", 4_000_000L)),
                SlowCallRows.of("place", 9_000, 3_000_000, 7, HOSTILE, Map.of("lock", 3_000_000L)));
        assertThat(ReportHtml.of(read("place", slow(calls, List.of()))))
                .containsSubsequence("their time", "<rect class=\"full s1\"", "gc 62 %")
                .containsPattern("class=\"dots s1\"><path d=\"[^\"]+\"><title>place · 5 ms · [^<]+ · exec-1: gc 5 ms<")
                .containsPattern("class=\"dots s[2-6]\"><path d=\"[^\"]+\"><title>place · 3 ms · ")
                .contains(">cpu-wait</td>", ">cpu-wait 4 ms</td>")
                .doesNotContain("<img", "cpu wait");
        assertThat(ReportHtml.of(read("place", NO_SLOW))).doesNotContain("class=\"dots");
    }

    @Test
    void whatIsNotKeptIsSaidAndNotFatal() throws UnreachableException {
        ReportContent content = read("place", Answer.failed(ExitCode.FAILED, "slow calls are not kept: slow=off"));

        assertThat(content.remarks()).containsExactly("slow calls are not kept: slow=off");
        assertThat(ReportHtml.of(content)).contains("A running JVM keeps no latency over time");
    }

    @Test
    void callsThatHaveNotReturnedAreARemark() throws UnreachableException {
        String said = "1 call of " + HOSTILE + " has not returned after 4.0 s";
        ReportContent content = JvmReading.read(
                4711,
                "start",
                false,
                new LiveModel(),
                request -> request.command().equals("report")
                        ? report("place").say(said)
                        : new Answer().add(StatusFacts.NAME, Statuses.of("")));

        assertThat(content.remarks()).containsExactly(said);
        assertThat(ReportHtml.of(content)).contains("1 call of &lt;/script&gt;").doesNotContain("<img", "\u001B");
    }

    @Test
    void aRefusalIsTheAnswer() throws UnreachableException {
        ReportContent content = JvmReading.read(
                4711,
                "noon",
                false,
                new LiveModel(),
                request -> Answer.failed(ExitCode.FAILED, "no bookmark \"noon\""));

        assertThat(content.answer().exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
