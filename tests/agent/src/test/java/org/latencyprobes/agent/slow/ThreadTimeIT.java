package org.latencyprobes.agent.slow;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.fixture.slow.CallsOnBusyCpus;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.SharedCpu;

/**
 * Tests that a slow call is told what its own thread did: ran on a CPU, waited for one, or neither. The truth is what the calling thread
 * has read itself. Others compute beside it: threads of the same JVM, or processes. How many are told so is shown: where the agent's
 * sampler has no CPU either, it comes too late for some.
 */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class ThreadTimeIT {

    private static final int PROCESSES = 2;

    /** With so many for each CPU a call waits for most of its time. */
    private static final int THREADS = 3;

    private static final Map<String, CauseMatrix> MATRICES = new LinkedHashMap<>();

    /** Calls are judged of which one of the three is so much. */
    private static final double CLEAR = 0.7;

    /** A call as its thread saw it, in ns. */
    private record Call(String thread, long start, long nanos, long cpu, long delay) {

        static Call of(String line) {
            String[] parts = line.split(" ");
            return new Call(
                    parts[1],
                    Long.parseLong(parts[2]),
                    Long.parseLong(parts[3]),
                    Long.parseLong(parts[4]),
                    Long.parseLong(parts[5]));
        }

        /** Empty where it is not clear. */
        String cause() {
            long waited = Math.min(delay, nanos - cpu); // the thread may have waited while it read
            if (waited > CLEAR * nanos) {
                return "cpu-wait";
            }
            return cpu > CLEAR * nanos ? "on-cpu" : nanos - cpu - waited > CLEAR * nanos ? "park" : "";
        }

        boolean isTold(Map<String, String> row) {
            long told = Long.parseLong(row.get("startNanos"));
            return row.get("threadId").equals(thread) && told - start >= 0 && told - start < nanos;
        }
    }

    @AfterAll
    static void print() {
        CauseMatrix.print("The agent alone, what the call's own thread did", MATRICES);
    }

    @Test
    void callsThatWaitForACpuAreToldFromThoseThatComputeOrWaitForSomethingElse() {
        assertTold(
                "beside threads",
                ForkedJvm.of(CallsOnBusyCpus.class)
                        .arguments(THREADS * Runtime.getRuntime().availableProcessors()));
    }

    /** All of them have one CPU. */
    @Test
    void theSameIsToldBesideOtherProcesses() throws IOException {
        try (SharedCpu cpu = new SharedCpu(PROCESSES)) {
            assertTold(
                    "beside processes",
                    cpu.pinned(ForkedJvm.of(CallsOnBusyCpus.class).arguments(0)));
        }
    }

    private static void assertTold(String name, ForkedJvm configured) {
        Map<String, Map<String, String>> told = new HashMap<>();
        try (RunningJvm jvm =
                configured.withAgent("slow=2ms,report=off").start().awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            jvm.await("the sampler and a thread's times", () -> {
                jvm.order("calls");
                return slow(client).stream().anyMatch(row -> row.get("parts").contains("on-cpu="));
            });
            long sinceNanos = newestNanos(jvm, client);
            jvm.await("calls that are told that they waited for a CPU, and that they waited for something else", () -> {
                jvm.order("calls");
                for (Map<String, String> row : explained(client, sinceNanos)) { // of which the agent keeps some
                    told.put(row.get("threadId") + ' ' + row.get("startNanos"), row);
                }
                CauseMatrix matrix = compare(clear(jvm, sinceNanos), told.values());
                MATRICES.put(name, matrix);
                return matrix.right("cpu-wait") > 0 && matrix.right("park") > 0;
            });
        }
    }

    private static CauseMatrix compare(List<Call> truth, Collection<Map<String, String>> told) {
        CauseMatrix matrix = new CauseMatrix();
        for (Map<String, String> row : told) {
            truth.stream()
                    .filter(call -> call.isTold(row))
                    .findFirst()
                    .ifPresent(call -> matrix.add(call.cause(), main(row.get("parts"))));
        }
        return matrix;
    }

    private static List<Call> clear(RunningJvm jvm, long sinceNanos) {
        return jvm.printed()
                .lines()
                .filter(line -> line.matches("call( -?\\d+){5}"))
                .map(Call::of)
                .filter(call -> call.start() - sinceNanos > 0 && !call.cause().isEmpty())
                .toList();
    }

    /** None where the agent's thread, beside all that computes, was given no CPU for as long as the agent waits for it. */
    private static List<Map<String, String>> slow(AgentClient client) {
        ParsedAnswer answer = client.send("slow", "0");
        return answer.exitCode() == 0 ? answer.table("slow") : List.of();
    }

    private static long newestNanos(RunningJvm jvm, AgentClient client) {
        AtomicLong newest = new AtomicLong(Long.MIN_VALUE);
        jvm.await("slow calls", () -> {
            List<Map<String, String>> slow = slow(client);
            slow.forEach(row -> newest.accumulateAndGet(Long.parseLong(row.get("startNanos")), Math::max));
            return !slow.isEmpty();
        });
        return newest.get();
    }

    private static List<Map<String, String>> explained(AgentClient client, long sinceNanos) {
        return slow(client).stream()
                .filter(row -> Long.parseLong(row.get("startNanos")) - sinceNanos > 0
                        && !row.get("parts").isEmpty())
                .toList();
    }

    /** The cause of most of a call's time. */
    private static String main(String parts) {
        String main = "";
        double most = 0;
        for (String part : parts.split(";")) {
            String[] sides = part.split("=");
            double micros = Double.parseDouble(sides[1].replace(",", ""));
            if (micros > most) {
                most = micros;
                main = sides[0];
            }
        }
        return main;
    }
}
