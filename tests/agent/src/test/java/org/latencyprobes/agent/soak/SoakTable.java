package org.latencyprobes.agent.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * What JVMs held, minute by minute, and by how much it grew since they had settled: from the median of the first third of the minutes to that
 * of the last. For some minutes more than it takes to settle.
 */
final class SoakTable {

    private static final String P99 = "p99 ns";
    private static final String RATE = "calls a second";

    private static final int SETTLED_MINUTES = 5;

    /**
     * How much each may grow in all. Heap: slow calls and causes are kept up to bounds that fill later than the fifth minute. Metaspace: the
     * JVM learns about ever rarer methods in order to compile them, also in the control, and each transformation has the class link its lambdas
     * anew. Code cache: what it then compiles, less what it sweeps now and then. Threads: one that a publish or a question has. Open files:
     * sockets of publishes under way. Native: what these take of the system. RSS: all of them, and malloc's arenas, which are not given back.
     */
    private static final Map<String, Long> MOST_GROWTH = new LinkedHashMap<>();

    static {
        MOST_GROWTH.put("heap KB", 3_000L);
        MOST_GROWTH.put("metaspace KB", 2_500L);
        MOST_GROWTH.put("code cache KB", 6_000L);
        MOST_GROWTH.put("threads", 2L);
        MOST_GROWTH.put("open files", 4L);
        MOST_GROWTH.put("native KB", 15_000L);
        MOST_GROWTH.put("RSS KB", 40_000L);
    }

    private final Map<String, Map<String, List<Long>>> values = new LinkedHashMap<>();
    private final int faults;

    /** With faults that follow each other minute by minute, and begin anew after the last. */
    SoakTable(int faults) {
        this.faults = faults;
    }

    /** Takes one sample of a JVM. */
    synchronized void add(String jvm, RunningJvm running) {
        running.order("facts");
        Map<String, List<Long>> its = values.computeIfAbsent(jvm, first -> new LinkedHashMap<>());
        MOST_GROWTH.keySet().forEach(name -> add(its, name, running));
        add(its, P99, running);
        add(its, RATE, running);
    }

    private static void add(Map<String, List<Long>> its, String name, RunningJvm running) {
        its.computeIfAbsent(name, first -> new ArrayList<>()).add(Long.parseLong(running.fact(name)));
    }

    /** The last sample of each JVM. */
    synchronized String last() {
        StringBuilder text = new StringBuilder();
        values.forEach((jvm, its) -> {
            text.append(" | ").append(jvm);
            its.forEach((name, samples) ->
                    text.append(' ').append(name).append(' ').append(samples.get(samples.size() - 1)));
        });
        return text.toString();
    }

    /** A row of Markdown for each quantity of each JVM, and what became of the ratio of two JVMs' p99. */
    synchronized String markdown(String one, String other) {
        StringBuilder text = new StringBuilder(
                "| JVM | quantity | first third | second | last | most growth |\n|---|---|---:|---:|---:|---:|\n");
        values.forEach((jvm, its) -> MOST_GROWTH.forEach((name, most) -> text.append(row(jvm, name, its, most))));
        values.forEach((jvm, its) -> text.append(row(jvm, RATE, its, null)));
        if (values.containsKey(one) && values.containsKey(other)) {
            text.append(ratios(one + " ÷ " + other, percents(one, other)));
        }
        return text.toString();
    }

    private static String row(String jvm, String name, Map<String, List<Long>> its, Long most) {
        List<Long> samples = its.get(name);
        return "| %s | %s | %,d | %,d | %,d | %s |%n"
                .formatted(
                        jvm,
                        name,
                        first(samples),
                        medianOfThird(samples, 1),
                        last(samples),
                        most == null ? "" : "%,d".formatted(most));
    }

    private String ratios(String name, List<Long> percents) {
        List<Long> sorted = settled(percents).stream().sorted().toList();
        return "| %s | p99, %% | %,d | %,d | %,d | from %,d to %,d in single minutes; %s |%n"
                .formatted(
                        name,
                        first(percents),
                        medianOfThird(percents, 1),
                        last(percents),
                        sorted.get(0),
                        sorted.get(sorted.size() - 1),
                        SeasonalTrend.of(settled(percents), faults));
    }

    private List<Long> percents(String one, String other) {
        List<Long> ones = values.get(one).get(P99);
        List<Long> others = values.get(other).get(P99);
        List<Long> percents = new ArrayList<>();
        for (int i = 0; i < Math.min(ones.size(), others.size()); i++) {
            percents.add(100 * ones.get(i) / others.get(i));
        }
        return percents;
    }

    /** What grew beyond what it may. */
    List<String> grown() {
        List<String> grown = new ArrayList<>();
        values.forEach((jvm, its) -> MOST_GROWTH.forEach((name, most) -> {
            if (last(its.get(name)) - first(its.get(name)) > most) {
                grown.add(jvm + ": " + name + ' ' + its.get(name));
            }
        }));
        return grown;
    }

    private static List<Long> settled(List<Long> samples) {
        return samples.subList(Math.min(SETTLED_MINUTES, samples.size() / 2), samples.size()); // few on a busy machine
    }

    private static long first(List<Long> samples) {
        return medianOfThird(samples, 0);
    }

    private static long last(List<Long> samples) {
        return medianOfThird(samples, 2);
    }

    /** A third of one sample or two may have none of its own, and is then the one before it. */
    private static long medianOfThird(List<Long> samples, int third) {
        List<Long> settled = settled(samples);
        int size = settled.size();
        int from = size * third / 3;
        List<Long> part = settled.subList(from, Math.max(from + 1, size * (third + 1) / 3));
        return part.stream().sorted().toList().get(part.size() / 2);
    }
}
