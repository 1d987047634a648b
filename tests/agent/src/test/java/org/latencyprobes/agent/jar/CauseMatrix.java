package org.latencyprobes.agent.jar;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A confusion matrix of calls whose causes are known: by what they spent most of their time on, what they were told to have spent it on. Beside
 * it, how many were told the right length of it.
 */
final class CauseMatrix {

    /** The call's own clock does not tell code from a wait for a CPU, and a short stop looks like one of the host. */
    private static final Map<String, String> SAME =
            Map.of("code", "code or cpu", "cpu", "code or cpu", "stopped-or-host", "stopped");

    private static final double TOLERANCE = 0.1;
    private static final long TOLERANCE_NANOS = 200_000;
    private static final String CLOSE = "close";
    private static final String FAR = "far";

    private final Map<String, Map<String, Integer>> byMethod = new TreeMap<>();
    private final Map<String, Map<String, Integer>> byCause = new TreeMap<>();
    private final Map<String, Map<String, Integer>> times = new TreeMap<>();
    private int unclear;

    /** A call as it was, and as it was told. */
    void add(KnownCall knownCall, KnownCall toldCall) {
        KnownCall known = knownCall.with(SAME);
        KnownCall told = toldCall.with(SAME);
        String cause = known.main();
        if (known.hasClearMain()) {
            count(byMethod, known.method() + ", " + cause, told.main());
            count(byCause, cause, told.main());
        } else {
            unclear++;
        }
        long wrongNanos = Math.abs(told.nanos().getOrDefault(cause, 0L) - known.mainNanos());
        boolean isClose = wrongNanos <= Math.max(TOLERANCE_NANOS, TOLERANCE * known.mainNanos());
        count(times, known.method() + ", " + cause, isClose ? CLOSE : FAR);
        count(times, cause, isClose ? CLOSE : FAR);
    }

    private static void count(Map<String, Map<String, Integer>> counts, String known, String told) {
        counts.computeIfAbsent(known, any -> new TreeMap<>()).merge(told, 1, Integer::sum);
    }

    /** Of the calls that were told to have this main cause, the share that had it. */
    double precision(String cause) {
        int all = byCause.values().stream()
                .mapToInt(told -> told.getOrDefault(cause, 0))
                .sum();
        return (double) byCause.getOrDefault(cause, Map.of()).getOrDefault(cause, 0) / all;
    }

    /** How many calls were told to have this main cause and had another. */
    int toldWrongly(String cause) {
        return byCause.entrySet().stream()
                .filter(row -> !row.getKey().equals(cause))
                .mapToInt(row -> row.getValue().getOrDefault(cause, 0))
                .sum();
    }

    /** The main causes that calls had. */
    List<String> causes() {
        return List.copyOf(byCause.keySet());
    }

    private static int sum(Map<String, Integer> told) {
        return told.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static String others(String cause, Map<String, Integer> told) {
        return told.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(cause))
                .map(entry -> entry.getValue() + " `" + entry.getKey() + '`')
                .collect(Collectors.joining(", "));
    }

    private static String share(String of, Map<String, Integer> counts) {
        return counts == null ? "–" : counts.getOrDefault(of, 0) + " of " + sum(counts);
    }

    /**
     * The matrices as a document has them: how many of each main cause were told so by each, and of all how many had the right time, the
     * precision, and what was told otherwise.
     *
     * @param matrices each with its name
     * @param all what is in all of them
     */
    static String table(Map<String, CauseMatrix> matrices, CauseMatrix all) {
        StringBuilder text = new StringBuilder("| main cause | ")
                .append(String.join(" | ", matrices.keySet()))
                .append(" | time | precision | told otherwise |\n|---|")
                .append("---:|".repeat(matrices.size()))
                .append("---:|---:|---|\n");
        all.byCause.forEach((cause, told) -> {
            text.append("| `").append(cause).append("` | ");
            matrices.values()
                    .forEach(matrix ->
                            text.append(share(cause, matrix.byCause.get(cause))).append(" | "));
            text.append(String.format(
                    Locale.ROOT,
                    "%s | %s | %s |%n",
                    share(CLOSE, all.times.get(cause)),
                    Double.isNaN(all.precision(cause)) ? "–" : String.format(Locale.ROOT, "%.3f", all.precision(cause)),
                    others(cause, told)));
        });
        return text.toString();
    }

    /** The same for each method and main cause. */
    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("| method, main cause | told so | time | told otherwise |\n|---|---:|---:|---|\n");
        byMethod.forEach((row, told) -> {
            String cause = row.substring(row.indexOf(' ') + 1);
            text.append(String.format(
                    "| %s | %s | %s | %s |%n",
                    row, share(cause, told), share(CLOSE, times.get(row)), others(cause, told)));
        });
        return text + "\nwithout a clear main cause: " + unclear + '\n';
    }
}
