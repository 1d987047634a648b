package org.latencyprobes.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SnapshotSource;
import org.latencyprobes.probe.LatencyProbe;

final class TopDetailsTest {

    private final String name = "details " + System.nanoTime();
    private final RowKey key = Views.key(name);
    private final SnapshotSource agent = new SnapshotSource();
    private final LiveModel model = new LiveModel();

    private void second() {
        agent.pass(1);
        model.update(agent.answer(model.next()));
    }

    private List<String> details(boolean hasUnicode) {
        return details(hasUnicode, 100, 40);
    }

    private List<String> details(boolean hasUnicode, int width, int height) {
        TerminalLines lines = new TerminalLines(width);
        new TopDetails(model, model.view(), new Theme(true, hasUnicode), lines).add(key, height);
        return lines.all().stream().map(AttributedString::toString).toList();
    }

    private void calls() {
        LatencyProbe probe = LatencyProbe.named(name);
        second();
        for (int call = 1; call <= 1_000; call++) {
            probe.recordNanos(call <= 990 ? 1_000 : 100_000);
        }
        second();
        second();
        probe.recordNanos(1_000);
        second();
    }

    @Test
    void theSpectrumGoesAsFarAsThereAreSamples() {
        calls();
        List<String> percentiles = details(true).stream()
                .filter(line -> line.matches("(p\\d|max).*\\d +.*█.*"))
                .map(line -> line.split(" +")[0])
                .toList();
        assertThat(percentiles)
                .startsWith("p50", "p75", "p90", "p95", "p99")
                .contains("p99.9")
                .doesNotContain("p99.99");
    }

    @Test
    void barsAreLogarithmic() {
        calls();
        int median = bar("p50").length();
        int max = bar("max").length();
        assertThat(max).isBetween(60, 100);
        assertThat(median).isBetween(max / 10, max / 4);
    }

    private String bar(String percentile) {
        return details(true).stream()
                .filter(line -> line.startsWith(percentile + ' '))
                .findFirst()
                .orElseThrow()
                .replaceAll("[^█]", "");
    }

    @Test
    void theHistoryHasACharacterForEachSecond() {
        calls();
        String rates = details(true).stream()
                .filter(line -> line.startsWith("per s"))
                .findFirst()
                .orElseThrow();
        assertThat(rates).hasSize(100).endsWith("█ ▁");
    }

    /** A usual terminal leaves 18 lines. */
    @Test
    void whereThereIsLittleRoomCausesAndTheSlowestCallStayAndTheHistoryGoes() {
        calls();
        LatencyProbe probe = LatencyProbe.named(name);
        for (int call = 0; call < 200_000; call++) {
            probe.recordNanos(1_000);
        }
        agent.slow(name, Map.of(), 50_000_000, 0);
        agent.slow(name, Map.of(), 40_000_000, 0);
        second();
        for (int height : new int[] {18, 16}) {
            List<String> lines = details(true, 80, height);
            assertThat(String.join(" ", lines))
                    .contains("time of slow calls: ", " 50 ms ", " p99.999 ", " of one core, mode ")
                    .doesNotContain(" 40 ms ", "the last 60 s");
            assertThat(lines).hasSizeLessThanOrEqualTo(height);
            assertThat(lines.get(lines.size() - 1)).startsWith("max ");
            assertThat(String.join(" ", lines).contains(" p99.95 ")).isEqualTo(height == 18);
        }
        assertThat(String.join("\n", details(true, 80, 40))).contains(" 40 ms ", "the last 60 s", "p99.95");
    }

    @Test
    void aTerminalWithoutUnicodeGetsAscii() {
        calls();
        assertThat(details(false).stream().map(line -> line.replace("µs", "us")).collect(Collectors.joining()))
                .contains("####")
                .matches("\\p{ASCII}*");
    }

    @Test
    void whatIsNotKnownAnyMoreIsSaid() {
        second();
        assertThat(details(true)).containsExactly("this probe is not known any more; Esc goes back");
    }
}
