package org.latencyprobes.agent.figures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.KeptMemory;

/**
 * The named moments from which users want reports later: a reader for each, and one for the last report, with what had been explained of
 * slow calls by then. For one thread.
 *
 * <p>A bookmark keeps a snapshot of every probe, so their number is limited.
 */
public final class Bookmarks {

    private static final int MOST = 16;
    private static final String START = "start";
    private static final String LAST = "last";

    private final Map<String, Bookmark> bookmarks = new LinkedHashMap<>();
    private final Supplier<CauseTotals> explained;
    private final Supplier<Conditions> conditions;
    private final Bookmark last = new Bookmark();

    private static final class Bookmark {

        private final IntervalReader reader = new IntervalReader();
        private final KeptMemory memory = KeptMemory.of(this);
        private CauseTotals explained;
        private Conditions.Mark conditions;

        void move(CauseTotals now, Conditions.Mark mark) {
            explained = now;
            conditions = mark;
            memory.set(now.bytes());
        }
    }

    /**
     * Remembers nothing yet; the first report from {@code last} is from the start.
     *
     * @param explained gives a copy of what has been explained of slow calls so far
     * @param conditions tells how the JVM ran
     */
    public Bookmarks(Supplier<CauseTotals> explained, Supplier<Conditions> conditions) {
        this.explained = explained;
        this.conditions = conditions;
    }

    /**
     * Remembers now.
     *
     * @param name any but {@code start} and {@code last}; an earlier bookmark of that name is moved
     * @return what was done
     */
    public Answer mark(String name) {
        if (name.isBlank() || name.equals(START) || name.equals(LAST)) {
            return Answer.failed(ExitCode.USAGE, "a bookmark needs a name, other than start and last");
        }
        Bookmark bookmark = new Bookmark();
        bookmark.reader.skip();
        bookmark.move(
                explained.get(), // after the counts: what only these have is one call less that is explained
                conditions.get().mark());
        boolean moved = bookmarks.remove(name) != null;
        bookmarks.put(name, bookmark);
        Answer answer = new Answer().say("bookmark " + name + (moved ? " moved" : " set"));
        return bookmarks.size() > MOST
                ? answer.say("bookmark " + forgetOldest() + " is forgotten: " + MOST + " are kept")
                : answer;
    }

    private String forgetOldest() {
        String oldest = bookmarks.keySet().iterator().next();
        bookmarks.remove(oldest);
        return oldest;
    }

    /**
     * What was recorded since a moment.
     *
     * @param asked since when, a bookmark of which is not moved; what came since its second moment, if it has one, comes as
     *     {@value ReportRow#LATER_TABLE} and {@value HistogramRow#LATER_TABLE} and has nothing that the others lack
     * @param costs measures
     * @param timeline of stalls, or null
     * @return tables, or a refusal that names the bookmarks
     */
    public Answer report(Request.Report asked, CostMeasure costs, StallTimeline timeline) {
        if (asked.until().isEmpty()) {
            return since(asked.since(), asked, costs, timeline);
        }
        Answer later = since(asked.until(), asked, costs, null);
        Answer all = since(asked.since(), asked, costs, timeline);
        if (later.exitCode() != ExitCode.OK) {
            return later;
        }
        if (all.exitCode() == ExitCode.OK) {
            all.add(ReportRow.LATER_TABLE, ReportRow.class, later.all(ReportRow.TABLE, ReportRow.class));
            all.add(HistogramRow.LATER_TABLE, HistogramRow.class, later.all(HistogramRow.TABLE, HistogramRow.class));
        }
        return all;
    }

    private Answer since(String since, Request.Report asked, CostMeasure costs, StallTimeline timeline) {
        CauseTotals now = explained.get();
        if (since.equals(START)) {
            List<Interval> total = new ArrayList<>();
            last.reader.total(interval -> total.add(conditions.get().sinceWoven(interval)));
            Answer all = ReportTable.of(total, costs, null, timeline, asked.causes() ? now : null);
            return conditions.get().add(withHistograms(all, asked, total), null);
        }
        Bookmark bookmark = since.equals(LAST) ? last : bookmarks.get(since);
        if (bookmark == null) {
            return Answer.failed(ExitCode.FAILED, "no bookmark \"" + since + "\"; there are " + names());
        }
        CauseTotals causes = asked.causes() ? now.minus(bookmark.explained) : null;
        Conditions.Mark mark = bookmark.conditions;
        List<Interval> intervals = bookmark.reader.read();
        if (bookmark == last) {
            last.move(now, conditions.get().mark());
        } else {
            bookmark.reader.unread();
        }
        Answer all = ReportTable.of(intervals, costs, mark, timeline, causes);
        return conditions.get().add(withHistograms(all, asked, intervals), mark);
    }

    private static Answer withHistograms(Answer answer, Request.Report asked, List<Interval> intervals) {
        return asked.histograms() ? WhyTables.addHistograms(answer, intervals) : answer;
    }

    /**
     * What {@link #report} takes.
     *
     * @return {@code start}, {@code last} and the bookmarks, oldest first
     */
    public String names() {
        StringBuilder names = new StringBuilder(START + ", " + LAST);
        for (String name : bookmarks.keySet()) {
            names.append(", ").append(name);
        }
        return names.toString();
    }
}
