package org.latencyprobes.cli.merge;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.latencyprobes.internal.histogram.Tag;

/**
 * The key of a sum: a probe with its tags and outcome. A tag in another format is used as a name. A line without a tag has an empty name.
 *
 * @param tag the parts; the outcome is empty if the log has none
 * @param text the tag in the merged log; null for none
 */
public record SumKey(Tag tag, String text) {

    /** By name, then tags, {@code ok} before {@code error}. */
    public static final Comparator<SumKey> ORDER = Comparator.comparing(
                    (SumKey key) -> key.tag().name())
            .thenComparing(key -> key.tag().tags().toString())
            .thenComparing(key -> key.tag().outcome(), Comparator.reverseOrder());

    private static final String HOST = "host";

    static SumKey of(String text, String host) {
        Tag tag = decoded(text);
        if (host.isEmpty() || tag.tags().containsKey(HOST)) {
            return new SumKey(tag, text);
        }
        Map<String, String> tags = new LinkedHashMap<>(tag.tags());
        tags.put(HOST, host);
        return new SumKey(new Tag(tag.name(), tags, tag.outcome()), Tag.encode(tag.name(), tags, tag.outcome()));
    }

    /** The host; empty if hosts are not kept apart. */
    String host() {
        return tag.tags().getOrDefault(HOST, "");
    }

    private static Tag decoded(String text) {
        try {
            return text == null ? new Tag("", Map.of(), "") : Tag.decode(text);
        } catch (IllegalArgumentException e) { // not written by this project
            return new Tag(text, Map.of(), "");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SumKey key && key.tag.equals(tag);
    }

    @Override
    public int hashCode() {
        return tag.hashCode();
    }
}
