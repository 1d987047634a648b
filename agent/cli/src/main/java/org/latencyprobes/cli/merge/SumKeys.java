package org.latencyprobes.cli.merge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.internal.histogram.Tag;

/** The keys of the sums. Each tag is decoded and filtered once. Not thread-safe. */
final class SumKeys {

    private static final SumKey EXCLUDED = SumKey.of("excluded", "");

    private final LineFilter filter;
    private final Map<String, Map<String, SumKey>> byHost = new HashMap<>();
    private final Map<SumKey, SumKey> all = new HashMap<>();
    private final Set<Tag> seen = new HashSet<>();

    SumKeys(LineFilter filter) {
        this.filter = filter;
    }

    /** The key of a tag in a log of that host; null if the filter excludes it. */
    SumKey of(String tag, String host) {
        SumKey key =
                byHost.computeIfAbsent(host, any -> new HashMap<>()).computeIfAbsent(tag, text -> make(text, host));
        return key == EXCLUDED ? null : key;
    }

    /** The tags of all lines, also of those that the filter excludes. */
    Set<Tag> seen() {
        return seen;
    }

    private SumKey make(String tag, String host) {
        SumKey key = SumKey.of(tag, host);
        seen.add(key.tag());
        return filter.isWanted(key.tag()) ? all.computeIfAbsent(key, same -> same) : EXCLUDED;
    }
}
