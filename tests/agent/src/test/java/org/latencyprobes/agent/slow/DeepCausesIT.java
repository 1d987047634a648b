package org.latencyprobes.agent.slow;

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
import org.latencyprobes.agent.stall.StalledJvm;
import org.latencyprobes.agent.why.WhyShares;

/**
 * A comparison of what {@code why} tells of slow calls, and what the agent alone does, with what these calls measured themselves. It prints
 * the matrices. Nothing is judged: on a busy machine any call may wait for a CPU, or stand still, whatever was injected into it.
 */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
@Tag(CauseMatrix.TAG)
final class DeepCausesIT {

    private static final String SMALL_HEAP = "Z, small heap";
    private static final String DUMPS = "dumps of threads";
    private static final int SHORT_SECONDS = 10;

    private static final Map<String, CauseMatrix> WHY = new LinkedHashMap<>();
    private static final Map<String, CauseMatrix> METHODS = new LinkedHashMap<>();
    private static final Map<String, CauseMatrix> DEFAULT = new LinkedHashMap<>();

    private static final Map<String, CauseMatrix> SHORT_BY_WHY = new LinkedHashMap<>();
    private static final Map<String, CauseMatrix> SHORT_BY_DEFAULT = new LinkedHashMap<>();

    @TempDir
    private Path folder;

    @AfterAll
    static void print() {
        CauseMatrix.print("why, by main cause", WHY);
        CauseMatrix.print("why, by method and main cause", METHODS);
        CauseMatrix.print("The agent alone, by main cause", DEFAULT);
        CauseMatrix.print("why, short pauses, from 1 ms on", SHORT_BY_WHY);
        CauseMatrix.print("The agent alone, short pauses, from 1 ms on", SHORT_BY_DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.slow.CauseMatrix#collectors")
    void allInjectedCauses(String collector) throws IOException {
        try (KnownCausesJvm jvm =
                new KnownCausesJvm(folder, KnownCausesJvm.main().flags("-XX:+Use" + collector + "GC", "-Xmx512m"))) {
            compareBoth(jvm.watch(), collector);
        }
    }

    /** The heap is small, so that the collector does not get ahead of what allocates. */
    @Test
    void waitsForMemory() throws IOException {
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder,
                KnownCausesJvm.main().flags("-XX:+UseZGC", "-Xmx128m", "-Xlog:gc:file=" + folder.resolve("gc.log")),
                "allocation",
                "code",
                "sleep")) {
            compareBoth(jvm.watch(), SMALL_HEAP);
        }
    }

    /** As {@code jcmd Thread.print} makes them. */
    @Test
    void dumpsOfThreads() throws IOException {
        try (KnownCausesJvm jvm = new KnownCausesJvm(folder, KnownCausesJvm.main(), "threadDump", "code", "sleep")) {
            compareBoth(jvm.watch(), DUMPS);
        }
    }

    /** Most take less than 5 ms. */
    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.slow.CauseMatrix#collectors")
    void shortPauses(String collector) throws IOException {
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder,
                SHORT_SECONDS,
                KnownCausesJvm.main().flags("-XX:+Use" + collector + "GC", "-Xmx256m", "-Xmn4m"),
                "youngCollection",
                "shortThreadDump",
                "code",
                "sleep")) {
            jvm.watch();
            compare(jvm.known(), jvm.toldByWhy(), KnownCausesJvm.SAME_IN_WHY, SHORT_BY_WHY, collector);
            compare(jvm.known(), jvm.toldByDefault(), KnownCausesJvm.SAME_BY_DEFAULT, SHORT_BY_DEFAULT, collector);
        }
    }

    /** By the method of each call, only what why tells is printed. */
    private static void compare(
            List<KnownCall> known,
            List<KnownCall> told,
            Map<String, String> same,
            Map<String, CauseMatrix> matrices,
            String name) {
        CauseMatrix matrix = new CauseMatrix();
        matrices.put(name, matrix);
        CauseMatrix methods = same == KnownCausesJvm.SAME_IN_WHY
                ? METHODS.computeIfAbsent("told so", any -> new CauseMatrix())
                : new CauseMatrix();
        KnownCall.compare(known, told, same, matrix, methods);
    }

    /** About as much of pauses is told as the JVM has logged, and of stops as by chance, unless the machine stops these calls. */
    @Test
    void callsThatNothingWasInjectedInto() throws IOException {
        Path log = folder.resolve("jvm.log");
        try (KnownCausesJvm jvm = new KnownCausesJvm(
                folder,
                KnownCausesJvm.main().flags("-Xmx512m", "-Xlog:gc,safepoint:file=" + log + ":tm"),
                "code",
                "sleep",
                "park")) {
            WhyShares shares = WhyShares.of(jvm.watch().answer());
            double loggedMillis = StalledJvm.safepointMillis(log);
            System.out.println("\n### why, calls into which nothing was injected\n\n" + shares
                    + "\nSafepoints that the JVM logged, in ms: " + loggedMillis);
        }
    }

    private static void compareBoth(KnownCausesJvm jvm, String name) {
        compare(jvm.known(), jvm.toldByWhy(), KnownCausesJvm.SAME_IN_WHY, WHY, name);
        compare(jvm.known(), jvm.toldByDefault(), KnownCausesJvm.SAME_BY_DEFAULT, DEFAULT, name);
    }
}
