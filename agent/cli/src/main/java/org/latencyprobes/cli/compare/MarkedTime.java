package org.latencyprobes.cli.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.command.HistogramText;
import org.latencyprobes.agent.command.ReportTable;
import org.latencyprobes.agent.command.TailTables;
import org.latencyprobes.agent.protocol.Texts;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.merge.LineFilter;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.histogram.Tag;
import org.latencyprobes.probe.Hub;
import org.latencyprobes.report.Figures;

/** What a JVM recorded since a mark: sums, without blocks of time. Not thread-safe. */
final class MarkedTime {

    private static final int START_MILLIS = 14;
    private static final int END_MILLIS = 15;
    private static final int HISTOGRAM = 3;

    private final Map<Tag, Histogram> timed = new HashMap<>();
    private final Map<Tag, Long> untimed = new HashMap<>();
    private long startMillis = Long.MAX_VALUE;
    private long endMillis;

    /**
     * Reads an answer of the agent.
     *
     * @param moment 0 for the time since the first moment of the request, 1 for that since the second: nothing where it had none
     */
    MarkedTime(Answer answer, int moment) {
        rows(answer, ReportTable.TABLE, moment).forEach(this::addFigures);
        rows(answer, TailTables.HISTOGRAMS, moment).forEach(this::addHistogram);
    }

    private static List<List<String>> rows(Answer answer, String name, int moment) {
        return answer.tables().stream()
                .filter(table -> table.name().equals(name))
                .skip(moment)
                .limit(1)
                .flatMap(table -> table.rows().stream())
                .toList();
    }

    private void addFigures(List<String> row) {
        Figures figures = ReportTable.figures(row);
        untimed.merge(tag(row), figures.count() - figures.timed(), Long::sum);
        startMillis = Math.min(startMillis, Long.parseLong(row.get(START_MILLIS)));
        endMillis = Math.max(endMillis, Long.parseLong(row.get(END_MILLIS)));
    }

    private void addHistogram(List<String> row) {
        Histogram histogram = HistogramText.parse(row.get(HISTOGRAM));
        if (row.get(0).equals(Hub.SLOW_CALLS)) { // which is no row of a report
            untimed.put(tag(row), 0L);
        }
        timed.merge(tag(row), histogram, (one, other) -> {
            one.add(other);
            return one;
        });
    }

    /** Whether it has not all calls of another one: then it began later. */
    boolean lacks(MarkedTime other) {
        return other.timed.entrySet().stream()
                .anyMatch(each -> count(each.getKey()) < each.getValue().getTotalCount());
    }

    private long count(Tag tag) {
        return timed.containsKey(tag) ? timed.get(tag).getTotalCount() : 0;
    }

    /** A run of what was recorded before a later mark. Calls that were counted and not timed are in it, too. */
    Run run(String name, MarkedTime later, LineFilter filter) {
        Run run = Run.of(name);
        long covered = Math.max(0, Math.min(endMillis, later.startMillis) - startMillis);
        untimed.forEach((tag, all) -> {
            Histogram histogram = timed.getOrDefault(tag, new Histogram(Layout.SIGNIFICANT_DIGITS));
            Histogram after = later.timed.get(tag);
            if (after != null) {
                histogram.subtract(after);
            }
            long count = all - later.untimed.getOrDefault(tag, 0L);
            if (filter.isWanted(tag) && histogram.getTotalCount() + count > 0) {
                histogram.setStartTimeStamp(startMillis);
                histogram.setEndTimeStamp(startMillis + covered);
                run.add(tag, histogram, count);
            }
        });
        run.cover(covered);
        run.close();
        return run;
    }

    private static Tag tag(List<String> row) {
        return tag(row.get(0), row.get(1), row.get(2));
    }

    /** The tag of a line that a log would have. */
    static Tag tag(String probe, String tags, String outcome) {
        return new Tag(probe, Texts.parsedTags(tags), outcome);
    }
}
