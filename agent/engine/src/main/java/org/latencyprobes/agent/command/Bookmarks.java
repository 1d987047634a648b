package org.latencyprobes.agent.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/**
 * The named moments from which users want reports later: a reader for each, and one for the last report. For one thread.
 *
 * <p>A bookmark keeps a snapshot of every probe, so their number is limited.
 */
public final class Bookmarks {

    private static final int MOST = 16;
    private static final String START = "start";
    private static final String LAST = "last";

    private final Map<String, IntervalReader> bookmarks = new LinkedHashMap<>();
    private final IntervalReader last = new IntervalReader();

    /** Remembers nothing yet; the first report from {@code last} is from the start. */
    public Bookmarks() {}

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
        IntervalReader reader = new IntervalReader();
        reader.skip();
        boolean moved = bookmarks.remove(name) != null;
        bookmarks.put(name, reader);
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
     * @return tables, or a refusal that names the bookmarks
     */
    public Answer report(String since, Costs.Measure costs, StallTimeline timeline) {
        if (since.equals(START)) {
            return ReportTable.of(last.total(), costs, timeline);
        }
        if (since.equals(LAST)) {
            return ReportTable.of(last.read(), costs, timeline);
        }
        IntervalReader reader = bookmarks.get(since);
        if (reader == null) {
            return Answer.failed(ExitCode.FAILED, "no bookmark \"" + since + "\"; there are " + names());
        }
        List<Interval> intervals = reader.read();
        reader.unread();
        return ReportTable.of(intervals, costs, timeline);
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
