package org.latencyprobes.agent.pattern;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of a name that no probe has. Stateless. */
public final class UnknownName {

    private static final int MOST_NAMED = 8;
    private static final String JITTER = "jitter.";

    private UnknownName() {}

    /**
     * A sentence that names the nearest probe, or those that there are.
     *
     * @param wanted the name, perhaps with stars
     * @param names those of all probes, and of samplers of jitter
     * @return the sentence
     */
    public static String sentence(String wanted, Collection<String> names) {
        List<String> probes =
                names.stream().filter(name -> !name.startsWith(JITTER)).sorted().toList();
        int more = probes.size() - MOST_NAMED;
        String named = probes.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        String there = probes.isEmpty()
                ? "there is none so far"
                : "there are " + named + (more > 0 ? " and " + more + " more" : "");
        return "no probe \"" + wanted + "\"; "
                + NearestName.question(NearestName.ofProbe(wanted.replace("*", ""), probes), there);
    }
}
