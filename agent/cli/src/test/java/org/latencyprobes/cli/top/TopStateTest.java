package org.latencyprobes.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.top.TopState.Action;
import org.latencyprobes.cli.top.TopState.Screen;

final class TopStateTest {

    private final LiveView view = new Views()
            .calls("a", 300, 1_000, "")
            .calls("b", 200, 3_000, "gc")
            .calls("c", 100, 2_000, "cpu-wait")
            .jitter(1_000)
            .view();
    private final TopState state = new TopState(TopRows.ALL);

    private Action keys(Object... keys) {
        Action last = Action.NONE;
        for (Object key : keys) {
            if (key instanceof String text) {
                for (char c : text.toCharArray()) {
                    last = state.key(c, view);
                }
            } else {
                last = state.key((Integer) key, view);
            }
        }
        return last;
    }

    private List<String> shown() {
        return state.rows().of(view).stream().map(row -> row.key().probe()).toList();
    }

    @Test
    void sortsByTheColumnThatKeysChoose() {
        assertThat(shown()).containsExactly("a", "b", "c");
        keys(KeyCode.RIGHT);
        assertThat(state.rows().sort()).isEqualTo(TopColumn.P50);
        assertThat(shown()).containsExactly("b", "c", "a");
        keys("r");
        assertThat(shown()).containsExactly("a", "c", "b");
        keys("<<");
        assertThat(state.rows().sort()).isEqualTo(TopColumn.PROBE);
        keys("<<");
        assertThat(state.rows().sort()).isEqualTo(TopColumn.CAUSE);
        assertThat(shown()).containsExactly("c", "b", "a");
    }

    @Test
    void whatIsAskedAboutIsDoneWhereTheUserGoesOn() {
        Request request = keys("pcom.acme.Shop#place", KeyCode.ENTER).request();
        for (Object[] no :
                new Object[][] {{"n", KeyCode.ENTER}, {"yield", KeyCode.ENTER}, {KeyCode.ENTER}, {"y", KeyCode.ESCAPE}
                }) {
            state.ask(request, "it will be slow");
            assertThat(state.prompt()).isEqualTo(TopState.Prompt.CONSENT);
            assertThat(state.promptTitle()).contains("y and Enter");
            assertThat(keys(no)).isEqualTo(Action.NONE);
            assertThat(state.message()).isEqualTo("nothing was changed");
            assertThat(state.prompt()).isNull();
        }
        state.ask(request, "it will be slow");
        keys("y");
        assertThat(state.message()).isEqualTo("it will be slow");
        assertThat(keys(KeyCode.ENTER)).isEqualTo(new Action(false, -1, request, true));
        assertThat(state.message()).isEmpty();
    }

    @Test
    void filtersAsTheUserTypes() {
        keys("/B");
        assertThat(shown()).containsExactly("b");
        keys(KeyCode.BACKSPACE);
        assertThat(shown()).hasSize(3);
        keys("c", KeyCode.ENTER);
        assertThat(shown()).containsExactly("c");
        assertThat(state.prompt()).isNull();
        keys(KeyCode.ESCAPE);
        assertThat(shown()).hasSize(3);
    }

    @Test
    void aFilterMayHaveAsterisks() {
        LiveView names = new Views()
                .calls("com.acme.OrderService.place", 1, 1, "")
                .calls("com.acme.Order.place", 1, 1, "")
                .view();
        assertThat(new TopRows(TopColumn.RATE, false, "service*PLACE").of(names))
                .hasSize(1);
        assertThat(new TopRows(TopColumn.RATE, false, "place*service").of(names))
                .isEmpty();
    }

    @Test
    void theSelectedProbeStaysSelectedWhereverItsRowIs() {
        keys(KeyCode.DOWN);
        assertThat(state.selected(view)).isEqualTo(Views.key("b"));
        keys(KeyCode.RIGHT);
        assertThat(state.selected(view)).isEqualTo(Views.key("b"));
        assertThat(state.selectedIndex(state.rows().of(view))).isZero();
        keys(KeyCode.END);
        assertThat(state.selected(view)).isEqualTo(Views.key("a"));
        keys(KeyCode.PAGE_UP);
        assertThat(state.selected(view)).isEqualTo(Views.key("b"));
    }

    @Test
    void sendsModesAndPatternsToTheAgent() {
        assertThat(keys("ms", KeyCode.ENTER).request()).isEqualTo(new Request.Mode("sampled:16", "a"));
        assertThat(keys("msampled:4", KeyCode.ENTER).request()).isEqualTo(new Request.Mode("sampled:4", "a"));
        assertThat(keys("pcom.acme.Order#*", KeyCode.ENTER).request())
                .isEqualTo(new Request.Probe(List.of("com.acme.Order#*"), false, true));
        Action unprobe = keys(KeyCode.DOWN, "u", KeyCode.ENTER);
        assertThat(unprobe.request()).isEqualTo(new Request.Unprobe("b", true));
        assertThat(keys("p", KeyCode.ENTER)).isEqualTo(Action.NONE);
        assertThat(keys("poops", KeyCode.ESCAPE)).isEqualTo(Action.NONE);
        assertThat(state.prompt()).isNull();
    }

    @Test
    void aModeIsForTheProbeThatWasSelectedWhenItWasAskedFor() {
        LiveView others =
                new Views().calls("b", 90, 3_000, "").calls("a", 1, 1_000, "").view();
        for (LiveView later : List.of(others, new Views().view())) {
            state.key('m', view);
            state.key('f', later);
            assertThat(state.promptTitle()).endsWith(" (a)");
            assertThat(state.key(KeyCode.ENTER, later).request()).isEqualTo(new Request.Mode("off", "a"));
        }
        assertThat(state.key('m', new Views().view())).isEqualTo(Action.NONE);
        assertThat(state.prompt()).isNull();
    }

    @Test
    void opensAndLeavesDetailsAndHelp() {
        keys(KeyCode.ENTER);
        assertThat(state.screen()).isEqualTo(Screen.DETAILS);
        keys(KeyCode.ESCAPE);
        assertThat(state.screen()).isEqualTo(Screen.TABLE);
        keys("?");
        assertThat(state.screen()).isEqualTo(Screen.HELP);
        keys("?");
        assertThat(state.screen()).isEqualTo(Screen.TABLE);
    }

    @Test
    void aPauseKeepsWhatIsShown() {
        keys("z");
        LiveView later = new Views().view();
        assertThat(state.shown(later)).isSameAs(view);
        keys("z");
        assertThat(state.shown(later)).isSameAs(later);
    }

    @Test
    void windowsFollowEachOther() {
        assertThat(keys("w").windowSeconds()).isEqualTo(60);
        assertThat(keys("q").isQuit()).isTrue();
        assertThat(keys(KeyCode.EOF).isQuit()).isTrue();
    }
}
