package org.latencyprobes.agent.slow;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A confusion matrix of what has a known cause, such as calls or stalls: of each cause, how many were told to have which one. Beside it, of how
 * many the time of their cause was told right, where that was compared.
 */
public final class CauseMatrix {

    /** The tag of tests that print matrices. */
    public static final String TAG = "matrix";

    private static final String NONE = "–";

    private static final String SECONDS_PROPERTY = "matrix.seconds";
    private static final boolean IS_LENGTH_GIVEN = Integer.getInteger(SECONDS_PROPERTY) != null;

    private static final String USUAL_COLLECTOR = Runtime.version().feature() == 17 ? "Parallel" : "G1";

    /** For how long calls are made for a matrix. */
    static final int SECONDS = Integer.getInteger(SECONDS_PROPERTY, 10);

    /** One collector, another one on JDK 17 than on later ones; all four for a matrix of a given length. */
    static Stream<String> collectors() {
        return IS_LENGTH_GIVEN ? Stream.of("G1", "Parallel", "Serial", "Z") : Stream.of(USUAL_COLLECTOR);
    }

    private static final class Row {

        private final String cause;
        private final Map<String, Integer> told = new TreeMap<>();
        private final Map<String, Integer> timeTold = new TreeMap<>();

        Row(String cause) {
            this.cause = cause;
        }

        String right(Map<String, Integer> counts) {
            int all = counts.values().stream().mapToInt(Integer::intValue).sum();
            return all == 0 ? NONE : counts.getOrDefault(cause, 0) + " of " + all;
        }

        String others(Map<String, Integer> counts) {
            return counts.entrySet().stream()
                    .filter(entry -> !entry.getKey().equals(cause))
                    .map(entry -> entry.getValue() + " `" + entry.getKey() + '`')
                    .collect(Collectors.joining(", "));
        }

        void add(Row other) {
            other.told.forEach((cause, count) -> told.merge(cause, count, Integer::sum));
            other.timeTold.forEach((cause, count) -> timeTold.merge(cause, count, Integer::sum));
        }
    }

    private final Map<String, Row> rows = new TreeMap<>();

    private Row row(String label, String cause) {
        return rows.computeIfAbsent(label, any -> new Row(cause));
    }

    /** One more that had a cause, and was told to have one. */
    public void add(String known, String told) {
        add(known, known, told);
    }

    /** The same in a row of its own, of several with this cause. */
    void add(String label, String known, String told) {
        row(label, known).told.merge(told, 1, Integer::sum);
    }

    /**
     * One more, whose time was compared.
     *
     * @param told its cause where the time of that was told right, else what most time was told to be that was not
     */
    void addTime(String label, String known, String told) {
        row(label, known).timeTold.merge(told, 1, Integer::sum);
    }

    /** How many had a cause and were told so. */
    int right(String cause) {
        return rows.values().stream()
                .filter(row -> row.cause.equals(cause))
                .mapToInt(row -> row.told.getOrDefault(cause, 0))
                .sum();
    }

    private double precision(String cause) {
        return (double) right(cause) / (right(cause) + toldWrongly(cause));
    }

    private int toldWrongly(String cause) {
        return rows.values().stream()
                .filter(row -> !row.cause.equals(cause))
                .mapToInt(row -> row.told.getOrDefault(cause, 0))
                .sum();
    }

    private static CauseMatrix sum(Collection<CauseMatrix> matrices) {
        CauseMatrix sum = new CauseMatrix();
        matrices.forEach(matrix ->
                matrix.rows.forEach((label, row) -> sum.row(label, row.cause).add(row)));
        return sum;
    }

    /**
     * The matrices as a document has them, with a title: how many of each cause were told so by each, and of all how many had the right time,
     * the precision, and what was told otherwise, of calls and of their time. Nothing where none was made.
     *
     * @param matrices each with its name
     */
    public static void print(String title, Map<String, CauseMatrix> matrices) {
        if (matrices.isEmpty()) {
            return;
        }
        System.out.println("\n### " + title + ", JDK " + System.getProperty("java.specification.version") + "\n\n"
                + table(matrices));
    }

    private static String table(Map<String, CauseMatrix> matrices) {
        CauseMatrix all = sum(matrices.values());
        StringBuilder text = new StringBuilder("| cause | " + String.join(" | ", matrices.keySet()))
                .append(" | time | precision | told otherwise | time told otherwise |\n|---|")
                .append("---:|".repeat(matrices.size()))
                .append("---:|---:|---|---|\n");
        Set<String> causes =
                all.rows.values().stream().map(row -> row.cause).collect(Collectors.toCollection(TreeSet::new));
        all.rows.forEach((label, sum) -> {
            List<String> cells = matrices.values().stream()
                    .map(matrix -> matrix.rows.get(label))
                    .map(row -> row == null ? NONE : row.right(row.told))
                    .collect(Collectors.toList());
            cells.add(sum.right(sum.timeTold));
            cells.add(decimal(causes.contains(label) ? all.precision(sum.cause) : Double.NaN));
            cells.add(sum.others(sum.told));
            cells.add(sum.others(sum.timeTold));
            text.append("| ").append(label.equals(sum.cause) ? '`' + label + '`' : label);
            cells.forEach(cell -> text.append(" | ").append(cell));
            text.append(" |\n");
        });
        return text.toString();
    }

    private static String decimal(double share) {
        return Double.isNaN(share) ? NONE : String.format(Locale.ROOT, "%.3f", share);
    }

    @Override
    public String toString() {
        return table(Map.of("told so", this));
    }
}
