package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.compatibility.fixture.Covered;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** JaCoCo's agent beside ours: the same coverage as without us, the same counts as without it. */
@Tag("full")
final class JacocoIT {

    private static final String DYNAMIC = "-XX:+EnableDynamicAgentLoading";

    @TempDir
    private static Path folder;

    private static List<String> coverageAlone;

    @BeforeAll
    static void runWithJacocoAlone() throws IOException {
        Path file = folder.resolve("alone.exec");
        ForkedJvm.of(Covered.class).quick().flags(jacoco(file)).run().expectExit(0);
        coverageAlone = coverage(file);
        assertThat(coverageAlone)
                .contains("halfCovered 2 of 3 lines", "neverCalled 0 of 1 lines", "thrower 3 of 3 lines");
    }

    private static String jacoco(Path file) {
        return "-javaagent:" + Environment.agent("jacoco") + "=destfile=" + file;
    }

    /** Empty where the recorded data do not belong to the class file as it is on the class path. */
    private static List<String> coverage(Path file) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(file.toFile());
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(loader.getExecutionDataStore(), builder)
                .analyzeClass(Jars.bytesOf(Covered.class), Covered.class.getName());
        List<String> lines = new ArrayList<>();
        for (IClassCoverage type : builder.getClasses()) {
            type.getMethods().forEach(method -> {
                lines.add(method.getName() + ' ' + text(method.getLineCounter()) + " lines");
                lines.add(method.getName() + ' ' + text(method.getInstructionCounter()) + " instructions");
                lines.add(method.getName() + ' ' + text(method.getBranchCounter()) + " branches");
            });
        }
        return lines;
    }

    private static String text(ICounter counter) {
        return counter.getCoveredCount() + " of " + counter.getTotalCount();
    }

    @Test
    void beforeOurs() throws IOException {
        Path file = folder.resolve("before.exec");
        JvmResult result = ForkedJvm.of(Covered.class)
                .quick()
                .flags(jacoco(file))
                .withAgent()
                .run()
                .expectExit(0);
        assertNothingUndone(result, file);
        Finding.JACOCO_BEFORE.holds("coverage as without us, every call counted");
    }

    @Test
    void afterOurs() throws IOException {
        Path file = folder.resolve("after.exec");
        JvmResult result = ForkedJvm.of(Covered.class)
                .quick()
                .withAgent()
                .flags(jacoco(file))
                .run()
                .expectExit(0);
        assertNothingUndone(result, file);
        Finding.JACOCO_AFTER.holds("coverage as without us, every call counted");
    }

    private static void assertNothingUndone(JvmResult result, Path file) throws IOException {
        assertThat(coverage(file)).isEqualTo(coverageAlone);
        assertThat(result.report().count("Covered.halfCovered")).isEqualTo(100);
        assertThat(result.report().count("Covered.thrower")).isEqualTo(75);
        assertThat(result.report().count("Covered.thrower", "error")).isEqualTo(25);
    }

    @Test
    void attachedAndDetachedAtRunTime() throws IOException {
        Path file = folder.resolve("attached.exec");
        try (RunningJvm jvm = ForkedJvm.of(Covered.class)
                .quick()
                .flags(DYNAMIC, jacoco(file))
                .arguments("again")
                .start()) {
            AttachAndDetach.of(jvm, "Covered.halfCovered");
            jvm.tellToEnd().expectExit(0);
        }
        assertThat(coverage(file)).isEqualTo(coverageAlone);
        Finding.JACOCO_VISITED.holds("coverage as without us");
    }
}
