package org.latencyprobes.micrometer.internal.series;

import org.latencyprobes.internal.counts.TracedCall;

/** The exemplar of a series: its last slow call that had a trace id. Not thread-safe. */
public final class SeriesExemplar {

    private TracedCall last;
    private long sentMillis = Long.MIN_VALUE;

    void add(TracedCall callOrNull) {
        if (callOrNull != null && (last == null || callOrNull.endMillis() > last.endMillis())) {
            last = callOrNull;
        }
    }

    /** Null where there was none. */
    public TracedCall last() {
        return last;
    }

    /** The same if it has come since the last {@link #endRecent}, whatever was cleared meanwhile; else null. */
    public TracedCall recent() {
        return last != null && last.endMillis() > sentMillis ? last : null;
    }

    void endRecent() {
        sentMillis = last == null ? sentMillis : last.endMillis();
    }

    void clear() {
        last = null;
    }
}
