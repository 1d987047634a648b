package org.latencyprobes.agent.protocol.codec;

/**
 * A column of a table. Columns are not compared: the equality of a record would keep the agent's class loader in the JDK 17 for ever.
 *
 * @param name camelCase, with the unit
 * @param type of all of its cells
 */
public record Column(String name, Type type) {

    /** The type of a column's cells. A number that is not known is an empty cell. */
    public enum Type {
        /** Any text. */
        TEXT,
        /** A number that only tells one thing from others. */
        ID,
        /** A number or an amount. */
        NUMBER,
        /** Events per second. */
        RATE,
        /** A share in %. */
        PERCENT,
        /** A time in µs. */
        MICROS,
        /** A point in time, in ms since 1970 or as {@link System#nanoTime} counts, by its name: for scripts. */
        MOMENT;

        /**
         * Whether the cells are numbers.
         *
         * @return false for text alone
         */
        public boolean isNumeric() {
            return this != TEXT;
        }
    }

    /**
     * A column of texts.
     *
     * @param name its name
     * @return the column
     */
    public static Column text(String name) {
        return new Column(name, Type.TEXT);
    }
}
