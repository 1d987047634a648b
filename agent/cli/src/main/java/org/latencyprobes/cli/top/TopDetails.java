package org.latencyprobes.cli.top;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;
import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SeriesInterval;
import org.latencyprobes.internal.report.Percentiles;

/**
 * The details of one probe: figures, causes and slow calls, percentile spectrum, history. Where not all have room, of the calls the slowest
 * stays, and the history goes. For one thread.
 */
record TopDetails(LiveModel model, LiveView view, Theme theme, TerminalLines lines) {

    private static final double[] SPECTRUM = {50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999};
    /** Those that go where there is no room for all. */
    private static final Set<Double> BETWEEN = Set.of(75.0, 95.0, 99.5, 99.95);

    private static final int SPECTRUM_LINES = SPECTRUM.length + 3;
    private static final int HISTORY_LINES = 6;
    private static final int LABEL = 20;
    private static final int MOST_CALLS = 10;
    private static final double LEAST_SHARE = 0.005;

    void add(RowKey key, int height) {
        LiveRow row = view.rows().stream()
                .filter(one -> one.key().equals(key))
                .findFirst()
                .orElse(null);
        if (row == null) {
            lines.add(
                    (view.leftOut() > 0
                                    ? "this probe is left out: others have had more calls"
                                    : "this probe is not known any more")
                            + "; Esc goes back",
                    theme.problem());
            return;
        }
        lines.fill(key.label(), theme.head());
        figures(row);
        causes(key);
        calls(key, height - SPECTRUM_LINES - HISTORY_LINES);
        if (lines.size() + SPECTRUM_LINES <= height) {
            lines.add("", theme.plain());
        }
        spectrum(row, model.histogram(key), height);
        if (lines.size() + HISTORY_LINES <= height) {
            lines.add("", theme.plain());
            history(key);
        }
    }

    private void figures(LiveRow row) {
        String counts = String.format(
                Locale.ROOT,
                "%,d calls, %,.1f per s",
                row.figures().count(),
                row.figures().perSecond());
        String timed = row.figures().isEstimated()
                ? String.format(
                        Locale.ROOT, ", %,d of them timed", row.figures().timed())
                : "";
        lines.wrap(
                "",
                theme.plain(),
                counts + timed + ", mean " + TopColumn.mean(row) + ", total "
                        + TopColumn.TOTAL.text(row) + ", overhead " + TopColumn.COST.text(row)
                        + " % of one core, mode " + row.mode(),
                theme.plain());
    }

    /** A bar for each percentile that has a sample beyond it; their lengths are logarithms, from the half of the median on. */
    private void spectrum(LiveRow row, Histogram histogram, int height) {
        lines.add("percentile      time    beyond", theme.strong());
        if (histogram.getTotalCount() == 0) {
            lines.add("no call was timed", theme.plain());
            return;
        }
        double base = Math.max(1, histogram.getValueAtPercentile(50) / 2.0);
        double maxMicros = row.figures().maxMicros();
        double longest = Math.log(Math.max(2, maxMicros * NANOS_PER_MICRO / base));
        boolean hasRoom = lines.size() + SPECTRUM_LINES - 2 <= height;
        for (double percentile : SPECTRUM) {
            long beyond = (long) (histogram.getTotalCount() * (PERCENT - percentile) / PERCENT);
            if (beyond >= 1 && (hasRoom || !BETWEEN.contains(percentile))) {
                double micros = Math.min(maxMicros, Percentiles.micros(histogram, percentile));
                bar(Percentiles.name(percentile), TopColumn.micros(micros), micros, beyond, base, longest);
            }
        }
        bar("max", TopColumn.MAX.text(row), maxMicros, 0, base, longest);
    }

    private void bar(String name, String shown, double micros, long beyond, double base, double longest) {
        String text = String.format(
                Locale.ROOT,
                "%-8s %11s %9s ",
                name,
                shown,
                beyond == 0 ? "" : String.format(Locale.ROOT, "%,d", beyond));
        double share = Math.log(Math.max(1, micros * NANOS_PER_MICRO / base)) / longest;
        int room = lines.width() - text.length() - 1;
        lines.add(text, theme.plain(), theme.bar((int) Math.round(share * Math.max(0, room))), theme.bar());
    }

    private void history(RowKey key) {
        List<SeriesInterval> history = model.history(key);
        int room = Math.max(1, lines.width() - LABEL);
        Sparkline line = new Sparkline(theme, view.facts().nanos(), room);
        lines.add("the last " + room + " s, from the least to the greatest", theme.strong());
        add(line, "per s", history, SeriesInterval::perSecond, "%,.0f");
        add(line, "p50", history, one -> one.p50Nanos() / NANOS_PER_MICRO, null);
        add(line, "p99", history, one -> one.p99Nanos() / NANOS_PER_MICRO, null);
        add(line, "max", history, one -> one.maxNanos() / NANOS_PER_MICRO, null);
    }

    private void add(
            Sparkline line,
            String name,
            List<SeriesInterval> history,
            ToDoubleFunction<SeriesInterval> value,
            String format) {
        double greatest =
                history.stream().filter(line::isShown).mapToDouble(value).max().orElse(0);
        String text = format == null ? TopColumn.micros(greatest) : String.format(Locale.ROOT, format, greatest);
        lines.add(
                String.format(Locale.ROOT, "%-6s %11s  ", name, text),
                theme.plain(),
                line.of(history, value),
                theme.bar());
    }

    private void causes(RowKey key) {
        Map<String, Long> nanos = model.causes(key).nanos();
        double all = nanos.values().stream().mapToLong(each -> each).sum();
        String text = nanos.entrySet().stream()
                .filter(cause -> cause.getValue() >= LEAST_SHARE * all)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(cause ->
                        String.format(Locale.ROOT, "%s %.0f %%", cause.getKey(), PERCENT * cause.getValue() / all))
                .collect(Collectors.joining(", "));
        lines.wrap(
                "time of slow calls: ", theme.strong(), text.isEmpty() ? "none in this window" : text, theme.plain());
    }

    private void calls(RowKey key, int height) {
        List<SingleCall> calls = view.calls(key).stream()
                .limit(Math.max(1, Math.min(MOST_CALLS, height - lines.size() - 1)))
                .toList();
        if (!calls.isEmpty()) {
            lines.add("the slowest of the last ten minutes", theme.strong());
        }
        for (SingleCall call : calls) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%s  %9s  %-15s  %s",
                            TopScreen.time(call.atMillis()),
                            DurationText.of(call.nanos()),
                            call.cause(),
                            call.thread()),
                    theme.plain());
        }
    }
}
