package org.latencyprobes.agent.figures;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.select.MethodExplanation;

/** How each probe is measured, as tables say it: its mode, or a word in place of one. Of one moment. */
public final class ProbeModes {

    /** In place of a mode, for probes that are not woven. */
    static final String APPLICATION = "application";

    /** In place of a mode, for probes that were woven, and whose classes are as they were again. */
    static final String UNPROBED = "unprobed";

    private final Map<List<Object>, String> modes = new HashMap<>();

    /**
     * The modes of now.
     *
     * @param linked the probes that are woven, or were
     * @param woven the methods that are
     */
    public ProbeModes(List<Linker.Linked> linked, Collection<MethodExplanation> woven) {
        Set<String> names = woven.stream().map(Explanations::probeName).collect(Collectors.toSet());
        for (Linker.Linked probe : linked) {
            modes.put(
                    List.of(probe.name(), probe.tags()),
                    names.contains(probe.name()) ? probe.mode().toString() : UNPROBED);
        }
    }

    /** The mode of a probe. Calls until return have that of their method. */
    String of(String name, Map<String, String> tags) {
        Map<String, String> whole = tags;
        if ("return".equals(tags.get("until"))) {
            whole = new HashMap<>(tags);
            whole.remove("until");
        }
        return modes.getOrDefault(List.of(name, whole), APPLICATION);
    }
}
