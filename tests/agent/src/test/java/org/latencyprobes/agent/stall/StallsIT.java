package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.kit.SharedCpu;
import org.latencyprobes.agent.slow.CauseMatrix;
import org.latencyprobes.agent.stall.StalledJvm.Stall;

/**
 * Tests of which stalls are found and of what kind. Each is injected from outside. Only these are judged: on a busy machine there are others
 * besides.
 */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class StallsIT {

    /** What is shorter is too near to what a busy machine adds by itself. */
    private static final double JUDGED_MILLIS = 3;

    /** Of a length: of the whole, and besides, of each, for clocks that show whole ms at both ends. */
    private static final double TOLERANCE = 0.1;

    private static final double TOLERANCE_MILLIS = 3;

    private static final double PLACE_MILLIS = 300;

    private static final Map<String, CauseMatrix> MATRICES = new LinkedHashMap<>();

    @TempDir
    private Path folder;

    @AfterAll
    static void print() {
        CauseMatrix.print("Stalls from 3 ms", MATRICES);
    }

    private StalledJvm jvm(String... flags) {
        return new StalledJvm(folder, 100_000, StalledJvm.main().flags(flags));
    }

    /** The JVM logs a pause when it gets to it, so its place is less sure than its length. */
    private static boolean isAnyFound(StalledJvm jvm, String kind) throws IOException {
        List<Stall> told = jvm.told();
        return jvm.logged().stream()
                .filter(stall -> stall.kind().equals(kind) && stall.millis() > JUDGED_MILLIS)
                .anyMatch(stall -> told(told, stall) > shortest(stall));
    }

    /** How much of that kind is told near it. */
    private static double told(List<Stall> stalls, Stall injected) {
        return stalls.stream()
                .filter(stall -> stall.kind().equals(injected.kind()))
                .filter(stall -> stall.start() < injected.start() + injected.millis() + PLACE_MILLIS)
                .filter(stall -> stall.start() + stall.millis() > injected.start() - PLACE_MILLIS)
                .mapToDouble(Stall::millis)
                .sum();
    }

    private static double shortest(Stall injected) {
        return injected.millis() * (1 - TOLERANCE) - TOLERANCE_MILLIS;
    }

    /** No length is told twice: a collection is told for as long as the JVM stood still for it, which the log has as a safepoint. */
    private static void assertNotMore(StalledJvm jvm) throws IOException {
        List<Stall> stalls = jvm.told();
        double told = stalls.stream()
                .filter(stall -> stall.kind().equals("gc"))
                .mapToDouble(Stall::millis)
                .sum();
        long collections =
                jvm.logged().stream().filter(stall -> stall.kind().equals("gc")).count();
        assertThat(told)
                .as("%s collections in %s", collections, stalls)
                .isLessThan(jvm.safepointMillis() * (1 + TOLERANCE) + TOLERANCE_MILLIS * collections);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseSerialGC"})
    void collectionsHaveTheLengthThatTheJvmLogs(String collector) throws IOException {
        try (StalledJvm jvm = jvm(collector)) {
            jvm.jvm().await("a collection that is told", () -> {
                jvm.order("gc");
                return isAnyFound(jvm, "gc");
            });
            assertNotMore(jvm);
        }
    }

    @Test
    void safepointsOfOtherOperationsAreNoCollections() throws IOException {
        try (StalledJvm jvm = jvm()) {
            jvm.jvm().await("a safepoint that is told", () -> {
                jvm.inspectHeap();
                return isAnyFound(jvm, "safepoint");
            });
        }
    }

    /** On a busy machine one may be told as a wait for a CPU. */
    @Test
    void aStoppedProcessIsToldFromTheRest() {
        try (StalledJvm jvm = jvm()) {
            for (long millis : new long[] {50, 100, 200}) {
                jvm.jvm().await("a stop of " + millis + " ms", () -> {
                    Stall stop = jvm.stop(millis);
                    return told(jvm.told(), stop) > shortest(stop);
                });
            }
        }
    }

    /** Whatever else runs here: two threads without end on the same CPU keep a third one waiting. */
    @Test
    void aThreadThatWaitsForItsCpuIsToldSo() throws IOException {
        try (SharedCpu cpu = new SharedCpu(4);
                StalledJvm jvm = new StalledJvm(folder, 1_000, cpu.pinned(StalledJvm.main()))) {
            jvm.jvm()
                    .await(
                            "waits for a CPU",
                            () -> jvm.told().stream()
                                    .anyMatch(stall -> stall.kind().equals("cpu-wait")));
        }
    }

    /** Flight Recorder begins after the agent, and the agent's sampler before that, since a log is written from the start. */
    @Test
    void theJvmsCountersAreReadWhereTheJvmHasNotQuiteStarted() throws IOException {
        try (StalledJvm jvm = jvm(
                "-XX:StartFlightRecording=filename=" + folder.resolve("jvm.jfr"),
                "-Dlatencyprobes.hlog=" + folder.resolve("log.hlog"))) {
            assertThat(jvm.sources()).startsWith("JVM counters");
        }
    }

    @Test
    void withoutTheJvmsCountersCollectionsAreToldByTheirBeans() throws IOException {
        try (StalledJvm jvm = jvm("-XX:-UsePerfData", "-XX:+UseSerialGC")) {
            assertThat(jvm.sources()).startsWith("no JVM counters, collector beans");
            jvm.jvm().await("a collection that is told", () -> {
                jvm.order("gc");
                return jvm.told().stream().anyMatch(stall -> stall.kind().equals("gc"));
            });
            assertThat(jvm.told()).noneMatch(stall -> stall.kind().equals("safepoint"));
        }
    }

    /** Each stall that was injected, by what most of its time is told to be. */
    @ParameterizedTest
    @Tag("nightly")
    @Tag(CauseMatrix.TAG)
    @MethodSource("org.latencyprobes.agent.slow.CauseMatrix#collectors")
    void showsTheKindsOfManyStalls(String collector) throws IOException, InterruptedException {
        try (StalledJvm jvm = jvm("-XX:+Use" + collector + "GC")) {
            List<Stall> injected = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                jvm.order("gc");
                injected.add(jvm.stop(10 + 4 * i));
                if (i % 4 == 0) {
                    jvm.inspectHeap();
                }
            }
            List<Stall> told = jvm.told();
            injected.addAll(jvm.logged());
            CauseMatrix matrix = new CauseMatrix();
            MATRICES.put(collector, matrix);
            injected.stream()
                    .filter(stall -> stall.millis() > JUDGED_MILLIS
                            && stall.start() > told.get(0).start())
                    .forEach(stall -> matrix.add(stall.kind(), stall.kindIn(told)));
        }
    }
}
