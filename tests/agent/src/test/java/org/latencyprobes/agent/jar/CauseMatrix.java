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

    /** Nobody knows whether a thread had a CPU while the sampler had none, and a short stop looks like one of the host. */
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

    /** Of the calls with this main cause, the share that was told so. */
    double recall(String cause) {
        Map<String, Integer> told = byCause.getOrDefault(cause, Map.of());
        return (double) told.getOrDefault(cause, 0) / sum(told);
    }

    /** Of the calls that were told to have this main cause, the share that had it. */
    double precision(String cause) {
        int all = byCause.values().stream()
                .mapToInt(told -> told.getOrDefault(cause, 0))
                .sum();
        return (double) byCause.getOrDefault(cause, Map.of()).getOrDefault(cause, 0) / all;
    }

    /** The main causes that calls had. */
    List<String> causes() {
        return List.copyOf(byCause.keySet());
    }

    private static int sum(Map<String, Integer> told) {
        return told.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void row(StringBuilder text, String first, String cause, Map<String, Integer> told, String last) {
        String others = told.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(cause))
                .map(entry -> entry.getValue() + " `" + entry.getKey() + '`')
                .collect(Collectors.joining(", "));
        text.append(String.format(
                Locale.ROOT,
                "| %s | %d of %d | %d of %d |%s %s |%n",
                first,
                told.getOrDefault(cause, 0),
                sum(told),
                times.get(first).getOrDefault(CLOSE, 0),
                sum(times.get(first)),
                last,
                others));
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("| main cause | told so | time is right | precision | told otherwise |\n");
        text.append("|---|---:|---:|---:|---|\n");
        byCause.forEach((cause, told) ->
                row(text, cause, cause, told, String.format(Locale.ROOT, " %.3f |", precision(cause))));
        text.append("\n| method, main cause | told so | time is right | told otherwise |\n|---|---:|---:|---|\n");
        byMethod.forEach((row, told) -> row(text, row, row.substring(row.indexOf(' ') + 1), told, ""));
        return text.append("\nwithout a clear main cause: ")
                .append(unclear)
                .append('\n')
                .toString();
    }
}
