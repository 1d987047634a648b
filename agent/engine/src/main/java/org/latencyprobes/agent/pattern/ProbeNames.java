package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A choice of probes by their names, in which {@code *} stands for any characters. Immutable. */
public final class ProbeNames {

    private final String text;
    private final String[] names;
    private final NameGlob[] globs;

    private ProbeNames(String text, List<String> names) {
        this.text = text;
        this.names = names.toArray(new String[0]);
        globs = new NameGlob[this.names.length];
        for (int i = 0; i < globs.length; i++) {
            globs[i] = NameGlob.of(this.names[i]);
        }
    }

    /**
     * Reads a choice.
     *
     * @param text names separated by semicolons; blanks around a name are dropped
     * @return the choice, or null if there is no name in it
     */
    public static ProbeNames of(String text) {
        List<String> names = new ArrayList<>();
        for (String name : text.split(";")) {
            if (!name.isBlank()) {
                names.add(name.strip());
            }
        }
        return names.isEmpty() ? null : new ProbeNames(text, names);
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

    /**
     * The names that no probe has.
     *
     * @param probes names of probes
     * @return those names of the choice that match none of them, as they were written; not those of stars alone
     */
    public List<String> unknownTo(Collection<String> probes) {
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < globs.length; i++) {
            if (!globs[i].isAny() && probes.stream().noneMatch(globs[i]::matches)) {
                unknown.add(names[i]);
            }
        }
        return unknown;
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
