package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.jar.StalledJvm.Stall;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Tests of which stalls are found and of what kind. Each is injected from outside. Only these are judged: on a busy machine there are others
 * besides.
 */
@EnabledOnOs(OS.LINUX)
final class StallsIT {

    /** What is shorter is too near to what a busy machine adds by itself. */
    private static final double JUDGED_MILLIS = 3;

    /** Of a length: of the whole, and besides for clocks that show whole ms at both ends. */
    private static final double TOLERANCE = 0.1;

    private static final double TOLERANCE_MILLIS = 3;

    private static final double PLACE_MILLIS = 300;

    /** The least share that is told with its kind. On a busy machine a stop and a wait for a processor may be one stall. */
    private static final double MOST = 0.6;

    @TempDir
    private Path folder;

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

    /** All that is told of a kind is in the log, and no length is told twice. */
    private static void assertNotMore(List<Stall> stalls, String kind, List<Stall> injected) {
        double told = stalls.stream()
                .filter(stall -> stall.kind().equals(kind))
                .mapToDouble(Stall::millis)
                .sum();
        double all = injected.stream()
                .filter(stall -> stall.kind().equals(kind))
                .mapToDouble(Stall::millis)
                .sum();
        assertThat(told).as("%s in %s, injected %s", kind, stalls, injected).isLessThan(all * (1 + TOLERANCE) + 50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseSerialGC"})
    void collectionsHaveTheLengthThatTheJvmLogs(String collector) throws IOException {
        try (StalledJvm jvm = jvm(collector)) {
            jvm.jvm().await("a collection that is told", () -> {
                jvm.order("gc");
                return isAnyFound(jvm, "gc");
            });
            assertNotMore(jvm.told(), "gc", jvm.logged());
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

    /** A stop that comes between two sleeps of the sampler is not seen, and on a busy machine one may be told as a wait for a CPU. */
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
    void aThreadThatWaitsForItsCpuIsToldSo() throws IOException, InterruptedException {
        List<Process> competitors = new ArrayList<>();
        try (StalledJvm jvm = new StalledJvm(
                folder, 1_000, StalledJvm.main().afterShell("taskset -cp 0 $$ > " + folder.resolve("pinned")))) {
            for (int i = 0; i < 4; i++) {
                competitors.add(new ProcessBuilder("taskset", "-c", "0", "sh", "-c", "while :; do :; done").start());
            }
            jvm.jvm()
                    .await(
                            "waits for a CPU",
                            () -> jvm.told().stream()
                                    .anyMatch(stall -> stall.kind().equals("cpu")));
        } finally {
            competitors.forEach(Process::destroyForcibly);
        }
    }

    /** Skipped where nobody lets us make a control group. */
    @Test
    void aQuotaThatIsUsedUpIsToldSo() throws IOException {
        Path group = Path.of("/sys/fs/cgroup/cpu/latency-probes-test-"
                + ProcessHandle.current().pid());
        assumeTrue(Files.isWritable(group.getParent()), "no control group of version 1 can be made here");
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve("cpu.cfs_quota_us"), "20000");
        } catch (IOException e) {
            assumeTrue(false, "no control group can be made here: " + e.getMessage());
        }
        try (StalledJvm jvm = new StalledJvm(
                folder, 1_000, StalledJvm.main().afterShell("echo $$ > " + group.resolve("cgroup.procs")))) {
            assertThat(jvm.sources()).contains("control group");
            jvm.jvm().await("throttled for most of a period", () -> {
                jvm.order("compute");
                return jvm.told().stream().anyMatch(stall -> stall.kind().equals("throttled") && stall.millis() > 30);
            });
        } finally {
            Files.deleteIfExists(group);
        }
    }

    @Test
    void withoutTheJvmsCountersCollectionsAreToldByTheirBeans() throws IOException {
        try (StalledJvm jvm = jvm("-XX:-UsePerfData", "-XX:+UseSerialGC")) {
            assertThat(jvm.sources()).startsWith("no JVM counters, collector beans");
            for (int i = 0; i < 3; i++) {
                jvm.order("gc");
            }
            List<Stall> told = jvm.told();
            assertThat(told).noneMatch(stall -> stall.kind().equals("safepoint"));
            assertThat(told.stream()
                            .filter(stall -> stall.kind().equals("gc"))
                            .mapToDouble(Stall::millis)
                            .sum())
                    .isPositive();
        }
    }

    @Test
    void areInTheReportByKindAndInStatus() throws IOException, InterruptedException {
        try (StalledJvm jvm = jvm()) {
            long beginMillis = System.currentTimeMillis();
            jvm.jvm().await("a stop", () -> {
                jvm.stop(100);
                return jvm.told().stream().anyMatch(stall -> stall.kind().equals("stopped") && stall.millis() > 90);
            });
            ParsedAnswer answered = jvm.client().ask("report");
            Map<String, String> row = answered.table("stalls").stream()
                    .filter(kind -> kind.get("kind").equals("stopped"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Double.parseDouble(row.get("longestus"))).isGreaterThan(90_000);
            assertThat(Double.parseDouble(row.get("totalus")))
                    .isGreaterThanOrEqualTo(Double.parseDouble(row.get("longestus")) * 0.99);
            assertThat(Long.parseLong(row.get("longestAtMillis")))
                    .isBetween(beginMillis - 10_000, System.currentTimeMillis());
            assertThat(answered.table("report"))
                    .noneMatch(probe -> probe.get("probe").contains("stall"));
            assertThat(jvm.sources()).contains("JVM counters", "run delay");
            JsonNode json = CommandLine.done("report", jvm.jvm().pid());
            assertThat(CommandLine.rows(json, "stalls", "kind", "stopped")).hasSize(1);
            JsonNode single = CommandLine.done("stalls", jvm.jvm().pid(), "--last", 4096);
            assertThat(CommandLine.rows(single, "stalls", "kind", "stopped")).isNotEmpty();
            assertThat(jvm.jvm().tellToEnd().expectExit(0).stdout())
                    .containsPattern("stalls from 1 ms +count +total ms +longest ms +at")
                    .containsPattern("\nstopped +\\d+ +[0-9,.]+ +[0-9,.]+ +\\d{4}-\\d\\d-\\d\\d ");
        }
    }

    /** Counters of a kind's first stall are allocated; in a while without a new kind there is nothing. */
    @Test
    void theSamplerAllocatesNothing() {
        try (StalledJvm jvm = jvm()) {
            jvm.jvm().await("a second without allocation", () -> {
                long allocated = allocated(jvm);
                long samples = samples(jvm);
                jvm.jvm().await("a second's samples", () -> samples(jvm) > samples + 300);
                return allocated(jvm) == allocated;
            });
        }
    }

    private static long allocated(StalledJvm jvm) {
        jvm.order("allocated");
        String printed = jvm.jvm().printed();
        return Long.parseLong(printed.substring(printed.lastIndexOf("allocated=") + 10)
                .lines()
                .findFirst()
                .orElseThrow());
    }

    private static long samples(StalledJvm jvm) {
        return Long.parseLong(jvm.client().ask("report").cell("report", "jitter.hiccup", "count"));
    }

    @Test
    void nothingStaysOpenAfterADetach() throws IOException {
        try (StalledJvm jvm = jvm()) {
            assertThat(openFiles(jvm)).anyMatch(file -> file.endsWith("/schedstat"));
            jvm.client().ask("detach");
            assertThat(openFiles(jvm))
                    .noneMatch(file -> file.endsWith("/schedstat") || file.endsWith("/stat") || file.endsWith(".stat"));
        }
    }

    private static List<String> openFiles(StalledJvm jvm) throws IOException {
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> folder =
                Files.newDirectoryStream(Path.of("/proc/" + jvm.jvm().pid() + "/fd"))) {
            for (Path file : folder) {
                target(file).ifPresent(files::add);
            }
        }
        return files;
    }

    /** Nothing where it is closed meanwhile. */
    private static Optional<String> target(Path file) throws IOException {
        try {
            return Optional.of(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException closed) {
            return Optional.empty();
        }
    }

    @Test
    void areOffWhereTheyAreNotWanted() {
        try (RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .withAgent("stalls=off,report=stdout")
                .start()
                .awaitText("ready")) {
            AgentClient.to(jvm).awaitJitter();
            assertThat(jvm.tellToEnd().stdout()).contains("jitter.hiccup").doesNotContain("stalls from");
        }
        try (StalledJvm jvm = jvm()) {
            AgentClient client = jvm.client();
            client.ask("attach", "stalls=off");
            assertThat(jvm.sources()).isEqualTo("off");
            client.ask("attach", "stalls=on,jitter=off");
            assertThat(jvm.sources()).isEqualTo("off, since jitter is not hiccup");
            client.ask("attach", "jitter=hiccup");
            jvm.jvm().await("looks again", () -> jvm.sources().contains("JVM counters"));
        }
    }

    /** Each stall that was injected, by what most of its time is told to be: prints the matrix. */
    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseSerialGC", "-XX:+UseZGC"})
    void manyStallsHaveTheirKind(String collector) throws IOException, InterruptedException {
        try (StalledJvm jvm = jvm(collector)) {
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
            StallMatrix matrix = new StallMatrix();
            injected.stream()
                    .filter(stall -> stall.millis() > JUDGED_MILLIS
                            && stall.start() > told.get(0).start())
                    .forEach(stall -> matrix.add(stall, told));
            System.out.println(collector + '\n' + matrix);
            assertThat(matrix.share("stopped")).as("%s", matrix).isGreaterThan(MOST);
            assertThat(matrix.share("gc")).as("%s", matrix).isGreaterThan(MOST);
            assertThat(matrix.share("safepoint")).as("%s", matrix).isGreaterThan(MOST);
        }
    }
}
