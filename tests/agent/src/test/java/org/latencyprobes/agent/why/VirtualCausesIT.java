package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.SharedCpu;

/**
 * Tests of what slow calls of virtual threads are told to be slow for, by the agent alone. The truth is the program's own. That each cause is told
 * for some call is judged; how often it is right is shown, since a busy machine has its own say in each wait.
 */
@Tag("each-jdk")
@Tag("full")
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
final class VirtualCausesIT {

    private static final int FEW = 20;
    private static final int MANY = 200;
    private static final int GROUP = 50;
    private static final int SECONDS = Integer.getInteger("matrix.seconds", 10);
    private static final double CLEAR = 0.8;
    private static final int CARRIERS = 2;
    private static final double MUCH = 0.4;
    private static final double LITTLE = 0.1;

    /** Those that the program can be sure of. */
    private static final Set<String> CAUSES = Set.of("lock", "park", "sleep", "wait", "socket", "on-cpu");

    /** A call as the program has measured it, and as the agent has told it; ns by cause. */
    private record Call(String key, String method, long nanos, Map<String, Double> known, Map<String, Double> told) {

        static String main(Map<String, Double> nanos) {
            return nanos.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("none");
        }

        long start() {
            return Long.parseLong(key.substring(key.indexOf(' ') + 1));
        }

        boolean isClear() {
            return known.get(main(known)) > CLEAR * nanos;
        }

        boolean isRight() {
            return main(known).equals(main(told));
        }

        /** The share that is told to have a cause, less the one that has it. */
        double excess(String cause) {
            return (told.getOrDefault(cause, 0.0) - known.getOrDefault(cause, 0.0)) / nanos;
        }
    }

    private static RunningJvm jvm(int threads) {
        return ForkedJvm.of(VirtualDelays.class)
                .withAgent("report=off,slow=3ms,probes=" + VirtualDelays.class.getName() + "$Calls#*")
                .arguments(threads)
                .start()
                .awaitText("ready");
    }

    /** Its virtual threads compute, or wait in native code, on one CPU that others use, too. */
    private static RunningJvm shortOfCpus(SharedCpu cpu) {
        return cpu.pinned(ForkedJvm.of(VirtualDelays.class))
                .flags("-Djdk.virtualThreadScheduler.parallelism=" + CARRIERS)
                .withAgent("report=off,slow=3ms,probes=" + VirtualDelays.class.getName() + "$Calls#*")
                .arguments(CARRIERS, "compute", "pipeRead")
                .start()
                .awaitText("ready");
    }

    private static List<Map<String, String>> told(RunningJvm jvm) {
        return AgentClient.to(jvm).ask("slow", "0").table("slow").stream()
                .filter(row -> !row.get("parts").isEmpty())
                .toList();
    }

    /** The calls that the program and the agent both know. */
    private static List<Call> calls(RunningJvm jvm, List<Map<String, String>> told) {
        Map<String, TreeMap<Long, Map<String, String>>> byThread = new HashMap<>();
        told.forEach(row -> byThread.computeIfAbsent(row.get("threadId"), any -> new TreeMap<>())
                .put(Long.parseLong(row.get("startNanos")), row));
        List<Call> calls = new ArrayList<>();
        jvm.printed().lines().filter(line -> line.startsWith("call=")).forEach(line -> {
            String[] cells = line.substring("call=".length()).split(",");
            long start = Long.parseLong(cells[2]);
            long end = Long.parseLong(cells[3]);
            Map.Entry<Long, Map<String, String>> row =
                    byThread.getOrDefault(cells[1], new TreeMap<>()).floorEntry(start + (end - start) / 2);
            if (row != null && row.getKey() + micros(row.getValue().get("durationus")) * 1_000 >= end) {
                calls.add(new Call(
                        cells[1] + ' ' + start,
                        cells[0],
                        end - start,
                        parts(cells[4], ":", 1),
                        parts(row.getValue().get("parts"), "=", 1_000)));
            }
        });
        return calls;
    }

    private static double micros(String number) {
        return Double.parseDouble(number.replace(",", ""));
    }

    private static Map<String, Double> parts(String text, String between, double factor) {
        Map<String, Double> parts = new TreeMap<>();
        for (String part : text.split(";")) {
            String[] sides = part.split(between);
            parts.put(sides[0], factor * micros(sides[1]));
        }
        return parts;
    }

    @Test
    void eachCauseIsToldOfNamedVirtualThreads() {
        try (RunningJvm jvm = jvm(FEW)) {
            Set<String> right = new TreeSet<>();
            jvm.await("each cause", () -> {
                jvm.order("500");
                calls(jvm, told(jvm)).stream()
                        .filter(call -> call.isClear() && call.isRight())
                        .forEach(call -> right.add(Call.main(call.known())));
                return right.containsAll(CAUSES);
            });
            assertThat(told(jvm))
                    .isNotEmpty()
                    .allMatch(row -> row.get("thread").contains(" v-")
                            && row.get("isVirtual").equals("true"));
        }
    }

    /** Once the agent has found the carriers' files. A call that waited in native code all the time, as the program knows, waited for no CPU. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aCarrierWithoutACpuIsToldFromOneThatWaitsInNativeCode() throws IOException {
        try (SharedCpu cpu = new SharedCpu(2);
                RunningJvm jvm = shortOfCpus(cpu)) {
            jvm.await("calls that compute, and wait for a CPU", () -> {
                jvm.order("2000");
                List<Call> calls = between(calls(jvm, told(jvm)), 10, Long.MAX_VALUE / 1_000_000);
                List<Call> computing = sinceFound(of("compute", calls));
                List<Call> waits =
                        of("pipeRead", calls).stream().filter(Call::isClear).toList();
                return waits.size() > FEW
                        && share("cpu-wait", computing) > MUCH
                        && share("unknown", computing) < share("cpu-wait", computing) / 2
                        && share("unknown", waits) > CLEAR - LITTLE
                        && share("cpu-wait", waits) < 1 - CLEAR;
            });
        }
    }

    private static List<Call> sinceFound(List<Call> calls) {
        long found = calls.stream()
                .filter(call -> call.told().containsKey("cpu-wait"))
                .mapToLong(Call::start)
                .min()
                .orElse(Long.MAX_VALUE);
        return calls.stream().filter(call -> call.start() >= found).toList();
    }

    private static List<Call> of(String method, List<Call> calls) {
        return calls.stream().filter(call -> call.method().equals(method)).toList();
    }

    private static double share(String cause, List<Call> calls) {
        return calls.stream()
                        .mapToDouble(call -> call.told().getOrDefault(cause, 0.0))
                        .sum()
                / calls.stream().mapToLong(Call::nanos).sum();
    }

    @Test
    @Tag("nightly")
    @Tag("matrix")
    void showsHowOftenTheyAreRight() {
        try (RunningJvm jvm = jvm(MANY)) {
            jvm.order("2000"); // until the agent has seen virtual threads, and the JIT has compiled it
            Map<String, Call> calls = new LinkedHashMap<>();
            for (int round = 0; round < SECONDS; round++) {
                jvm.order("1000");
                calls(jvm, told(jvm)).forEach(call -> calls.putIfAbsent(call.key(), call));
            }
            print(List.copyOf(calls.values()));
        }
    }

    private static void print(List<Call> all) {
        StringBuilder text = new StringBuilder("\n### Virtual threads, JDK "
                + System.getProperty("java.specification.version")
                + "\n\n| calls | number | main cause right | told wrong, of a call | unknown | of 50 calls, worst cause |"
                + "\n|---|---:|---:|---:|---:|---:|\n");
        Map<String, List<Call>> groups = new LinkedHashMap<>();
        groups.put("3–10 ms", between(all, 3, 10));
        groups.put("10–30 ms", between(all, 10, 30));
        groups.put("30 ms and more", between(all, 30, Long.MAX_VALUE / 1_000_000));
        List<Call> long10 = between(all, 10, Long.MAX_VALUE / 1_000_000);
        long10.stream()
                .collect(Collectors.groupingBy(Call::method, TreeMap::new, Collectors.toList()))
                .forEach((method, calls) -> groups.put("`" + method + "` from 10 ms", calls));
        groups.forEach((name, calls) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %,d | %.1f %% | %.1f %% | %.1f %% | %.1f points |%n",
                name,
                calls.size(),
                mean(calls, call -> call.isRight() ? 1 : 0),
                mean(calls, VirtualCausesIT::wrong),
                mean(calls, call -> call.told().getOrDefault("unknown", 0.0) / call.nanos()),
                worstOfGroups(calls))));
        System.out.println(text);
    }

    private static List<Call> between(List<Call> calls, long fromMillis, long toMillis) {
        return calls.stream()
                .filter(call -> call.nanos() >= fromMillis * 1_000_000 && call.nanos() < toMillis * 1_000_000)
                .toList();
    }

    private static double mean(List<Call> calls, ToDoubleFunction<Call> share) {
        return 100 * calls.stream().mapToDouble(share).average().orElse(Double.NaN);
    }

    private static Set<String> causes(Call call) {
        Set<String> causes = new TreeSet<>(call.known().keySet());
        causes.addAll(call.told().keySet());
        return causes;
    }

    private static double wrong(Call call) {
        return causes(call).stream()
                        .mapToDouble(cause -> Math.abs(call.excess(cause)))
                        .sum()
                / 2;
    }

    /** The mean over groups of calls of how far the share of one cause is off at most. */
    private static double worstOfGroups(List<Call> calls) {
        List<Double> worst = new ArrayList<>();
        for (int from = 0; from + GROUP <= calls.size(); from += GROUP) {
            List<Call> group = calls.subList(from, from + GROUP);
            double nanos = group.stream().mapToLong(Call::nanos).sum();
            worst.add(group.stream()
                    .flatMap(call -> causes(call).stream())
                    .distinct()
                    .mapToDouble(cause -> Math.abs(group.stream()
                                    .mapToDouble(call -> call.excess(cause) * call.nanos())
                                    .sum()
                            / nanos))
                    .max()
                    .orElse(0));
        }
        return 100 * worst.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
}
