package org.latencyprobes.cli.logs;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.internal.histogram.Tag;

/**
 * A filter of the lines of logs.
 *
 * @param fromMillis the earliest beginning of a line, in ms since 1970
 * @param toMillis the end of that time, exclusive, in ms since 1970
 * @param probes names of probes; empty for all
 * @param tags tags that a line must have
 * @param outcomes outcomes, one of which a line must have; empty for all
 */
public record LineFilter(
        long fromMillis, long toMillis, List<NameGlob> probes, Map<String, String> tags, Set<String> outcomes) {

    /** Every line. */
    public static final LineFilter ALL = new LineFilter(Long.MIN_VALUE, Long.MAX_VALUE, List.of(), Map.of(), Set.of());

    public boolean isInTime(long startMillis) {
        return startMillis >= fromMillis && startMillis < toMillis;
    }

    /**
     * Whether lines with a tag are included, whatever their time.
     *
     * @param tag the tag of a line
     * @return true if name, tags and outcome are wanted
     */
    public boolean isWanted(Tag tag) {
        return matches(probes, tag.name())
                && tag.tags().entrySet().containsAll(tags.entrySet())
                && (outcomes.isEmpty() || outcomes.contains(tag.outcome()));
    }

    /**
     * Whether the samples of a name are delays of the JVM or the machine.
     *
     * @param name of a line's tag
     * @return whether a sampler of jitter writes it
     */
    public static boolean isJitter(String name) {
        return name.startsWith("jitter.");
    }

    /**
     * Whether a name matches one of the globs.
     *
     * @param globs names of probes; empty for all names
     * @param name the name of a probe
     * @return true if it matches
     */
    public static boolean matches(List<NameGlob> globs, String name) {
        return globs.isEmpty() || globs.stream().anyMatch(glob -> glob.matches(name));
    }
}
