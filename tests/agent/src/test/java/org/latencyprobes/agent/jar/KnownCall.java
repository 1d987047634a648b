package org.latencyprobes.agent.jar;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.latencyprobes.agent.fixture.KnownCauses;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A call of {@link KnownCauses}, as it was by its own clock, or as the agent tells it.
 *
 * @param method which method
 * @param start its start in ns, as the JVM's {@code nanoTime} counts
 * @param end its end
 * @param nanos ns by cause
 */
record KnownCall(String method, long start, long end, Map<String, Long> nanos) {

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

    /** The same, with the time of several causes as that of one. */
    KnownCall with(Map<String, String> renamed) {
        Map<String, Long> sums = new TreeMap<>();
        nanos.forEach((cause, time) -> sums.merge(renamed.getOrDefault(cause, cause), time, Long::sum));
        return new KnownCall(method, start, end, sums);
    }

    /** The cause of most of the time. */
    String main() {
        return nanos.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("none");
    }

    long mainNanos() {
        return nanos.getOrDefault(main(), 0L);
    }

    /** Whether no other cause has nearly as much time. */
    boolean hasClearMain() {
        return nanos.entrySet().stream()
                .allMatch(other -> other.getKey().equals(main()) || CLEAR * other.getValue() < mainNanos());
    }

    boolean hasInside(KnownCall other) {
        long middle = other.start + (other.end - other.start) / 2;
        return method.equals(other.method) && start < middle && middle < end;
    }
}
