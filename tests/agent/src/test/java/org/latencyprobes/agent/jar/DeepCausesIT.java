package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
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

/**
 * Compares what {@code tail} tells of slow calls, and what the agent alone does, with what these calls measured themselves, and prints the
 * matrices. On a busy machine any call may be told to have waited for a CPU, or stood still. What is bounded is how many are told a wait that
 * was none.
 */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
@Tag("full")
@Tag(CauseMatrix.TAG)
final class DeepCausesIT {

    private static final String SMALL_HEAP = "Z, small heap";
    private static final String DUMPS = "dumps of threads";
    private static final double WRONG_SHARE = 0.05;

    private static final int SHORT_SECONDS = 10;

    /** The least share that is told right. On a busy machine a call may wait for a CPU for longer than a short pause takes. */
    private static final double MOST = 0.5;

    /** What stalls may have above their chance, and waits at all, of calls that have none. */
    private static final double CALM_SHARE = 0.05;

    private static final double TOLERANCE_MILLIS = 20;

    private static final List<String> WAITS = List.of("lock", "park", "sleep", "wait", "socket", "file", "pinned");

    private static final Map<String, CauseMatrix> TAIL = new LinkedHashMap<>();
    private static final Map<String, CauseMatrix> METHODS = new LinkedHashMap<>();
    private static final Map<String, CauseMatrix> DEFAULT = new LinkedHashMap<>();

    private static final Map<String, CauseMatrix> SHORT_BY_TAIL = new LinkedHashMap<>();
    private static final Map<String, CauseMatrix> SHORT_BY_DEFAULT = new LinkedHashMap<>();

    @TempDir
    private Path folder;

    @AfterAll
    static void print() {
        CauseMatrix.print("tail, by main cause", TAIL);
        CauseMatrix.print("tail, by method and main cause", METHODS);
        CauseMatrix.print("The agent alone, by main cause", DEFAULT);
        CauseMatrix.print("tail, short pauses, from 1 ms on", SHORT_BY_TAIL);
        CauseMatrix.print("The agent alone, short pauses, from 1 ms on", SHORT_BY_DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.jar.CauseMatrix#collectors")
    void hardlyAnyCallIsToldAWaitThatItDidNotHave(String collector) throws IOException {
        try (KnownCausesJvm jvm =
                new KnownCausesJvm(folder, KnownCausesJvm.main().flags("-XX:+Use" + collector + "GC", "-Xmx512m"))) {
            assertWaitsAreTold(jvm.watch(), collector);
        }
    }

    /** The heap is small, so that the collector does not get ahead of what allocates. */
    @Test
    void callsThatWaitForMemoryAreToldSo() throws IOException {
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder,
                KnownCausesJvm.main().flags("-XX:+UseZGC", "-Xmx128m", "-Xlog:gc:file=" + folder.resolve("gc.log")),
                "allocation",
                "code",
                "sleep")) {
            CauseMatrix tail = assertWaitsAreTold(jvm.watch(), SMALL_HEAP);
            DEFAULT.get(SMALL_HEAP).assertToldAs("not-known", "unknown-stall", WRONG_SHARE);
            tail.assertToldAs("sleep", "allocation", WRONG_SHARE);
            // the collector may keep up with a thread that computes: then no call waits for long enough
            assumeTrue(tail.judged("allocation") > 0, "no call waited for memory for most of its time");
            assertThat(tail.right("allocation")).as("%s", tail).isPositive();
        }
    }

    /** As {@code jcmd Thread.print} makes them. */
    @Test
    void dumpsOfThreadsAreSafepoints() throws IOException {
        try (KnownCausesJvm jvm = new KnownCausesJvm(folder, KnownCausesJvm.main(), "threadDump", "code", "sleep")) {
            CauseMatrix tail = assertWaitsAreTold(jvm.watch(), DUMPS);
            assertThat(tail.judged("safepoint")).as("%s", tail).isPositive();
            assertThat(tail.right("safepoint")).as("%s", tail).isPositive();
            tail.assertToldAs("sleep", "safepoint", WRONG_SHARE);
        }
    }

    /** Most take less than 5 ms. */
    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.jar.CauseMatrix#collectors")
    void shortPausesAreTold(String collector) throws IOException {
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder,
                SHORT_SECONDS,
                KnownCausesJvm.main().flags("-XX:+Use" + collector + "GC", "-Xmx256m", "-Xmn4m"),
                "youngCollection",
                "shortThreadDump",
                "code",
                "sleep")) {
            jvm.watch();
            CauseMatrix tail =
                    compare(jvm.known(), jvm.toldByTail(), KnownCausesJvm.SAME_IN_TAIL, SHORT_BY_TAIL, collector);
            compare(jvm.known(), jvm.toldByDefault(), KnownCausesJvm.SAME_BY_DEFAULT, SHORT_BY_DEFAULT, collector);
            for (String pause : List.of("gc", "safepoint")) {
                tail.assertToldAs("sleep", pause, WRONG_SHARE);
                tail.assertRecall(pause, MOST);
            }
        }
    }

    /** By the method of each call, only what tail tells is printed. */
    private static CauseMatrix compare(
            List<KnownCall> known,
            List<KnownCall> told,
            Map<String, String> same,
            Map<String, CauseMatrix> matrices,
            String name) {
        CauseMatrix matrix = new CauseMatrix();
        matrices.put(name, matrix);
        CauseMatrix methods = same == KnownCausesJvm.SAME_IN_TAIL
                ? METHODS.computeIfAbsent("told so", any -> new CauseMatrix())
                : new CauseMatrix();
        KnownCall.compare(known, told, same, matrix, methods);
        return matrix;
    }

    /**
     * Nothing is injected. No more pauses may be told than the JVM has logged, and no more stops than by chance: whatever the machine does to
     * these calls, it does at any other time.
     */
    @Test
    void callsThatNothingWasInjectedIntoAreToldNoStallsButByChance() throws IOException {
        Path log = folder.resolve("jvm.log");
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder,
                KnownCausesJvm.main().flags("-Xmx512m", "-Xlog:gc,safepoint:file=" + log + ":tm"),
                "code",
                "sleep",
                "park")) {
            TailShares shares = TailShares.of(jvm.watch().answer());
            double loggedMillis = StalledJvm.safepointMillis(log);
            System.out.println("\n### tail, calls into which nothing was injected\n\n" + shares
                    + "\nSafepoints that the JVM logged, in ms: " + loggedMillis);
            assertThat(shares.micros("gc") + shares.micros("safepoint"))
                    .as("%s", shares)
                    .isLessThanOrEqualTo(1_000 * (loggedMillis + TOLERANCE_MILLIS));
            assertThat(shares.aboveChance("stopped")).as("%s", shares).isLessThan(CALM_SHARE);
            assertThat(shares.aboveChance("throttled")).as("%s", shares).isLessThan(CALM_SHARE);
            for (String wait : List.of("lock", "wait", "socket", "file", "allocation", "pinned")) {
                assertThat(shares.share(wait)).as("%s in %s", wait, shares).isLessThan(CALM_SHARE);
            }
        }
    }

    private static CauseMatrix assertWaitsAreTold(KnownCausesJvm jvm, String name) {
        CauseMatrix tail = compare(jvm.known(), jvm.toldByTail(), KnownCausesJvm.SAME_IN_TAIL, TAIL, name);
        compare(jvm.known(), jvm.toldByDefault(), KnownCausesJvm.SAME_BY_DEFAULT, DEFAULT, name);
        for (String cause : WAITS) {
            if (tail.judged(cause) > 0) {
                tail.assertPrecision(cause, 1 - WRONG_SHARE);
            }
        }
        return tail;
    }
}
