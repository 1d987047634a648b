package org.latencyprobes.agent.slow;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.latencyprobes.agent.fixture.slow.KnownCauses;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A call of {@link KnownCauses}, as it was by its own clock, or as the agent tells it.
 *
 * @param method which method
 * @param start its start in ns, as the JVM's {@code nanoTime} counts
 * @param end its end
 * @param nanos ns by cause
 */
public record KnownCall(String method, long start, long end, Map<String, Long> nanos) {

    /** Shorter pauses of the JVM are not judged. */
    private static final long PAUSE_NANOS = 1_000_000;

    /** Of all else, shorter times are not judged. */
    private static final long SLOW_NANOS = 2_000_000;

    private static final Set<String> PAUSES = Set.of("gc", "safepoint");

    private static final double TOLERANCE = 0.1;
    private static final long TOLERANCE_NANOS = 200_000;
    private static final double CLEAR = 1.2;
    private static final String PREFIX = "call=";

    /** All calls that the JVM has printed. */
    static List<KnownCall> printedBy(RunningJvm jvm) {
        return jvm.printed()
                .lines()
                .filter(line -> line.startsWith(PREFIX))
                .map(line -> line.substring(PREFIX.length()).split(","))
                .map(cells -> new KnownCall(
                        cells[0], Long.parseLong(cells[1]), Long.parseLong(cells[2]), nanosByCause(cells[3])))
                .toList();
    }

    private static Map<String, Long> nanosByCause(String parts) {
        return Arrays.stream(parts.split(";"))
                .map(part -> part.split(":"))
                .collect(Collectors.toMap(part -> part[0], part -> Long.parseLong(part[1])));
    }

    /** All calls that {@code why -o json} tells of. */
    static List<KnownCall> toldByWhy(JsonNode answer) {
        Map<String, Map<String, Long>> nanos = new HashMap<>();
        for (JsonNode part : answer.get("slowCallCauses")) {
            nanos.computeIfAbsent(key(part), any -> new HashMap<>())
                    .put(part.get("cause").asText(), nanos(part.get("lengthus").asText()));
        }
        List<KnownCall> told = new ArrayList<>();
        for (JsonNode call : answer.get("slowCalls")) {
            long start = call.get("startNanos").asLong();
            told.add(new KnownCall(
                    method(call.get("probe").asText()),
                    start,
                    start + nanos(call.get("durationus").asText()),
                    nanos.get(key(call))));
        }
        return told;
    }

    private static String key(JsonNode row) {
        return row.get("probe").asText() + row.get("startNanos").asText() + "/"
                + row.get("threadId").asText();
    }

    /** All calls that the agent tells of by itself. */
    static List<KnownCall> toldByDefault(AgentClient client) {
        return client.ask("slow", "0").table("slow").stream()
                .filter(row -> !row.get("parts").isEmpty())
                .map(row -> {
                    long start = Long.parseLong(row.get("startNanos"));
                    return new KnownCall(
                            method(row.get("probe")),
                            start,
                            start + nanos(row.get("durationus")),
                            Arrays.stream(row.get("parts").split(";"))
                                    .map(part -> part.split("="))
                                    .collect(Collectors.toMap(part -> part[0], part -> nanos(part[1]))));
                })
                .toList();
    }

    private static String method(String probe) {
        return probe.substring(probe.indexOf('.') + 1);
    }

    private static long nanos(String micros) {
        return Math.round(Double.parseDouble(micros.replace(",", "")) * 1_000);
    }

    /**
     * Compares calls with what was told of them. One that is not told of has no cause.
     *
     * @param same causes that are not told from another one, which stands for them
     * @param byMethod gets the same with a row for each method
     */
    public static void compare(
            List<KnownCall> knownCalls,
            List<KnownCall> told,
            Map<String, String> same,
            CauseMatrix matrix,
            CauseMatrix byMethod) {
        for (KnownCall call : knownCalls) {
            KnownCall known = call.with(same);
            if (known.mainNanos() >= (known.isOfPause() ? PAUSE_NANOS : SLOW_NANOS)) {
                KnownCall found = told.stream()
                        .filter(other -> other.hasInside(call))
                        .findFirst()
                        .map(other -> other.with(same))
                        .orElse(new KnownCall(call.method, call.start, call.end, Map.of()));
                known.compareTo(found, matrix, byMethod);
            }
        }
    }

    private void compareTo(KnownCall told, CauseMatrix matrix, CauseMatrix byMethod) {
        String cause = main();
        String label = method + ", `" + cause + '`';
        if (hasClearMain()) {
            matrix.add(cause, told.main());
            byMethod.add(label, cause, told.main());
        }
        long wrongNanos = Math.abs(told.nanos.getOrDefault(cause, 0L) - mainNanos());
        boolean isClose = wrongNanos <= Math.max(TOLERANCE_NANOS, TOLERANCE * mainNanos());
        String toldTime = isClose ? cause : told.mostAbove(this);
        matrix.addTime(cause, cause, toldTime);
        byMethod.addTime(label, cause, toldTime);
    }

    /** The cause of which this call has most time more than another one; {@code too long} where that is the other's main cause. */
    private String mostAbove(KnownCall known) {
        return nanos.entrySet().stream()
                .max(Comparator.comparingLong(told -> told.getValue() - known.nanos.getOrDefault(told.getKey(), 0L)))
                .map(Map.Entry::getKey)
                .map(cause -> cause.equals(known.main()) ? "too long" : cause)
                .orElse("none");
    }

    /** The same, with the time of several causes as that of one. */
    private KnownCall with(Map<String, String> renamed) {
        Map<String, Long> sums = new TreeMap<>();
        nanos.forEach((cause, time) -> sums.merge(renamed.getOrDefault(cause, cause), time, Long::sum));
        return new KnownCall(method, start, end, sums);
    }

    /** The cause of most of the time. */
    private String main() {
        return nanos.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("none");
    }

    private boolean isOfPause() {
        return PAUSES.contains(main());
    }

    private long mainNanos() {
        return nanos.getOrDefault(main(), 0L);
    }

    /** Whether no other cause has nearly as much time. */
    private boolean hasClearMain() {
        return nanos.entrySet().stream()
                .allMatch(other -> other.getKey().equals(main()) || CLEAR * other.getValue() < mainNanos());
    }

    private boolean hasInside(KnownCall other) {
        long middle = other.start + (other.end - other.start) / 2;
        return method.equals(other.method) && start < middle && middle < end;
    }
}
