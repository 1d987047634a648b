package org.latencyprobes.cli.merge;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.latencyprobes.histogram.Tag;

/**
 * What is summed up apart: a probe under its tags and outcome. A tag that is not of our form is taken as a name; a line without one has an
 * empty name.
 *
 * @param tag the parts; the outcome is empty where the log tells none
 * @param text the tag as it stands in the merged log; null for none
 */
record Series(Tag tag, String text) {

    static final Comparator<Series> ORDER = Comparator.comparing(
                    (Series series) -> series.tag().name())
            .thenComparing(series -> series.tag().tags().toString())
            .thenComparing(series -> series.tag().outcome(), Comparator.reverseOrder());

    private static final String HOST = "host";

    static Series of(String text, String host) {
        Tag tag = decoded(text);
        if (host.isEmpty() || tag.tags().containsKey(HOST)) {
            return new Series(tag, text);
        }
        Map<String, String> tags = new LinkedHashMap<>(tag.tags());
        tags.put(HOST, host);
        return new Series(new Tag(tag.name(), tags, tag.outcome()), Tag.encode(tag.name(), tags, tag.outcome()));
    }

    /** Empty where hosts are not kept apart. */
    String host() {
        return tag.tags().getOrDefault(HOST, "");
    }

    private static Tag decoded(String text) {
        try {
            return text == null ? new Tag("", Map.of(), "") : Tag.decode(text);
        } catch (IllegalArgumentException e) { // somebody else's
            return new Tag(text, Map.of(), "");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Series series && series.tag.equals(tag);
    }

    @Override
    public int hashCode() {
        return tag.hashCode();
    }
}
