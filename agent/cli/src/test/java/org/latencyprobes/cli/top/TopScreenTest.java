package org.latencyprobes.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveView;

final class TopScreenTest {

    private static final Theme THEME = new Theme(true, true);

    private final Views views = new Views()
            .calls("Shop.find", 1_000, 1_500, "")
            .calls("Shop.place", 10, 2_500_000, "gc")
            .calls("Shop.idle", 0, 0, "")
            .jitter(80_000)
            .stall("gc", 1_000, 3_000_000)
            .stall("gc", 2_000, 2_000_000)
            .stall("cpu-wait", 61_000, 9_000_000);
    private final TopState state = new TopState(TopRows.ALL);

    private List<AttributedString> lines(LiveView view, int width, int height) {
        return TopScreen.of(new LiveModel(), view, state, THEME, width, height);
    }

    private String text(int width, int height) {
        StringBuilder text = new StringBuilder();
        lines(views.view(), width, height).forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    @Test
    void showsTheJvmJitterStallsAndARowForEachProbe() {
        String text = text(120, 20);
        assertThat(text)
                .contains("com.acme.Shop pid 4711  java 17.0.15 ")
                .contains("jitter.hiccup 1/s  p50 –")
                .contains("stalls, last minute: gc 2 (5 ms)\n")
                .contains("overhead 1.5 % of one core");
        assertThat(text.lines().filter(line -> line.startsWith("Shop.")))
                .extracting(line -> line.replaceAll(" +", " ").strip())
                .containsExactly(
                        "Shop.find 100.0 1.50 µs 1.50 µs – 1.50 µs 1.50 ms 1.0",
                        "Shop.place 1.0 – – – 2.50 ms 25.0 ms 0.010 gc",
                        "Shop.idle");
    }

    @Test
    void callsThatHaveNotReturnedHaveALineThatSteersNothing() {
        views.notReturned("1 call of a\u001b[2J has not returned after 4.0 s");
        assertThat(text(120, 20)).contains("\n1 call of a\\u001b[2J has not returned after 4.0 s\n");
    }

    @Test
    void whatIsKnownOfAPartOfTheCallsIsMarked() {
        views.sampled("Shop.sampled", 1_000_000, 2_000_000).sampled("Shop.small", 1, 1_500);
        assertThat(text(140, 20).lines().filter(line -> line.startsWith("Shop.s")))
                .extracting(line -> line.replaceAll(" +", " ").strip())
                .containsExactly(
                        "Shop.sampled 1,600,000 2.00 ms 2.00 ms 2.00 ms ≥2.00 ms ~32,000 s 0 sampled:16",
                        "Shop.small 1.6 – – – ≥1.50 µs ~24.0 µs 0 sampled:16");
    }

    @ParameterizedTest
    @CsvSource({"80, 24", "200, 50", "40, 10", "20, 5", "10, 3", "1, 1"})
    void hasTheTerminalsSize(int width, int height) {
        for (char key : new char[] {'q', '?', '?', 'd', 'd', '/'}) {
            state.key(key == 'q' ? KeyCode.OTHER : key, views.view());
            List<AttributedString> lines = lines(views.view(), width, height);
            assertThat(lines).hasSize(height);
            assertThat(lines).allMatch(line -> line.columnLength() <= width);
        }
    }

    @Test
    void leavesOutColumnsAndNotTheNameWhereTheTerminalIsNarrow() {
        views.calls("com.acme.order.service.OrderPlacementService.place", 1, 1_000, "");
        String text = text(80, 20);
        assertThat(text).contains("p99").contains("max").doesNotContain("total").doesNotContain("cost %");
        assertThat(text).contains("com.acme.order.service.OrderPlacementService.place ");
        assertThat(text(200, 20)).contains("com.acme.order.service.OrderPlacementService.place ");
    }

    @Test
    void leavesOutWholeKeysAndStallsAndSaysSoWhereTheTerminalIsNarrow() {
        for (String kind : List.of("host", "safepoint", "throttled", "unknown", "paused")) {
            views.stall(kind, 1_000, 1_000_000);
        }
        List<String> lines = text(80, 24).lines().toList();
        assertThat(lines.get(23))
                .isEqualTo("q quit  ? help  Enter details  <> sort  / filter  w window  m mode  p probe  …");
        assertThat(lines.get(2))
                .startsWith("stalls, last minute: gc 2 (5 ms), host 1 (1 ms), ")
                .endsWith(" 1 (1 ms), …");
        assertThat(text(140, 24)).contains("z pause", "unknown 1 (1 ms)").doesNotContain("…");
    }

    @Test
    void theHelpIsWholeOnAUsualTerminal() {
        state.key('?', views.view());
        String text = text(80, 24);
        for (String[] key : TopState.KEYS) {
            assertThat(text).contains("\n  " + key[0] + ' ', ' ' + key[1] + '\n');
        }
        assertThat(text.replaceAll("\n +", " "))
                .contains("≥ the max of the calls that were timed. Cause: what most of the time of slow calls was.");
        for (int width : new int[] {50, 36, 24}) {
            assertThat(text(width, 50).replaceAll(" *\n +", " "))
                    .contains("filter: a part of the name, * for any characters ");
        }
    }

    @Test
    void steersNothingByNamesAndSentences() {
        String hostile = "\u001b[2J\u0007\r\n\u009b31m\u202e\u200b\ud800x";
        views.calls(hostile, 5_000, 1_000, hostile).problem(hostile);
        state.say(hostile);
        state.key('/', views.view());
        hostile.chars().filter(c -> c >= ' ').forEach(c -> state.key(c, views.view()));
        for (int round = 0; round < 2; round++) {
            for (AttributedString line : lines(views.view(), 150, 20)) {
                assertThat(line.toString().chars().anyMatch(TopScreenTest::steers))
                        .isFalse();
            }
            state.key(KeyCode.ENTER, views.view());
            state.key(KeyCode.ENTER, views.view());
        }
    }

    private static boolean steers(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || Character.isSurrogate((char) c);
    }

    @Test
    void marksTheSelectedRow() {
        state.key(KeyCode.DOWN, views.view());
        AttributedString selected = lines(views.view(), 100, 20).stream()
                .filter(line -> line.toString().startsWith("Shop.place"))
                .findFirst()
                .orElseThrow();
        assertThat(selected.styleAt(0)).isEqualTo(THEME.selected());
        assertThat(new Theme(false, true).selected()).isEqualTo(AttributedStyle.INVERSE);
    }

    @Test
    void saysAProblemAndWhatIsTyped() {
        views.problem("JVM 4711 has ended");
        state.key('p', views.view());
        "a#b".chars().forEach(c -> state.key(c, views.view()));
        assertThat(text(100, 20)).contains("JVM 4711 has ended\n").contains("a#b_");
    }

    @Test
    void aQuestionIsShownInFullAndBeforeAProblem() {
        views.problem("JVM 4711 does not answer");
        state.ask(new Request.Unprobe("a#b", true), "this costs throughput for some time, which somebody has to want");
        assertThat(text(40, 20))
                .contains("\nthis costs throughput for some time,\nwhich somebody has to want\ny and Enter go on, ")
                .doesNotContain("does not answer");
    }

    @Test
    void saysWhyThereIsNoRow() {
        assertThat(lines(new Views().view(), 80, 10))
                .extracting(AttributedString::toString)
                .contains("no probe has been called yet; p probes methods");
        state.key('/', views.view());
        state.key('%', views.view());
        assertThat(text(80, 12)).contains("no probe has \"%\" in its name");
    }

    @Test
    void sizesOfNamesAreThoseOfTheTerminal() {
        assertThat(TerminalText.width("日本")).isEqualTo(4);
        assertThat(TerminalText.fit("日本語の名前", 7))
                .satisfies(text -> assertThat(TerminalText.width(text)).isEqualTo(7));
        assertThat(TerminalText.fit("abcdefghij", 5)).isEqualTo("a…hij");
        assertThat(TerminalText.fit("ab", 5)).isEqualTo("ab   ");
    }
}
