package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.cli.why.band.Band.Wanted;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.DeepTimelines;
import org.latencyprobes.cli.why.recording.MonitorEntry;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/** Tests of what is said of two probes of one name whose tags differ: 100 calls each, of 1 ms and of 40 ms. */
final class TaggedWhyTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Map<String, String> WRITE = write();

    /** In this order. */
    private static Map<String, String> write() {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("kind", "write");
        tags.put("until", "return");
        return tags;
    }

    private static HistogramRow histogram(String kind, String outcome, long nanos) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(nanos, 100);
        Map<String, String> tags = kind.equals("write") ? WRITE : Map.of("kind", kind);
        return WhyAnswers.histogram("op", tags, outcome, histogram);
    }

    private static SingleCall call(Map<String, String> tags, long start, long nanos) {
        return SlowCallRows.of("op", tags, start, nanos, 7, "one", "", 0, null, Map.of(), List.of());
    }

    private static Answer answer(HistogramRow... more) {
        return answer(List.of(), more);
    }

    private static Answer answer(List<MethodRow> moreMethods, HistogramRow... more) {
        List<MethodRow> methods = new ArrayList<>(List.of(
                WhyAnswers.method("com.acme.Store", "read(int)", "op{kind=read}"),
                WhyAnswers.method("com.acme.Store", "write(int)", "op{kind=write}")));
        methods.addAll(moreMethods);
        List<HistogramRow> histograms =
                new ArrayList<>(List.of(histogram("read", "ok", MILLI), histogram("write", "ok", 40 * MILLI)));
        histograms.addAll(List.of(more));
        return WhyAnswers.of(
                new ObservedTime(SECOND, 31 * SECOND, 0, SECOND),
                List.of(),
                List.of(call(Map.of("kind", "read"), 2 * SECOND, MILLI), call(WRITE, 3 * SECOND, 40 * MILLI)),
                histograms,
                methods);
    }

    private static WhyReport report() {
        DeepTimeline deep = DeepTimelines.of(0, 40 * SECOND, List.of(), List.of());
        return WhyReport.of(4711, answer(), deep, Wanted.AUTO, List.of());
    }

    @Test
    void eachSetOfTagsHasItsOwnPercentilesAndCalls() {
        assertThat(WhyText.lines(report(), true, Integer.MAX_VALUE))
                .anyMatch(line ->
                        line.startsWith("op{kind=read}   100 calls in 30 s   p50 1 ms   p99 –   p99.9 –   max 1 ms"))
                .anyMatch(line -> line.matches("op\\{kind=write,until=return}   100 calls in 30 s   p50 4\\d.*"))
                .filteredOn(line -> line.startsWith("slowest  "))
                .hasSize(2);
        assertThat(WhyPage.html(report())).contains("op{kind=read}", "op{kind=write,until=return}");
    }

    @Test
    void tablesHaveTheTags() {
        Answer json = WhyJson.to(new Answer(), report());
        for (String name : List.of("tails", "causes", "slowCalls", "slowCallCauses")) {
            Table table = json.find(name).orElseThrow();
            assertThat(table.values())
                    .as(name)
                    .extracting(row -> row.get(table.indexOf("probe")), row -> row.get(table.indexOf("tags")))
                    .containsExactly(tuple("op", WRITE), tuple("op", Map.of("kind", "read")));
        }
        assertThat(json.find("monitorEntries").orElseThrow().indexOf("tags")).isEqualTo(1);
    }

    /** What is told of one wait before a call of {@code read}. */
    private static void assertToldOnce(Answer answer) {
        DeepTimeline deep = DeepTimelines.entries(
                0,
                40 * SECOND,
                List.of(new MonitorEntry(
                        "com.acme.Store",
                        "read",
                        new Wait(WaitKind.LOCK, 7, 5 * SECOND, 3 * MILLI, 0, "monitor of Store", "Store.read"))));
        assertThat(WhyReport.of(4711, answer, deep, Wanted.AUTO, List.of()).tails())
                .filteredOn(tail -> !tail.entries().isEmpty())
                .extracting(tail -> tail.key().title())
                .containsExactly("op{kind=read}");
    }

    /** Of methods that have tags, and not of the time until an asynchronous one returned. */
    @Test
    void waitsBeforeCallsAreOfTheMethodsWithTheseTags() {
        assertToldOnce(answer());
    }

    @Test
    void waitsBeforeCallsAreToldOnceWhateverOutcomesThereAre() {
        assertToldOnce(answer(histogram("read", "error", MILLI)));
    }

    @Test
    void waitsBeforeCallsAreToldOnceWhereTwoMethodsOfOneNameHaveOtherTags() {
        MethodRow wide = WhyAnswers.method("com.acme.Store", "read(long)", "op{kind=wide}");
        assertToldOnce(answer(List.of(wide), histogram("wide", "ok", MILLI)));
    }
}
