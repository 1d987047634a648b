package org.latencyprobes.agent.protocol.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The codec between records and JSON, by the records' components. These are texts, numbers, booleans, lists and maps of such, and records. What
 * is not known is null, as a double NaN; in a list or a map, nothing is. Stateless.
 */
public final class Records {

    private Records() {}

    /**
     * Appends a record as an object.
     *
     * @param record the record
     * @param json gets it, in one line
     */
    public static void write(Record record, StringBuilder json) {
        char separator = '{';
        for (Component component : Component.of(record.getClass())) {
            Json.string(component.name(), json.append(separator));
            value(component.of(record), json.append(':'));
            separator = ',';
        }
        json.append(separator == '{' ? "{}" : "}");
    }

    private static void value(Object value, StringBuilder json) {
        if (value instanceof Record record) {
            write(record, json);
        } else if (value instanceof List<?> list) {
            list(list, json);
        } else if (value instanceof Map<?, ?> map) {
            map(map, json);
        } else if (value instanceof Double number) {
            json.append(number.isNaN() || number.isInfinite() ? "null" : Texts.decimal(number));
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            json.append(value);
        } else {
            Json.string(value.toString(), json);
        }
    }

    private static void list(List<?> list, StringBuilder json) {
        char separator = '[';
        for (Object each : list) {
            value(each, json.append(separator));
            separator = ',';
        }
        json.append(separator == '[' ? "[]" : "]");
    }

    private static void map(Map<?, ?> map, StringBuilder json) {
        char separator = '{';
        for (Map.Entry<?, ?> each : map.entrySet()) {
            Json.string(String.valueOf(each.getKey()), json.append(separator));
            value(each.getValue(), json.append(':'));
            separator = ',';
        }
        json.append(separator == '{' ? "{}" : "}");
    }

    /**
     * Reads a record. What the object lacks is not known, and a text empty; what the record lacks, from a later version, is left out.
     *
     * @param type of the record
     * @param object names with values, as {@link JsonReader} reads them; numbers and booleans may be texts
     * @param <R> the type
     * @return the record
     * @throws BadArgumentException if a value is not of its component's type, or the record refuses it
     */
    public static <R extends Record> R read(Class<R> type, Map<?, ?> object) {
        return read(type, object, "");
    }

    /** The same of facts, whose texts may be unknown. */
    public static <R extends Record> R readFacts(Class<R> type, Map<?, ?> object) {
        return read(type, object, null);
    }

    private static <R extends Record> R read(Class<R> type, Map<?, ?> object, String unknownText) {
        Component[] components = Component.of(type);
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < values.length; i++) {
            String name = components[i].name();
            types[i] = components[i].reflected().getType();
            Object value = of(name, components[i].reflected().getGenericType(), object.get(name));
            values[i] = value == null && types[i] == String.class ? unknownText : value;
        }
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof BadArgumentException refused
                    ? refused
                    : new IllegalArgumentException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object of(String name, Type type, Object value) {
        if (type instanceof ParameterizedType generic) {
            Type element = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == List.class ? listOf(name, element, value) : mapOf(name, element, value);
        }
        Class<?> plain = (Class<?>) type;
        if (value == null || value.equals("") && plain != String.class) {
            return unknown(plain);
        }
        if (plain == String.class) {
            if (value instanceof List<?> || value instanceof Map<?, ?>) {
                throw refused(name, value, "one text");
            }
            return String.valueOf(value);
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return truth(name, value);
        }
        if (plain.isRecord() && value instanceof Map<?, ?> object) {
            return read(plain.asSubclass(Record.class), object);
        }
        return number(name, plain, value);
    }

    private static Object unknown(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == double.class) {
            return Double.NaN;
        }
        return type == long.class ? (Object) 0L : type == int.class ? 0 : null;
    }

    private static List<Object> listOf(String name, Type element, Object value) {
        List<Object> list = new ArrayList<>();
        if (value instanceof List<?> values) {
            values.forEach(each -> list.add(known(name, of(name, element, each))));
        } else if (value != null) {
            list.add(of(name, element, value)); // a parameter that is there once
        }
        return list;
    }

    private static Map<String, Object> mapOf(String name, Type element, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> values) {
            values.forEach((key, each) -> map.put(String.valueOf(key), known(name, of(name, element, each))));
        } else if (value != null) {
            throw refused(name, value, "an object");
        }
        return map;
    }

    private static Object known(String name, Object value) {
        if (value == null) {
            throw refused(name, null, "no null among its values");
        }
        return value;
    }

    private static Boolean truth(String name, Object value) {
        String text = String.valueOf(value);
        if (!text.equals("true") && !text.equals("false")) {
            throw refused(name, value, "true or false");
        }
        return Boolean.valueOf(text);
    }

    private static Number number(String name, Class<?> type, Object value) {
        try {
            if (type == double.class || type == Double.class) {
                return value instanceof Number number ? (Number) number.doubleValue() : Double.valueOf((String) value);
            }
            long number = Long.parseLong(String.valueOf(value));
            boolean isShort = type == int.class || type == Integer.class;
            return isShort ? (Number) Math.toIntExact(number) : (Number) number;
        } catch (ClassCastException | NumberFormatException | ArithmeticException e) {
            throw refused(name, value, type == double.class || type == Double.class ? "numbers" : "whole numbers");
        }
    }

    private static BadArgumentException refused(String name, Object value, String allowed) {
        return new BadArgumentException(name + " \"" + value + "\" is not allowed; it takes " + allowed);
    }
}
