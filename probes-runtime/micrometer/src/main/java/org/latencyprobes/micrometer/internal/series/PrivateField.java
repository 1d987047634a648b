package org.latencyprobes.micrometer.internal.series;

import java.lang.reflect.Field;

/** A private field of a class of Micrometer's that has no public way to it. Thread-safe. */
public final class PrivateField {

    private final Field field;

    /** Finds a field; one that is not there, or that is refused, has no values. */
    public PrivateField(Class<?> type, String name) {
        field = opened(type, name);
    }

    private static Field opened(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException refused) {
            return null;
        }
    }

    /** The field's value in an object; null where it cannot be read. */
    public Object valueIn(Object object) {
        try {
            return field == null ? null : field.get(object);
        } catch (ReflectiveOperationException | RuntimeException refused) {
            return null;
        }
    }
}
