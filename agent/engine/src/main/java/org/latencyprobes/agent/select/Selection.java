package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.pattern.MethodPattern;

/**
 * The user's selection, beside {@code @Probe}. Immutable.
 *
 * @param probes patterns of methods to probe; the first that matches a method names its probe
 * @param excludes patterns of methods that are never probed, whatever else says so
 * @param annotations sets of foreign annotations ({@code micrometer}) and full names of single ones
 * @param limit how many methods one pattern may match
 */
public record Selection(List<MethodPattern> probes, List<MethodPattern> excludes, List<String> annotations, int limit) {

    /** The default of how many methods one pattern may match. */
    public static final int DEFAULT_LIMIT = 1_000;

    /** Annotations alone. */
    public static final Selection NONE = new Selection(List.of(), List.of(), List.of(), DEFAULT_LIMIT);

    /** Keeps copies of the lists. */
    public Selection {
        probes = List.copyOf(probes);
        excludes = List.copyOf(excludes);
        annotations = List.copyOf(annotations);
    }

    /**
     * Patterns that one of two selections has and the other has not: only classes that they name can differ.
     *
     * @param other the other selection
     * @return every pattern of both if the limits differ
     */
    public List<MethodPattern> changedPatterns(Selection other) {
        List<MethodPattern> changed = new ArrayList<>();
        addMissing(probes, limit == other.limit ? other.probes : List.of(), changed);
        addMissing(other.probes, limit == other.limit ? probes : List.of(), changed);
        addMissing(excludes, other.excludes, changed);
        addMissing(other.excludes, excludes, changed);
        return changed;
    }

    private static void addMissing(
            List<MethodPattern> patterns, List<MethodPattern> present, List<MethodPattern> missing) {
        for (MethodPattern pattern : patterns) {
            if (!present.contains(pattern)) {
                missing.add(pattern);
            }
        }
    }

    /** Written out: the generated ones leave a reference to this class in the JDK's {@code ObjectMethods}, which would keep the loader. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Selection selection
                && limit == selection.limit
                && probes.equals(selection.probes)
                && excludes.equals(selection.excludes)
                && annotations.equals(selection.annotations);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * probes.hashCode() + excludes.hashCode()) + annotations.hashCode();
    }
}
