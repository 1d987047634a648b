package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.latencyprobes.micrometer.internal.series.RegistryKinds;

/**
 * The tags of a probe as a registry's lines can hold them. Registries write some characters as they are that end a line or a tag: what follows
 * would be another series, or be lost. Immutable.
 */
final class WireTags {

    private static final char REPLACEMENT = '_';

    /** Nobody's tag needs any of these. */
    private static final String CONTROL = "\\p{Cc}\\u2028\\u2029";

    /** {@code |} and {@code ,} end a part of a line; Telegraf drops a tag with a second {@code =}. */
    private static final WireTags STATSD = new WireTags(CONTROL + "|,=", false);

    private static final WireTags INFLUX = new WireTags(CONTROL, true);
    private static final WireTags OTHER = new WireTags(CONTROL, false);

    /** What some flavour of StatsD replaces. */
    private static final Pattern REPLACED_IN_STATSD = Pattern.compile("[^\\w.]");

    private final Pattern breaking;
    private final boolean isInflux;

    private WireTags(String breaking, boolean isInflux) {
        this.breaking = Pattern.compile('[' + breaking + ']');
        this.isInflux = isInflux;
    }

    static WireTags of(MeterRegistry registry) {
        if (RegistryKinds.isStatsd(registry)) {
            return STATSD;
        }
        return RegistryKinds.isInflux(registry) ? INFLUX : OTHER;
    }

    /** A text without halves of characters, of which protobuf would warn by a logger of the application's each time that it writes one. */
    static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** The same tags, with other characters in place of those that break a line. */
    Tags of(Tags tags) {
        List<Tag> safe = new ArrayList<>();
        tags.forEach(tag -> safe.add(Tag.of(key(tag.getKey()), text(tag.getValue()))));
        return Tags.of(safe);
    }

    /** A name with tags in it, so that those are equal which lines may hold alike: a flavour of StatsD replaces more characters, each its own. */
    String comparable(String name) {
        return this == STATSD ? REPLACED_IN_STATSD.matcher(name).replaceAll(String.valueOf(REPLACEMENT)) : name;
    }

    /** InfluxDB has a column of that name; its registry throws. */
    private String key(String key) {
        return isInflux && key.equals("time") ? key + REPLACEMENT : text(key);
    }

    /**
     * To InfluxDB a backslash makes the comma behind it a part of the text, and a tag without a value is an error. Its registry puts a backslash
     * before a quote, which InfluxDB takes for a part of the tag.
     */
    private String text(String text) {
        String safe = breaking.matcher(text).replaceAll(String.valueOf(REPLACEMENT));
        if (!isInflux) {
            return safe;
        }
        return safe.isEmpty()
                ? String.valueOf(REPLACEMENT)
                : safe.replace('\\', '/').replace('"', '\'');
    }
}
