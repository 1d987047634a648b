package org.latencyprobes.agent.select.annotation;

import java.util.List;

/**
 * An annotation that makes a method a probe, or keeps it from being one.
 *
 * @param rule its origin, for people: {@code @Probe}, {@code @Timed (micrometer) on the class}
 * @param name the probe's name; empty for the standard one
 * @param tags tag keys and values in turn
 * @param exclude on a class: globs of the names of methods that it leaves out
 * @param ignore whether it keeps the method from being a probe
 * @param outermost whether calls inside others of the probe are left out
 */
public record ProbeAnnotation(
        String rule, String name, List<String> tags, List<String> exclude, boolean ignore, boolean outermost) {

    public ProbeAnnotation withRule(String otherRule) {
        return new ProbeAnnotation(otherRule, name, tags, exclude, ignore, outermost);
    }

    /** The same on one method of the class that carries it. */
    public ProbeAnnotation onMethod(String method) {
        return new ProbeAnnotation(rule, name.isEmpty() ? "" : name + '.' + method, tags, List.of(), ignore, outermost);
    }

    /** Written out: the generated ones leave a reference to this class in the JDK's {@code ObjectMethods}, which would keep the loader. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ProbeAnnotation annotation
                && ignore == annotation.ignore
                && outermost == annotation.outermost
                && rule.equals(annotation.rule)
                && name.equals(annotation.name)
                && tags.equals(annotation.tags)
                && exclude.equals(annotation.exclude);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * rule.hashCode() + name.hashCode()) + tags.hashCode();
    }
}
