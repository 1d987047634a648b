package org.latencyprobes.agent.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of an answer. Its rows are records, whose components are the columns, or, in what the command line makes for output alone, cells. For
 * one thread.
 */
public final class Table {

    private final String name;
    private final boolean isOfFacts;
    private final Class<? extends Record> type;
    private final List<? extends Record> records;
    private List<Column> columns;
    private List<List<String>> rows;

    private Table(
            String name,
            boolean isOfFacts,
            Class<? extends Record> type,
            List<? extends Record> records,
            List<Column> columns,
            List<List<String>> rows) {
        this.name = name;
        this.isOfFacts = isOfFacts;
        this.type = type;
        this.records = records;
        this.columns = columns;
        this.rows = rows;
    }

    /**
     * A table of cells.
     *
     * @param name what its rows are
     * @param isOfFacts whether it has one row, to be shown as keys, which are the columns, with their values
     * @param columns the columns
     * @param rows cells, as many as columns in each
     */
    public Table(String name, boolean isOfFacts, List<Column> columns, List<List<String>> rows) {
        this(name, isOfFacts, null, null, columns, rows);
    }

    /**
     * A table of records.
     *
     * @param name what its rows are
     * @param type of the rows
     * @param records the rows
     * @param <R> the type
     * @return the table
     */
    public static <R extends Record> Table of(String name, Class<R> type, List<R> records) {
        return new Table(name, false, type, records, null, null);
    }

    /** A table that gets its rows as they come. */
    static Table open(String name, Class<? extends Record> type) {
        return new Table(name, false, type, new ArrayList<>(), null, null);
    }

    /** Adds a row to an open one. */
    @SuppressWarnings("unchecked") // of the type that it was opened for
    void add(Record row) {
        ((List<Record>) records).add(row);
    }

    /**
     * Facts: the components of a record with their values. Those that are null are left out.
     *
     * @param name what they are about
     * @param facts the record
     * @return a table of one row
     */
    public static Table of(String name, Record facts) {
        return new Table(name, true, facts.getClass(), List.of(facts), null, null);
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
     * The columns.
     *
     * @return in order
     */
    public List<Column> columns() {
        if (columns == null) {
            columns = isOfFacts ? Component.columns(records.get(0)) : Component.columns(type);
        }
        return columns;
    }

    /**
     * The rows as cells.
     *
     * @return as many cells in each as there are columns
     */
    public List<List<String>> rows() {
        if (rows == null) {
            rows = new ArrayList<>();
            for (Record each : records) {
                rows.add(Component.cells(each, isOfFacts));
            }
        }
        return rows;
    }

    /**
     * Whether its rows are such records.
     *
     * @param wanted their type
     * @return false for cells
     */
    public boolean isOf(Class<? extends Record> wanted) {
        return type == wanted;
    }

    /**
     * The rows as records.
     *
     * @param wanted their type
     * @param <R> the type
     * @return in order
     * @throws IllegalArgumentException if they are no such records
     */
    public <R extends Record> List<R> records(Class<R> wanted) {
        if (records == null || !wanted.isAssignableFrom(type)) {
            throw new IllegalArgumentException("table " + name + " is not of " + wanted.getSimpleName());
        }
        List<R> found = new ArrayList<>();
        for (Record each : records) {
            found.add(wanted.cast(each));
        }
        return found;
    }

    /**
     * The table with some of its rows.
     *
     * @param wanted their numbers, from 0, in the order wanted
     * @return another table
     */
    public Table select(List<Integer> wanted) {
        return new Table(name, isOfFacts, type, at(records, wanted), columns, at(rows, wanted));
    }

    private static <T> List<T> at(List<T> all, List<Integer> wanted) {
        if (all == null) {
            return null;
        }
        List<T> some = new ArrayList<>();
        for (int i : wanted) {
            some.add(all.get(i));
        }
        return some;
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
}
