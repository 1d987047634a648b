package org.latencyprobes.agent.protocol;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The components of records as columns, cells and values. Stateless. */
final class Components {

    private static final String MICROS = "us";

    private Components() {}

    static List<Column> columns(Class<? extends Record> type) {
        List<Column> columns = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            columns.add(column(component));
        }
        return columns;
    }

    /** Those of the components that are known. */
    static List<Column> columns(Record facts) {
        List<Column> columns = new ArrayList<>();
        for (RecordComponent component : facts.getClass().getRecordComponents()) {
            if (value(facts, component) != null) {
                columns.add(column(component));
            }
        }
        return columns;
    }

    private static Column column(RecordComponent component) {
        Cell cell = component.getAnnotation(Cell.class);
        return new Column(component.getName(), cell == null ? type(component) : cell.value());
    }

    private static Column.Type type(RecordComponent component) {
        boolean isNumber =
                component.getType() != boolean.class && component.getType().isPrimitive()
                        || Number.class.isAssignableFrom(component.getType());
        return !isNumber
                ? Column.Type.TEXT
                : component.getName().endsWith(MICROS) ? Column.Type.MICROS : Column.Type.NUMBER;
    }

    static List<String> cells(Record row, boolean onlyKnown) {
        List<String> cells = new ArrayList<>();
        for (RecordComponent component : row.getClass().getRecordComponents()) {
            Object value = value(row, component);
            if (value != null || !onlyKnown) {
                cells.add(cell(value));
            }
        }
        return cells;
    }

    /** Empty for what is not known. */
    private static String cell(Object value) {
        if (value instanceof Double number) {
            return Texts.decimal(number);
        }
        if (value instanceof List<?> lines) {
            return String.join("\n", lines.stream().map(String::valueOf).toList());
        }
        return value instanceof Map<?, ?> map ? Texts.pairs(map) : value == null ? "" : value.toString();
    }

    static Object value(Record row, RecordComponent component) {
        try {
            return component.getAccessor().invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
