package org.latencyprobes.agent.protocol;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** TEMPORARY, until the wire carries records: rows of cells as records. */
final class CellRecords {

    private CellRecords() {}

    static <R extends Record> R record(Class<R> type, List<Column> columns, List<String> row) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            String cell = null;
            for (int c = 0; c < columns.size(); c++) {
                cell = columns.get(c).name().equals(components[i].getName()) ? row.get(c) : cell;
            }
            values[i] = value(components[i], cell);
        }
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Object value(RecordComponent component, String cell) {
        Class<?> type = component.getType();
        if (type == Map.class) {
            return map(component, cell == null ? "" : cell);
        }
        if (type == List.class) {
            return cell == null || cell.isEmpty() ? List.of() : List.of(cell.split("\n", -1));
        }
        if (type == String.class) {
            return cell;
        }
        if (type == boolean.class || type == Boolean.class) {
            return type == Boolean.class && (cell == null || cell.isEmpty()) ? null : (Object) "true".equals(cell);
        }
        return number(type, cell);
    }

    private static Object number(Class<?> type, String cell) {
        boolean isUnknown = cell == null || cell.isEmpty();
        if (type == double.class) {
            return isUnknown ? Double.NaN : Double.parseDouble(cell);
        }
        if (type == int.class || type == Integer.class) {
            return isUnknown ? (type == int.class ? 0 : null) : (Object) Integer.valueOf(cell);
        }
        if (type == long.class || type == Long.class) {
            return isUnknown ? (type == long.class ? 0L : null) : (Object) Long.valueOf(cell);
        }
        return isUnknown ? null : (Object) Double.valueOf(cell);
    }

    private static Map<String, Object> map(RecordComponent component, String cell) {
        Object valueType = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[1];
        Map<String, Object> map = new LinkedHashMap<>();
        Texts.parsedTags(cell)
                .forEach((key, value) -> map.put(
                        key,
                        valueType == Long.class
                                ? (Object) Long.valueOf(value)
                                : valueType == Double.class ? (Object) Double.valueOf(value) : value));
        return map;
    }
}
