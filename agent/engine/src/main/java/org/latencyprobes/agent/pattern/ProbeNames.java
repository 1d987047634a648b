package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;

/** A choice of probes by their names, in which {@code *} stands for any characters. Immutable. */
public final class ProbeNames {

    private final String text;
    private final NameGlob[] globs;

    private ProbeNames(String text, List<NameGlob> globs) {
        this.text = text;
        this.globs = globs.toArray(new NameGlob[0]);
    }

    /**
     * Reads a choice.
     *
     * @param text names separated by semicolons; blanks around a name are dropped
     * @return the choice, or null if there is no name in it
     */
    public static ProbeNames of(String text) {
        List<NameGlob> globs = new ArrayList<>();
        for (String name : text.split(";")) {
            if (!name.isBlank()) {
                globs.add(NameGlob.of(name.strip()));
            }
        }
        return globs.isEmpty() ? null : new ProbeNames(text, globs);
    }

    /**
     * Whether a probe is chosen.
     *
     * @param probe its name
     * @return true if one of the names matches it
     */
    public boolean contains(String probe) {
        for (NameGlob glob : globs) {
            if (glob.matches(probe)) {
                return true;
            }
        }
        return false;
    }

    /** The choice as it was written. */
    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProbeNames names && names.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
