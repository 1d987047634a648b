package org.latencyprobes.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.analysis.picture.DurationText;
import org.latencyprobes.analysis.statistics.TailSamples;
import org.latencyprobes.cli.print.ColumnFormat;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.ReportTableText;
import org.latencyprobes.internal.report.Times;
import org.latencyprobes.internal.report.Units;

/** The tables of a report's page, of the same cells as its text. Stateless. */
final class ReportTables {

    private static final double LEAST_PERCENT = 0.5;

    private ReportTables() {}

    /** Counts, rates, totals and percentiles. */
    static PageTable figures(ReportContent content) {
        List<String> headings = new ArrayList<>(List.of("probe", "outcome"));
        headings.addAll(ReportTableText.HEADINGS);
        return new PageTable(
                "Calls by probe and outcome, times in µs, totals in ms",
                2,
                headings,
                ReportFigures.of(content.rows()).stream()
                        .map(ReportTables::cells)
                        .toList());
    }

    private static List<String> cells(Figures figures) {
        List<String> cells = new ArrayList<>(List.of(figures.label(), figures.outcome()));
        cells.addAll(figures.cells());
        return cells;
    }

    /** How many samples lie beyond each percentile. */
    static PageTable beyond(List<Recording> recordings) {
        List<String> headings = new ArrayList<>(List.of("probe", "samples"));
        Percentiles.names().forEach(name -> headings.add("beyond " + name));
        return new PageTable(
                "Samples beyond each percentile",
                1,
                headings,
                recordings.stream()
                        .map(recording -> {
                            long samples = recording.total().getTotalCount();
                            List<String> cells = new ArrayList<>(List.of(recording.label(), number(samples)));
                            Percentiles.SHOWN.forEach(
                                    percentile -> cells.add(number(new TailSamples(percentile, samples).beyond())));
                            return cells;
                        })
                        .toList());
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A table of an answer without its moments, and without what is empty in each row. Names and tags are one cell. */
    static PageTable of(String caption, Table table) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).type() != Column.Type.MOMENT
                    && !table.columns().get(i).name().equals("tags")
                    && table.hasText(i)) {
                shown.add(i);
            }
        }
        int tags = table.indexOf("tags");
        return new PageTable(
                caption,
                (int) shown.stream()
                        .takeWhile(i -> !table.columns().get(i).type().isNumeric())
                        .count(),
                shown.stream()
                        .map(i -> new ColumnFormat(table.columns().get(i), Times.OWN).heading())
                        .toList(),
                table.values().stream()
                        .map(row -> cells(table, row, shown, tags))
                        .toList());
    }

    private static List<String> cells(Table table, List<Object> row, List<Integer> shown, int tags) {
        return shown.stream()
                .map(i -> {
                    String cell = new ColumnFormat(table.columns().get(i), Times.OWN).text(row.get(i));
                    return tags >= 0 && i == 0 ? cell + VisibleText.of(label(row.get(tags))) : cell;
                })
                .toList();
    }

    @SuppressWarnings("unchecked") // tags are
    private static String label(Object tags) {
        return Texts.label((Map<String, String>) tags);
    }

    /** What slow calls were slow for, by band; causes of less than half a percent are left out. */
    static PageTable causes(List<CauseShare> shares) {
        return new PageTable(
                "Time of slow calls above the median, by band of percentiles and cause",
                3,
                List.of(
                        "probe",
                        "band",
                        "cause",
                        "share",
                        "by chance",
                        "calls with it",
                        "calls explained",
                        "calls",
                        "from µs"),
                shares.stream()
                        .filter(share ->
                                share.sharePercent() >= LEAST_PERCENT || share.chancePercent() >= LEAST_PERCENT)
                        .map(share -> List.of(
                                VisibleText.of(share.probe() + Texts.label(share.tags())),
                                VisibleText.of(share.band()),
                                VisibleText.of(share.cause().replace('-', ' ')),
                                percent(share.sharePercent()),
                                percent(share.chancePercent()),
                                number(share.causeCalls()),
                                number(share.explained()),
                                number(share.calls()),
                                Percentiles.text(share.fromus())))
                        .toList());
    }

    private static String percent(double percent) {
        return Double.isNaN(percent) ? "" : String.format(Locale.ROOT, "%.0f %%", percent);
    }

    /** Single slow calls. */
    static PageTable calls(List<SingleCall> calls, int most) {
        return new PageTable(
                "The slowest calls that are kept",
                5,
                List.of("probe", "start", "thread", "main cause", "time by cause", "duration µs"),
                calls.stream()
                        .limit(most)
                        .map(call -> List.of(
                                VisibleText.of(
                                        name(call) + (call.outcome().equals("ok") ? "" : " (" + call.outcome() + ')')),
                                VisibleText.of(call.start()),
                                VisibleText.of(
                                        call.thread() + (call.trace().isEmpty() ? "" : ", trace " + call.trace())),
                                VisibleText.of(call.cause()).replace('-', ' '),
                                parts(call.parts()),
                                Percentiles.text(call.durationus())))
                        .toList());
    }

    /** Texts of stacks by the calls that they are of, in the order of the calls. */
    static Map<String, String> stacks(List<SingleCall> calls, List<StackFrame> frames) {
        Map<List<Long>, List<String>> lines = new HashMap<>();
        for (StackFrame frame : frames) {
            lines.computeIfAbsent(frame.call(), any -> new ArrayList<>()).add(VisibleText.of(frame.frame()));
        }
        Map<String, String> stacks = new LinkedHashMap<>();
        for (SingleCall call : calls) {
            List<String> stack = lines.get(call.identity());
            if (stack != null) {
                stacks.put(
                        VisibleText.of(name(call) + ", " + call.start() + ", thread " + call.thread()),
                        String.join("\n", stack));
            }
        }
        return stacks;
    }

    private static String name(SingleCall call) {
        return call.probe() + Texts.label(call.tags());
    }

    /** Times by cause in words. */
    private static String parts(Map<String, Double> parts) {
        return parts.entrySet().stream()
                .map(part -> VisibleText.of(part.getKey().replace('-', ' '))
                        + ' '
                        + DurationText.of(part.getValue() * Units.NANOS_PER_MICRO))
                .collect(Collectors.joining(", "));
    }
}
