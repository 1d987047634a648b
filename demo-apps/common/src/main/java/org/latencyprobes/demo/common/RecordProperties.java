package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A codec between records and properties, to pass them from JVM to JVM. A record may hold numbers, booleans, strings and further records.
 * Java's serialisation is not used, because its compiled code may be what an experiment measures.
 */
public final class RecordProperties {

    private RecordProperties() {}

    /** A property for each component, under its name; those of a record in it under its name and a dot. */
    public static Properties of(Record record) {
        Properties properties = new Properties();
        put(properties, "", record);
        return properties;
    }

    private static void put(Properties properties, String prefix, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = prefix + component.getName();
            Object value = value(component, record);
            if (value instanceof Record inner) {
                put(properties, name + ".", inner);
            } else {
                properties.setProperty(name, value.toString());
            }
        }
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The record again. */
    public static <R extends Record> R to(Class<R> type, Properties properties) {
        return type.cast(get(type, properties, ""));
    }

    private static Object get(Class<?> type, Properties properties, String prefix) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Stream.of(components)
                .map(component -> component.getType().isRecord()
                        ? get(component.getType(), properties, prefix + component.getName() + ".")
                        : parse(component.getType(), properties.getProperty(prefix + component.getName())))
                .toArray();
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads a file of properties. */
    public static Properties load(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }

    private static Object parse(Class<?> type, String text) {
        if (type == String.class) {
            return text;
        }
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        if (type == double.class) {
            return Double.valueOf(text);
        }
        return type == long.class ? (Object) Long.valueOf(text) : (Object) Boolean.valueOf(text);
    }
}
