package org.latencyprobes.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.latencyprobes.agent.figures.CausesText;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.analysis.statistics.TailSamples;
import org.latencyprobes.cli.print.ColumnFormat;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.ReportTableText;
import org.latencyprobes.internal.report.UnitFactors;

/** The tables of a report's page, of the same cells as its text. Stateless. */
final class ReportTables {

    private static final double LEAST_PERCENT = 0.5;

    private ReportTables() {}

    /** Counts, rates, totals and percentiles. */
    static PageTable figures(ReportContent content) {
        return table("Calls by probe and outcome", "probe", rows(content, false));
    }

    /** The same of what samples jitter. */
    static PageTable jitter(ReportContent content) {
        return table("Jitter", "jitter", rows(content, true));
    }

    private static PageTable table(String caption, String subject, List<List<String>> rows) {
        List<String> headings = new ArrayList<>(List.of(subject, "outcome"));
        headings.addAll(ReportTableText.HEADINGS);
        return new PageTable(caption, 2, headings, rows);
    }

    /** Of each row probe, outcome, and the columns of numbers. */
    static List<List<String>> rows(ReportContent content, boolean areJitter) {
        List<Figures> figures = ReportFigures.of(content.rows().stream()
                .filter(row -> row.isJitter() == areJitter)
                .toList());
        List<List<String>> numbers = ReportTableText.cells(figures);
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            List<String> cells = new ArrayList<>(
                    List.of(figures.get(i).label(), figures.get(i).outcome()));
            cells.addAll(numbers.get(i));
            rows.add(cells);
        }
        return rows;
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
        List<ColumnFormat> formats = ColumnFormat.shown(table);
        formats.removeIf(format -> format.column().name().equals("tags"));
        int tags = table.indexOf("tags");
        return new PageTable(
                caption,
                (int) formats.stream()
                        .takeWhile(format -> !format.column().type().isNumeric())
                        .count(),
                formats.stream().map(ColumnFormat::heading).toList(),
                table.values().stream().map(row -> cells(row, formats, tags)).toList());
    }

    private static List<String> cells(List<Object> row, List<ColumnFormat> formats, int tags) {
        List<String> cells = new ArrayList<>();
        for (ColumnFormat format : formats) {
            String cell = format.text(row.get(format.index()));
            cells.add(tags >= 0 && format.index() == 0 ? cell + VisibleText.of(label(row.get(tags))) : cell);
        }
        return cells;
    }

    @SuppressWarnings("unchecked") // tags are
    private static String label(Object tags) {
        return Texts.label((Map<String, String>) tags);
    }

    /** What slow calls were slow for, by band; causes of less than half a percent are left out. */
    static PageTable causes(List<CauseShare> all) {
        List<CauseShare> shares = all.stream()
                .filter(share -> share.sharePercent() >= LEAST_PERCENT || share.chancePercent() >= LEAST_PERCENT)
                .toList();
        int unit = unit(shares, CauseShare::fromus);
        return new PageTable(
                "Causes of slow calls, by band of percentiles",
                3,
                List.of(
                        "probe",
                        "band",
                        "cause",
                        "share of time",
                        "coincidence",
                        "share of calls",
                        "calls looked at",
                        "calls",
                        "from"),
                shares.stream()
                        .map(share -> List.of(
                                VisibleText.of(share.probe() + Texts.label(share.tags())),
                                VisibleText.of(share.band()),
                                VisibleText.of(share.cause()),
                                CausesText.ofTime(share).text(),
                                percent(share.chancePercent()),
                                CausesText.ofCalls(share).text(),
                                number(share.explained()),
                                number(share.calls()),
                                Durations.text(share.fromus(), unit)))
                        .toList());
    }

    /** Of a column of times. */
    private static <R> int unit(List<R> rows, ToDoubleFunction<R> micros) {
        return Durations.unit(rows.stream().mapToDouble(micros).toArray());
    }

    private static String percent(double percent) {
        return Double.isNaN(percent) ? "" : String.format(Locale.ROOT, "%.0f %%", percent);
    }

    /** Single slow calls. */
    static PageTable calls(List<SingleCall> all, int most) {
        List<SingleCall> calls = all.stream().limit(most).toList();
        int unit = unit(calls, SingleCall::durationus);
        return new PageTable(
                "The slowest calls that are kept",
                5,
                List.of("probe", "start", "thread", "main cause", "time by cause", "duration"),
                calls.stream()
                        .map(call -> List.of(
                                VisibleText.of(
                                        name(call) + (call.outcome().equals("ok") ? "" : " (" + call.outcome() + ')')),
                                VisibleText.of(call.start()),
                                VisibleText.of(
                                        call.thread() + (call.trace().isEmpty() ? "" : ", trace " + call.trace())),
                                VisibleText.of(call.cause()),
                                parts(call.parts()),
                                Durations.text(call.durationus(), unit)))
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

    static String name(SingleCall call) {
        return call.probe() + Texts.label(call.tags());
    }

    /** Times by cause in words. */
    static String parts(Map<String, Double> parts) {
        return parts.entrySet().stream()
                .map(part -> VisibleText.of(part.getKey())
                        + ' '
                        + DurationText.of(part.getValue() * UnitFactors.NANOS_PER_MICRO))
                .collect(Collectors.joining(", "));
    }
}
