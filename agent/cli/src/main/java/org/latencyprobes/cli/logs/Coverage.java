package org.latencyprobes.cli.logs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The time that the logs of each host cover. A log covers the time from the begin of its first line to the end of its last, of whichever
 * probes, since a probe without calls has no line. Time that several logs cover counts once; time between logs does not count. Not
 * thread-safe.
 */
public final class Coverage {

    private final List<Span> spans = new ArrayList<>();
    private final Map<LogCursor, Span> latest = new IdentityHashMap<>();

    private static final class Span {

        private final String host;
        private final int part;
        private long startMillis;
        private long endMillis;

        Span(String host, int part, long startMillis, long endMillis) {
            this.host = host;
            this.part = part;
            this.startMillis = startMillis;
            this.endMillis = endMillis;
        }
    }

    /** Adds the present line of a log. */
    public void add(LogCursor cursor) {
        Span span = latest.get(cursor);
        if (span == null || span.part != cursor.part()) {
            span = new Span(cursor.host(), cursor.part(), cursor.startMillis(), cursor.endMillis());
            latest.put(cursor, span);
            spans.add(span);
        }
        span.startMillis = Math.min(span.startMillis, cursor.startMillis());
        span.endMillis = Math.max(span.endMillis, cursor.endMillis());
    }

    /** How much of a time the logs of a host cover, in ms; the logs of all hosts if none has this host. */
    public long millis(String host, long fromMillis, long toMillis) {
        boolean isKnownHost = spans.stream().anyMatch(span -> span.host.equals(host));
        long covered = 0;
        long coveredUntil = fromMillis;
        for (Span span : spans.stream()
                .filter(span -> !isKnownHost || span.host.equals(host))
                .sorted(Comparator.comparingLong(span -> span.startMillis))
                .toList()) {
            long start = Math.max(span.startMillis, coveredUntil);
            long end = Math.min(span.endMillis, toMillis);
            if (end > start) {
                covered += end - start;
                coveredUntil = end;
            }
        }
        return covered;
    }
}
