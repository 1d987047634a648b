package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A codec between records and properties, to pass them from JVM to JVM. A record may hold numbers, booleans, strings, enum constants,
 * distributions, further records, and lists of and maps to these. Java's serialisation is not used, because its compiled code may be what
 * an experiment measures.
 */
public final class RecordProperties {

    private static final String SIZE = "size";

    private RecordProperties() {}

    /** Returns a property for each component, under its name; the name of a part follows that of its whole after a dot. */
    public static Properties of(Record record) {
        Properties properties = new Properties();
        put(properties, "", record);
        return properties;
    }

    /** Writes a record to a file. A reader sees either all of it or the file as it was before. */
    public static void save(Record record, Path file) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".half");
        try (Writer writer = Files.newBufferedWriter(half)) {
            of(record).store(writer, null);
        }
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void put(Properties properties, String name, Object value) {
        if (value instanceof Distribution distribution) {
            properties.setProperty(name, distribution.encoded());
        } else if (value instanceof Record record) {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                put(properties, part(name, component.getName()), value(component, record));
            }
        } else if (value instanceof List<?> list) {
            put(properties, part(name, SIZE), list.size());
            IntStream.range(0, list.size()).forEach(i -> put(properties, part(name, "" + i), list.get(i)));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> put(properties, part(name, key.toString()), each));
        } else {
            properties.setProperty(name, value.toString());
        }
    }

    private static String part(String whole, String name) {
        return whole.isEmpty() ? name : whole + "." + name;
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads the record from a file that {@link #save} wrote. */
    public static <R extends Record> R load(Class<R> type, Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return to(type, properties);
    }

    /** Returns the record that the properties were made of. */
    public static <R extends Record> R to(Class<R> type, Properties properties) {
        return type.cast(get(type, properties, ""));
    }

    private static Object get(Type type, Properties properties, String name) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return generic.getRawType() == List.class
                    ? list(arguments[0], properties, name)
                    : map(arguments[1], properties, name + ".");
        }
        return type != Distribution.class && ((Class<?>) type).isRecord()
                ? record((Class<?>) type, properties, name)
                : parse(type, properties.getProperty(name));
    }

    private static List<Object> list(Type type, Properties properties, String name) {
        return IntStream.range(0, Integer.parseInt(properties.getProperty(part(name, SIZE))))
                .mapToObj(i -> get(type, properties, part(name, "" + i)))
                .toList();
    }

    /** The keys may hold dots, so the values must be texts. */
    private static Map<String, Object> map(Type type, Properties properties, String prefix) {
        Map<String, Object> map = new TreeMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(prefix))
                .forEach(name -> map.put(name.substring(prefix.length()), get(type, properties, name)));
        return map;
    }

    private static Object record(Class<?> type, Properties properties, String name) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Stream.of(components)
                .map(component -> get(component.getGenericType(), properties, part(name, component.getName())))
                .toArray();
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object parse(Type type, String text) {
        if (type == String.class) {
            return text;
        }
        if (((Class<?>) type).isEnum()) {
            return Stream.of(((Class<?>) type).getEnumConstants())
                    .filter(constant -> constant.toString().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(text + " is none of " + type));
        }
        if (type == Distribution.class) {
            return Distribution.decoded(text);
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
