package org.latencyprobes.internal.probe;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The identity of a probe: name and tags. The order of the tags is kept, but makes no difference. Immutable. */
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
            String value = keyValueTags[i + 1];
            if (key == null || key.isEmpty() || value == null) {
                throw new IllegalArgumentException("probe \"" + name
                        + "\": a tag needs a key, not an empty one, and a value: " + key + '=' + value);
            }
            if (tags.put(key, value) != null) {
                throw new IllegalArgumentException("probe \"" + name + "\": tag key \"" + key + "\" is repeated");
            }
        }
        return Collections.unmodifiableMap(tags);
    }

    /** Written out, since the generated ones are linked at their first call: on an application thread, which may be short of stack. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ProbeKey key && name.equals(key.name) && tags.equals(key.tags);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + tags.hashCode();
    }
}
