package org.latencyprobes.agent.select;

import java.util.List;

/** The rule for tags: keys and values in turn, keys not empty and not repeated. */
final class TagRule {

    private TagRule() {}

    /** What is wrong with them, or null. */
    static String violation(List<String> tags) {
        if (tags.size() % 2 != 0) {
            return "its tags are not keys and values in turn, but " + tags.size() + " texts: " + tags;
        }
        for (int i = 0; i < tags.size(); i += 2) {
            if (tags.get(i).isEmpty()) {
                return "a tag key of it is empty";
            }
            for (int j = 0; j < i; j += 2) {
                if (tags.get(i).equals(tags.get(j))) {
                    return "its tag key \"" + tags.get(i) + "\" is repeated";
                }
            }
        }
        return null;
    }
}
