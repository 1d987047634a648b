package org.latencyprobes.agent.protocol.codec;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Moments as reports and answers have them: in UTC. The JVM's own time zone is not asked for: from then on the application could no longer set
 * it, and where files have run out, the JDK would never again know any. Stateless.
 */
public final class UtcTime {

    private static final long MILLIS_PER_SECOND = 1_000;

    private UtcTime() {}

    /**
     * A moment to the second.
     *
     * @param millis in ms since 1970
     * @return such as {@code 2026-11-22 16:40:15Z}
     */
    public static String ofSecond(long millis) {
        return seconds(millis) + 'Z';
    }

    /**
     * A moment to the ms.
     *
     * @param millis in ms since 1970
     * @return such as {@code 2026-11-22 16:40:15.007Z}
     */
    public static String ofMilli(long millis) {
        long part = Math.floorMod(millis, MILLIS_PER_SECOND);
        return seconds(millis) + '.' + Texts.zeros(part) + part + 'Z';
    }

    private static String seconds(long millis) {
        LocalDateTime moment = LocalDateTime.ofEpochSecond(Math.floorDiv(millis, MILLIS_PER_SECOND), 0, ZoneOffset.UTC);
        String time = moment.toLocalTime().toString(); // a formatter loads very many classes
        return moment.toLocalDate() + " " + (moment.getSecond() == 0 ? time + ":00" : time);
    }
}
