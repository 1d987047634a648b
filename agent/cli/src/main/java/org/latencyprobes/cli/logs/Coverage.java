package org.latencyprobes.cli.logs;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The time that the logs of each host cover. A log covers the time from the begin of its first line to the end of its last, of whichever
 * probes, since a probe without calls has no line. Time that several logs cover counts once; time between logs does not count. Not
 * thread-safe.
 */
public final class Coverage {

    /** By log, and the number of the log among concatenated ones. */
    private final Map<List<Object>, Span> spans = new LinkedHashMap<>();

    private record Span(String host, long startMillis, long endMillis) {

        private Span with(Span other) {
            return new Span(host, Math.min(startMillis, other.startMillis), Math.max(endMillis, other.endMillis));
        }
    }

    /** Adds the present line of a log. */
    public void add(LogCursor cursor) {
        LogLine line = cursor.line();
        Span span = new Span(cursor.host(), line.startMillis(), line.endMillis());
        spans.merge(List.of(cursor, line.part()), span, Span::with);
    }

    /** How much of a time the logs of a host cover, in ms; the logs of all hosts if none has this host. */
    public long millis(String host, long fromMillis, long toMillis) {
        boolean isKnownHost = spans.values().stream().anyMatch(span -> span.host.equals(host));
        long covered = 0;
        long coveredUntil = fromMillis;
        for (Span span : spans.values().stream()
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
