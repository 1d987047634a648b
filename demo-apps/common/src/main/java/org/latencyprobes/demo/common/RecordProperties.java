package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Records of numbers, truths and texts as properties, for the journey between JVMs. Java's serialisation is not used, because its
 * compiled code may be what an experiment measures.
 */
public final class RecordProperties {

    private RecordProperties() {}

    /** A property for each component, under its name. */
    public static Properties of(Record record) {
        Properties properties = new Properties();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                properties.setProperty(
                        component.getName(),
                        component.getAccessor().invoke(record).toString());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return properties;
    }

    /** The record again. */
    public static <R extends Record> R to(Class<R> type, Properties properties) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Stream.of(components)
                .map(component -> parse(component.getType(), properties.getProperty(component.getName())))
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
