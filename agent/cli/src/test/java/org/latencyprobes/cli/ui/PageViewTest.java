package org.latencyprobes.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of what the page is told of JVMs. */
final class PageViewTest {

    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u001b[31m\u202e";

    private final FixedJvm shop = new FixedJvm("com.acme.Shop")
            .probe("place", Map.of(), 1_000, 2_000, 90_700_000)
            .probe(HOSTILE, Map.of("desk", "\"><svg onload=alert(1)>"), 5);
    private final FixedJvm depot = new FixedJvm("com.acme.Depot").probe("place", Map.of(), 3_000);
    private final PageView view = new PageView(List.of(shop, depot), true);

    private static JsonNode parsed(String json) {
        try {
            return new JsonMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    private JsonNode place() {
        return parsed(view.rows(Window.ALL).get(0).json());
    }

    private static int column(String name) {
        JsonNode columns = parsed(new PageView(List.of(), false).page()).get("columns");
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).get("name").asText().equals(name)) {
                return i;
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void aRowHasAsManyCellsAsThereAreColumns() {
        int columns = parsed(view.page()).get("columns").size();
        assertThat(place().get("texts")).hasSize(columns);
        assertThat(place().get("values")).hasSize(columns);
    }

    @Test
    void durationsHaveTheUnitThatFits() {
        assertThat(place().get("texts").get(column("max")).asText()).isEqualTo("90.7 ms");
        assertThat(place().get("values").get(column("max")).asLong()).isEqualTo(90_700_000L);
        assertThat(place().get("texts").get(column("rate")).asText()).isEqualTo("3.0");
    }

    @Test
    void eachJvmHasItsOwnRow() {
        assertThat(view.rows(Window.ALL)).extracting(PageData.Row::key).doesNotHaveDuplicates();
        assertThat(view.rows(Window.ALL)).hasSize(3);
    }

    @Test
    @Tag("each-jdk")
    void namesFromOutsideEndNoElementAndNoEvent() {
        String json = view.rows(Window.ALL).get(1).json();
        assertThat(json).doesNotContain("<", ">", "\n", "\u001b");
        assertThat(parsed(json).get("texts").get(0).asText()).startsWith("</script><img src=x onerror=alert(1)>");
        JsonNode row = parsed(json);
        String html = parsed(view.probe(Map.of(
                        "probe",
                        row.get("probe").asText(),
                        "tags",
                        row.get("tags").asText(),
                        "outcome",
                        row.get("outcome").asText())))
                .get("pictures")
                .asText();
        assertThat(html).startsWith("<figure").doesNotContain("<img", "<script", "onerror=", "style=");
    }

    @Test
    void aLongNameIsCut() {
        FixedJvm jvm = new FixedJvm("main").probe("x".repeat(100_000), Map.of(), 5);
        PageView page = new PageView(List.of(jvm), false);
        assertThat(parsed(page.rows(Window.ALL).get(0).json())
                        .get("texts")
                        .get(0)
                        .asText())
                .hasSizeLessThan(400);
    }

    @Test
    void aProbeOfTwoJvmsHasOneSpectrumAndATimelineForEach() {
        assertThat(titles(view))
                .containsExactly(
                        "Latency by percentile",
                        "Latency over time, com.acme.Shop 4711",
                        "Latency over time, com.acme.Depot 4711");
        assertThat(pictures(view).split("</figure>")[0]).contains(">com.acme.Shop 4711<", ">com.acme.Depot 4711<");
    }

    private static String pictures(PageView view) {
        return parsed(view.probe(Map.of("probe", "place"))).get("pictures").asText();
    }

    private static List<String> titles(PageView view) {
        return Pattern.compile("(?<=aria-label=\")[^\"]+")
                .matcher(pictures(view))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void theCausesOfSlowCallsAreBarsAndEachCallIsADotOverStalls() {
        FixedJvm jvm = new FixedJvm("first", 9_000)
                .probe("place", Map.of(), 3_000)
                .stall(6_000, 2_000_000)
                .cause("lock", 75)
                .cause("gc", 25)
                .call(5_000_000, "<orders>", "", Map.of("lock", 5_000_000L))
                .call(3_000_000, "desk", "", Map.of("gc", 3_000_000L));
        PageView view = new PageView(List.of(jvm, new FixedJvm("second").probe("place", Map.of(), 3_000)), false);
        String html = pictures(view);
        assertThat(titles(view))
                .containsExactly(
                        "Latency by percentile",
                        "Why calls were slow, first 4711",
                        "Single calls, first 4711",
                        "Latency over time, first 4711",
                        "Latency over time, second 4711");
        assertThat(html)
                .containsPattern("from p99: calls, by main cause.+lock 75 %.+from p99: their time.+lock 75 %")
                .containsPattern(
                        "<g class=\"dots s1\"><path d=\"M664[^>]+><title>5 ms · \\d\\d:\\d\\d:09.000 · &lt;orders&gt;:"
                                + " lock 5 ms</title>")
                .containsPattern("<g class=\"dots s2\"><path [^>]+><title>3 ms · [^<]+ · desk: gc 3 ms</title>")
                .contains(
                        "Of all outcomes, since the start; 9 of 20 calls were looked at.",
                        "stall: gc",
                        "Stalls, gc: 1, 2 ms in all.")
                .doesNotContain("gc</text><path class=\"full s3\"");
    }

    /** Else the reader would take one for another. */
    @Test
    void aCauseKeepsItsColourWhenOthersComeUp() {
        FixedJvm jvm = new FixedJvm("first").probe("place", Map.of(), 3_000).cause("lock", 60);
        PageView view = new PageView(List.of(jvm), false);
        assertThat(pictures(view)).contains("<rect class=\"full s1\"");
        jvm.call(9_000_000, "desk", "", Map.of("socket", 9_000_000L));
        assertThat(pictures(view)).contains("<rect class=\"full s1\"", "<g class=\"dots s2\"");
    }

    /** Also a cause that a later version of the agent may tell. */
    @Test
    void whatIsNoCauseHasTheColourOfUnknownAndMovesNoOther() {
        FixedJvm jvm = new FixedJvm("first")
                .probe("place", Map.of(), 3_000)
                .call(9_000_000, "desk", "", Map.of())
                .call(8_000_000, "desk", "", Map.of("magic", 8_000_000L))
                .call(7_000_000, "desk", "", Map.of("lock", 7_000_000L));
        assertThat(pictures(new PageView(List.of(jvm), false)))
                .containsPattern("<g class=\"dots s7\"><path [^>]+><title>9 ms")
                .containsPattern("<g class=\"dots s7\"><path [^>]+><title>8 ms")
                .containsPattern("<g class=\"dots s1\"><path [^>]+><title>7 ms");
    }

    /** The agent remembers single calls of ten minutes; how many calls there were nobody saw before the watch. */
    @Test
    void aCallFromBeforeTheWatchIsADotAndTheHeatMapBeginsWithTheWatch() {
        FixedJvm jvm = new FixedJvm("first", 9_000).probe("place", Map.of(), 3_000);
        PageView view = new PageView(List.of(jvm), false);
        String before = heat(view);
        jvm.callAt(0, 5_000_000);
        assertThat(heat(view)).contains("Over 8 s:").isEqualTo(before);
        assertThat(titles(view)).contains("Single calls, first 4711");
    }

    @Test
    void aCallOfHoursIsCutWhereTheLastTenMinutesBegin() {
        FixedJvm jvm = new FixedJvm("first", 9_000)
                .probe("place", Map.of(), 3_000)
                .callAt(-7_200_000, 7_205_000_000_000L)
                .callAt(0, 5_000_000);
        assertThat(pictures(new PageView(List.of(jvm), false)))
                .contains("what began before is at the left edge", ">−600 s<");
    }

    /** What is told of the heat map. */
    private static String heat(PageView view) {
        return pictures(view).replaceAll("(?s).*<desc[^>]*>(Heat map[^<]*)</desc>.*", "$1");
    }

    @Test
    void ofVeryManyCallsTheSlowestAreDots() {
        FixedJvm jvm = new FixedJvm("first").probe("place", Map.of(), 3_000);
        for (int i = 1_500; i > 1; i--) {
            jvm.call(i * 1_000_000L, "desk", "");
        }
        jvm.callAt(-3_600_000, 1_000_000);
        String html = pictures(new PageView(List.of(jvm), false));
        assertThat(html)
                .contains("one of the slowest 1,000 of 1,500 slow calls that were looked at", "<title>501 ms")
                .doesNotContain("what began before is at the left edge");
        assertThat(html.split("<title>", -1)).hasSize(1 + 1_000);
    }

    @Test
    void timeEndsWithTheNewestSnapshotOfAllJvmsAndStallsBeyondAreLeftOut() {
        FixedJvm first = new FixedJvm("first", 9_000)
                .probe("place", Map.of(), 3_000)
                .stall(500, 1_000_000)
                .stall(6_000, 2_000_000)
                .stall(11_500, 4_000_000);
        FixedJvm second = new FixedJvm("second", 11_000).probe("place", Map.of(), 3_000);
        String[] pictures =
                pictures(new PageView(List.of(first, second), false)).split("</figure>");
        assertThat(pictures[1]).contains("Over 10 s:", "gc: 1, 2 ms");
        assertThat(pictures[2]).contains("Over 10 s:");
    }

    @Test
    void theTimeIsThatOfTheNewestSnapshotWithItsSecond() {
        ZonedDateTime time = ZonedDateTime.of(2026, 11, 22, 20, 19, 0, 0, ZoneId.systemDefault());
        long millis = time.toInstant().toEpochMilli();
        assertThat(new PageView(List.of(shop, new FixedJvm("late", millis)), false).time())
                .isEqualTo("20:19:00");
        assertThat(new PageView(List.of(), false).time()).isEmpty();
    }

    @Test
    void theSlowestCallsOfAllJvmsAreThereWithTheirStacksAsText() {
        FixedJvm first = new FixedJvm("first").probe("place", Map.of(), 3_000);
        FixedJvm second = new FixedJvm("second")
                .probe("place", Map.of(), 3_000)
                .call(90_000_000, "orders\u202e", "<img>.run()\nb\u202e.c()");
        for (int i = 1; i <= 20; i++) {
            first.call(i * 1_000_000, "exec", "");
        }
        JsonNode calls = parsed(new PageView(List.of(first, second), false).probe(Map.of("probe", "place")))
                .get("calls");
        assertThat(calls).hasSize(10);
        assertThat(calls.get(0).get("text").asText()).startsWith("90 ms · ").endsWith(" · orders\\u202e");
        assertThat(calls.get(0).get("id").asText()).as("without its cause").matches("-?\\d+ orders.*");
        assertThat(calls.get(0).get("stack").asText()).isEqualTo("<img>.run()\nb\\u202e.c()");
        assertThat(calls.get(9).get("text").asText()).startsWith("12 ms");
    }

    @Test
    void aProbeThatIsNotThereHasNoPicture() {
        assertThat(parsed(view.probe(Map.of("probe", "nothing")))
                        .get("pictures")
                        .asText())
                .isEmpty();
    }

    @Test
    void changesGoToTheJvmThatIsNamed() {
        assertThat(view.change(Map.of("jvm", "1", "action", "mode", "probe", "place", "argument", "off"))
                        .exitCode())
                .isZero();
        assertThat(depot.changes).containsExactly("Mode[mode=off, probe=place]");
        assertThat(shop.changes).isEmpty();
        view.change(Map.of("jvm", "0", "action", "unprobe", "argument", "place", "consent", "yes"));
        assertThat(shop.changes).containsExactly("Unprobe[pattern=place, summary=true] with consent");
    }

    @Test
    void otherCommandsAndJvmsAreRefused() {
        assertThat(view.change(Map.of("jvm", "1", "action", "detach"))
                        .sentences()
                        .get(0))
                .contains("\"detach\"", "mode");
        assertThat(view.change(Map.of("jvm", "7", "action", "probe", "argument", "x"))
                        .sentences()
                        .get(0))
                .contains("\"7\"");
        assertThat(depot.changes).isEmpty();
    }
}
