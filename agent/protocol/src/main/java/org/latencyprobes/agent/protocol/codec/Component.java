package org.latencyprobes.agent.protocol.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;

/** A component of a type of records, as a column and a value. Immutable. */
public final class Component {

    private static final String MICROS = "us";
    private static final Pattern PERCENT = Pattern.compile("[pP]ercent(?!ile)");

    private static final MethodType READER = MethodType.methodType(Object.class, Record.class);

    /** By type of record: the JDK looks components up anew each time they are asked for. */
    private static final ConcurrentMap<Class<?>, Component[]> KNOWN = new ConcurrentHashMap<>();

    private final RecordComponent component;
    private final MethodHandle reader;

    private Component(RecordComponent component) {
        this.component = component;
        try {
            Method accessor = component.getAccessor();
            if (!Modifier.isPublic(component.getDeclaringRecord().getModifiers())) {
                accessor.setAccessible(true); // the command line's
            }
            reader = MethodHandles.lookup().unreflect(accessor).asType(READER);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it is accessible
        }
    }

    /** Of a record's type, in order. */
    public static Component[] of(Class<? extends Record> type) {
        Component[] known = KNOWN.get(type);
        if (known == null) {
            RecordComponent[] all = type.getRecordComponents();
            known = new Component[all.length];
            for (int i = 0; i < all.length; i++) {
                known[i] = new Component(all[i]);
            }
            KNOWN.put(type, known);
        }
        return known;
    }

    public String name() {
        return component.getName();
    }

    RecordComponent reflected() {
        return component;
    }

    /** What a record has for it. */
    Object of(Record record) {
        try {
            return (Object) reader.invokeExact(record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // accessors throw none
        }
    }

    static List<Column> columns(Class<? extends Record> type) {
        List<Column> columns = new ArrayList<>();
        for (Component component : of(type)) {
            columns.add(column(component.component));
        }
        return columns;
    }

    private static Column column(RecordComponent component) {
        return new Column(component.getName(), type(component));
    }

    private static Column.Type type(RecordComponent component) {
        boolean isNumber =
                component.getType() != boolean.class && component.getType().isPrimitive()
                        || Number.class.isAssignableFrom(component.getType());
        if (!isNumber) {
            return Column.Type.TEXT;
        }
        if (PERCENT.matcher(component.getName()).find()) {
            return Column.Type.PERCENT;
        }
        return switch (component.getName()) {
            case "pid", "threadId", "number", "since", "copy", "percentile" -> Column.Type.ID;
            case "perSecond" -> Column.Type.RATE;
            case "startNanos",
                    "endNanos",
                    "stallsFromNanos",
                    "agentNanos",
                    "startMillis",
                    "endMillis",
                    "atMillis",
                    "longestAtMillis",
                    "jvmStartMillis" -> Column.Type.MOMENT;
            default -> component.getName().endsWith(MICROS) ? Column.Type.MICROS : Column.Type.NUMBER;
        };
    }

    static List<Object> values(Record row) {
        List<Object> values = new ArrayList<>();
        for (Component component : of(row.getClass())) {
            values.add(component.of(row));
        }
        return values;
    }
}
