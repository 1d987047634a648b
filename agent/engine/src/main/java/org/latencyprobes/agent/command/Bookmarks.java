package org.latencyprobes.agent.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.HistogramRow;
import org.latencyprobes.agent.protocol.ReportRow;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.counts.MemoryShare;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

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
    private static final String CAUSES = "causes";

    /** Before the name of a second moment, from which the report has rows and histograms of its own. */
    public static final String UNTIL = "until=";

    private final Map<String, Bookmark> bookmarks = new LinkedHashMap<>();
    private final Supplier<CauseTotals> explained;
    private final Supplier<Conditions> conditions;
    private final Bookmark last = new Bookmark();

    private static final class Bookmark {

        private final IntervalReader reader = new IntervalReader();
        private final MemoryShare memory = MemoryShare.of(this);
        private CauseTotals explained;
        private InPlaceCost.Mark inPlaceCost;
        private Conditions.Mark conditions;

        void explained(CauseTotals now) {
            explained = now;
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
        bookmark.explained(explained.get());
        bookmark.inPlaceCost = InPlaceCost.mark();
        bookmark.conditions = conditions.get().mark();
        bookmark.reader.skip();
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
     * @param since {@code start}, {@code last} (report of this kind) or the name of a bookmark, which is not moved
     * @param costs measures
     * @param timeline of stalls, or null
     * @param with what else is asked for: {@value #CAUSES} of slow calls, {@value HistogramRow#TABLE} of all rows, {@value #UNTIL} with a
     *     second moment, whose rows and histograms come as {@value ReportRow#LATER_TABLE} and {@value HistogramRow#LATER_TABLE} and have
     *     nothing that the others lack
     * @return tables, or a refusal that names the bookmarks
     */
    public Answer report(String since, CostMeasure costs, StallTimeline timeline, Collection<String> with) {
        String until =
                with.stream().filter(word -> word.startsWith(UNTIL)).findFirst().orElse(null);
        if (until == null) {
            return since(since, costs, timeline, with);
        }
        Answer later = since(until.substring(UNTIL.length()), costs, null, with);
        Answer all = since(since, costs, timeline, with);
        if (later.exitCode() != ExitCode.OK) {
            return later;
        }
        if (all.exitCode() == ExitCode.OK) {
            all.add(ReportRow.LATER_TABLE, ReportRow.class, later.all(ReportRow.TABLE, ReportRow.class));
            all.add(HistogramRow.LATER_TABLE, HistogramRow.class, later.all(HistogramRow.TABLE, HistogramRow.class));
        }
        return all;
    }

    private Answer since(String since, CostMeasure costs, StallTimeline timeline, Collection<String> with) {
        CauseTotals now = explained.get();
        if (since.equals(START)) {
            List<Interval> total = new ArrayList<>();
            last.reader.total(interval -> total.add(conditions.get().sinceWoven(interval)));
            Answer all = report(total, costs, null, timeline, with.contains(CAUSES) ? now : null, with);
            return conditions.get().add(all, null);
        }
        Bookmark bookmark = since.equals(LAST) ? last : bookmarks.get(since);
        if (bookmark == null) {
            return Answer.failed(ExitCode.FAILED, "no bookmark \"" + since + "\"; there are " + names());
        }
        CauseTotals causes = with.contains(CAUSES) ? now.minus(bookmark.explained) : null;
        InPlaceCost.Mark inPlaceCost = bookmark.inPlaceCost;
        Conditions.Mark mark = bookmark.conditions;
        List<Interval> intervals = bookmark.reader.read();
        if (bookmark == last) {
            last.explained(now);
            last.inPlaceCost = InPlaceCost.mark();
            last.conditions = conditions.get().mark();
        } else {
            bookmark.reader.unread();
        }
        return conditions.get().add(report(intervals, costs, inPlaceCost, timeline, causes, with), mark);
    }

    private static Answer report(
            List<Interval> intervals,
            CostMeasure costs,
            InPlaceCost.Mark since,
            StallTimeline timeline,
            CauseTotals causes,
            Collection<String> with) {
        Answer answer = ReportTable.of(intervals, costs, since, timeline, causes);
        return with.contains(HistogramRow.TABLE) ? TailTables.addHistograms(answer, intervals) : answer;
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
