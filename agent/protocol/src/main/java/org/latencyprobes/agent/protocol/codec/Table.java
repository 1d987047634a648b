package org.latencyprobes.agent.protocol.codec;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of an answer. Its rows are records, whose components are the columns. What people read of it may be changed without changing the
 * rows: the lists of columns and values are its own. For one thread.
 */
public final class Table {

    private final String name;
    private final Class<? extends Record> type;
    private final boolean isOfFacts;
    private final List<Record> rows;
    private List<Column> columns;
    private List<List<Object>> values;

    private Table(String name, Class<? extends Record> type, boolean isOfFacts, List<? extends Record> rows) {
        this.name = name;
        this.type = type;
        this.isOfFacts = isOfFacts;
        this.rows = new ArrayList<>(rows);
    }

    /**
     * A table of records.
     *
     * @param name what its rows are
     * @param type of the rows
     * @param rows the rows
     * @param <R> the type
     * @return the table
     */
    public static <R extends Record> Table of(String name, Class<R> type, List<R> rows) {
        return new Table(name, type, false, rows);
    }

    /** A table that gets its rows as they come. */
    public static Table open(String name, Class<? extends Record> type) {
        return new Table(name, type, false, List.of());
    }

    /** Adds a row to an open one, of the type that it was opened for. */
    public void add(Record row) {
        rows.add(row);
    }

    /**
     * Facts: the components of a record with their values.
     *
     * @param name what they are about
     * @param facts the record
     * @return a table of one row
     */
    public static Table of(String name, Record facts) {
        return new Table(name, facts.getClass(), true, List.of(facts));
    }

    /**
     * The table with other rows.
     *
     * @param others of the same type
     * @return another table
     */
    public Table with(List<? extends Record> others) {
        return new Table(name, type, isOfFacts, others);
    }

    /**
     * What its rows are.
     *
     * @return one word
     */
    public String name() {
        return name;
    }

    /**
     * Whether it has one row, to be shown as keys with their values.
     *
     * @return false for a table with a head
     */
    public boolean isOfFacts() {
        return isOfFacts;
    }

    /**
     * The rows.
     *
     * @return records of one type
     */
    public List<Record> rows() {
        return rows;
    }

    /**
     * The columns for people.
     *
     * @return in order
     */
    public List<Column> columns() {
        if (columns == null) {
            columns = Component.columns(type);
        }
        return columns;
    }

    /**
     * The rows for people: what the records have for the columns.
     *
     * @return as many values in each as there are columns
     */
    public List<List<Object>> values() {
        if (values == null) {
            values = new ArrayList<>();
            for (Record each : rows) {
                values.add(Component.values(each));
            }
        }
        return values;
    }

    /**
     * Whether its rows are such records.
     *
     * @param wanted their type
     * @return whether they are
     */
    public boolean isOf(Class<? extends Record> wanted) {
        return type == wanted;
    }

    /**
     * The rows as records of their type.
     *
     * @param wanted their type
     * @param <R> the type
     * @return in order
     * @throws IllegalArgumentException if they are no such records
     */
    public <R extends Record> List<R> records(Class<R> wanted) {
        if (!isOf(wanted)) {
            throw new IllegalArgumentException("table " + name + " is not of " + wanted.getSimpleName());
        }
        List<R> found = new ArrayList<>();
        for (Record each : rows) {
            found.add(wanted.cast(each));
        }
        return found;
    }

    /**
     * Where a column is.
     *
     * @param column its name
     * @return its index, or −1 where there is none
     */
    public int indexOf(String column) {
        for (int i = 0; i < columns().size(); i++) {
            if (columns().get(i).name().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Whether something is known in a column.
     *
     * @param column its index
     * @return false where each row is empty there, or says no
     */
    public boolean hasText(int column) {
        for (List<Object> row : values()) {
            Object value = row.get(column);
            if (!Boolean.FALSE.equals(value) && !Texts.of(value).isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
