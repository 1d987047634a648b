package org.latencyprobes.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latencyprobes.agent.figures.CausesText;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.analysis.markup.MarkdownText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.internal.report.ReportTableText;

/** A report as Markdown, such as for a pull request. Stateless. */
public final class ReportMarkdown {

    /** What a reader of a pull request does not need. */
    private static final List<String> LEFT_OUT = List.of("total", "mean", "p90", "p99.99");

    private ReportMarkdown() {}

    /**
     * Writes the report.
     *
     * @param content of the report
     * @return Markdown
     */
    public static String of(ReportContent content) {
        List<Integer> columns = IntStream.range(0, ReportTableText.HEADINGS.size())
                .filter(i -> !LEFT_OUT.contains(ReportTableText.HEADINGS.get(i)))
                .boxed()
                .toList();
        StringBuilder text = new StringBuilder("**" + MarkdownText.escaped(content.title()) + "**\n\n");
        List<String> items = new ArrayList<>(content.facts().entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .toList());
        items.addAll(content.remarks());
        text.append(MarkdownText.list(items)).append(figures("probe", columns, ReportTables.rows(content, false)));
        List<List<String>> jitter = ReportTables.rows(content, true);
        return text + causes(content) + stalls(content) + (jitter.isEmpty() ? "" : figures("jitter", columns, jitter));
    }

    private static String figures(String subject, List<Integer> columns, List<List<String>> rows) {
        StringBuilder text = new StringBuilder("\n| " + subject + " | outcome |");
        columns.forEach(
                i -> text.append(' ').append(ReportTableText.HEADINGS.get(i)).append(" |"));
        text.append("\n|---|---|").append("---:|".repeat(columns.size())).append('\n');
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>(row.subList(0, 2));
            columns.forEach(i -> cells.add(row.get(2 + i)));
            text.append(MarkdownText.row(cells.toArray(String[]::new)));
        }
        return text.toString();
    }

    private static String causes(ReportContent content) {
        List<String> lines = CausesText.lines(content.all(CauseShare.TABLE, CauseShare.class), false);
        return lines.isEmpty() ? "" : '\n' + MarkdownText.list(lines);
    }

    private static String stalls(ReportContent content) {
        return content.table(StallSum.TABLE)
                .filter(table -> !table.rows().isEmpty())
                .map(table -> ReportTables.of("", table))
                .map(table -> '\n' + MarkdownText.row(headings(table)) + "|---|"
                        + "---|".repeat(table.headings().size() - 1)
                        + '\n'
                        + table.rows().stream()
                                .map(row -> MarkdownText.row(row.toArray(String[]::new)))
                                .collect(Collectors.joining()))
                .orElse("");
    }

    private static String[] headings(PageTable table) {
        List<String> headings = new ArrayList<>(table.headings());
        headings.set(0, "stalls");
        return headings.toArray(String[]::new);
    }
}
