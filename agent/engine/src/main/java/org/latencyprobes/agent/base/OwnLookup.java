package org.latencyprobes.agent.base;

import java.lang.invoke.MethodHandles;

/**
 * A class that gives away its own lookup with all rights. A {@link TemporaryLoader} loads it once more; here it is only the place of its
 * class file.
 */
public final class OwnLookup {

    /** The full lookup of the copy that is asked. */
    public static final MethodHandles.Lookup OWN = MethodHandles.lookup();

    private OwnLookup() {}
}
