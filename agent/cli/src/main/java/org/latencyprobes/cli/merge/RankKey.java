package org.latencyprobes.cli.merge;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.latencyprobes.internal.histogram.Tag;

/**
 * What a fleet's calls are divided by: the values of a tag, or the hours.
 *
 * @param by the key of a tag, such as {@code host}, or {@code hour}
 */
record RankKey(String by) {

    /** The part of calls without the tag. */
    static final String NONE = "(none)";

    private static final String HOUR = "hour";
    private static final DateTimeFormatter HOUR_FORM =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH'h UTC'").withZone(ZoneOffset.UTC);
    private static final long HOUR_MILLIS = 3_600_000;

    /** Whether the hours are the parts. A tag named {@code hour} would be hidden by them. */
    boolean isHour() {
        return by.equals(HOUR);
    }

    /** The part that a line belongs to: by its tag, or by its start. */
    String of(SumKey key, long startMillis) {
        return isHour()
                ? HOUR_FORM.format(Instant.ofEpochMilli(startMillis - Math.floorMod(startMillis, HOUR_MILLIS)))
                : key.tag().tags().getOrDefault(by, NONE);
    }

    /** The probe with its outcome, whatever its tags: the fleet is all that has the probe. */
    static Tag whole(SumKey key) {
        return new Tag(key.tag().name(), Map.of(), key.tag().outcome());
    }
}
