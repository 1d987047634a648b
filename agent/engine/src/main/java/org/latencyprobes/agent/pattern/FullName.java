package org.latencyprobes.agent.pattern;

import java.util.Collection;

/** The full name of a probed method, where commands take the name of a probe. Stateless. */
public final class FullName {

    private FullName() {}

    /**
     * The probe that is meant by the name of its class with the package, as in {@code com.acme.Shop$Orders#place}, or by its name with a dot in
     * place of a {@code $}.
     *
     * @param written no probe's name
     * @param names those of probes
     * @return the longest that fits; null where none does
     */
    public static String probe(String written, Collection<String> names) {
        String dotted = dotted(written);
        String found = null;
        for (String name : names) {
            String probe = dotted(name);
            boolean isMeant = dotted.equals(probe) || probe.indexOf('.') > 0 && dotted.endsWith('.' + probe);
            if (isMeant && (found == null || name.length() > found.length())) {
                found = name;
            }
        }
        return found;
    }

    /**
     * How it was read.
     *
     * @param written what a user wrote
     * @param probe the probe that it means
     * @return a sentence
     */
    public static String remark(String written, String probe) {
        return written + " is read as " + probe;
    }

    private static String dotted(String name) {
        return name.replace('#', '.').replace('$', '.');
    }
}
