package org.latencyprobes.probe;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What makes two probes the same one: name and tags, in the order given. */
record ProbeKey(String name, Map<String, String> tags) {

    static ProbeKey of(String name, String... keyValueTags) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a probe needs a name, not " + (name == null ? "null" : "an empty one"));
        }
        if (keyValueTags.length % 2 != 0) {
            throw new IllegalArgumentException("probe \"" + name + "\": tags are keys and values in turn, not "
                    + keyValueTags.length + " texts: " + String.join(", ", keyValueTags));
        }
        return new ProbeKey(name, tagsOf(name, keyValueTags));
    }

    private static Map<String, String> tagsOf(String name, String... keyValueTags) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (int i = 0; i < keyValueTags.length; i += 2) {
            String key = keyValueTags[i];
            if (key.isEmpty() || tags.put(key, keyValueTags[i + 1]) != null) {
                throw new IllegalArgumentException(
                        "probe \"" + name + "\": tag key \"" + key + "\" is " + (key.isEmpty() ? "empty" : "repeated"));
            }
        }
        return Collections.unmodifiableMap(tags);
    }
}
