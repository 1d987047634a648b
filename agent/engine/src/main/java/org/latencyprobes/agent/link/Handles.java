package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The lookup of our own methods, which exist. */
final class Handles {

    private Handles() {}

    static MethodHandle statically(MethodHandles.Lookup own, String name, MethodType type) {
        try {
            return own.findStatic(own.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static MethodHandle virtually(MethodHandles.Lookup own, String name, MethodType type) {
        try {
            return own.findVirtual(own.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
