package org.latencyprobes.benchmarks.subject;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Methods of one class that a peer is told to time. Our agent finds their {@code @Probe}.
 *
 * @param type the class's binary name
 * @param name the method's, or what all names begin with
 * @param count how many there are; several are numbered from 0
 */
public record MarkedMethods(String type, String name, int count) implements TimedMethods {

    private List<String> names() {
        return count == 1
                ? List.of(name)
                : IntStream.range(0, count).mapToObj(i -> name + i).toList();
    }

    @Override
    public String ours() {
        return "";
    }

    @Override
    public String flightRecorder() {
        return names().stream().map(method -> type + "::" + method).collect(Collectors.joining(";"));
    }

    @Override
    public String openTelemetry() {
        return type + "[" + String.join(",", names()) + "]";
    }

    @Override
    public String asyncProfiler() {
        return type + "." + name + (count == 1 ? "" : "*");
    }

    @Override
    public String byteman() {
        return names().stream()
                .map(method -> rule(method, "ENTRY", "enter()") + rule(method, "EXIT", "exit()"))
                .collect(Collectors.joining());
    }

    private String rule(String method, String at, String action) {
        return String.join(
                "\n",
                "RULE " + at + " of " + method,
                "CLASS " + type,
                "METHOD " + method,
                "HELPER " + BytemanTimer.class.getName(),
                "COMPILE",
                "AT " + at,
                "IF TRUE DO " + action,
                "ENDRULE",
                "");
    }
}
