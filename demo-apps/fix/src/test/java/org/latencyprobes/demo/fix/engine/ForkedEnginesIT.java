package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.Talk;

/**
 * Engines in JVMs of their own, in the configurations that have most to them: their stages with the built agent, and what stays behind. Both
 * sides are in one JVM, so what they have in common counts for both.
 */
class ForkedEnginesIT {

    private static final int ORDERS = 1_000;

    /** Each side sends and receives one, by way of some of the same methods. */
    private static final int LOGONS = 1;

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final int SIGTERM = 128 + 15;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(
            strings = {"echo", "quickfixj-validating", "philadelphia-blocking-prepared", "artio-archive-validating"})
    void eachStageIsCalledAsOftenAsItSays(String name) {
        Engine engine = Engines.named(name);
        try (RunningJvm jvm = start(engine)) {
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(100))
                    .untilAsserted(() -> assertCounts(engine, counts(jvm)));
            jvm.tellToEnd().expectExit(0);
        }
    }

    private static void assertCounts(Engine engine, Map<String, Long> counts) {
        perMessage(engine).forEach((probe, calls) -> {
            double count = counts.getOrDefault(probe, 0L);
            if (Double.isNaN(calls)) {
                assertThat(count).as(probe).isPositive();
            } else {
                assertThat(count).as(probe).isIn(ORDERS * calls, (ORDERS + LOGONS) * calls);
            }
        });
    }

    @Test
    void anInterruptedOneLeavesNothingBehind() throws IOException {
        Path temporary = Files.createDirectory(scratch.resolve("temporary"));
        try (RunningJvm jvm = start(Engines.named("artio-archive"), "-Djava.io.tmpdir=" + temporary)) {
            assertThat(Files.exists(SHARED_MEMORY)).isEqualTo(!shared(jvm).isEmpty());
            jvm.terminate().expectExit(SIGTERM);
            assertThat(shared(jvm)).isEmpty();
            assertThat(temporary).isEmptyDirectory();
        }
    }

    private static List<Path> shared(RunningJvm jvm) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.exists(SHARED_MEMORY)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(SHARED_MEMORY, "*-" + jvm.pid() + "-*")) {
                folders.forEach(found::add);
            }
        }
        return found;
    }

    private RunningJvm start(Engine engine, String... flags) {
        String probes = engine.stages().stream()
                .map(stage -> stage.pattern() + " as " + name(stage))
                .distinct()
                .collect(Collectors.joining(";"));
        return ForkedJvm.of(BothSides.class)
                .classPath(classPath())
                .withAgent()
                .flags(engine.jvmFlags().toArray(String[]::new))
                .flags("-Dlatencyprobes.probes=" + probes)
                .flags(flags)
                .arguments(engine.name(), scratch, ORDERS)
                .start()
                .awaitText("answered");
    }

    /** Sides that share a pattern share its probe. A method that has a name of its own keeps it. */
    private static String name(Stage stage) {
        return stage.name().equals("application") ? stage.name() : "'" + stage.pattern() + "'";
    }

    private static Map<String, Double> perMessage(Engine engine) {
        return engine.stages().stream()
                .collect(Collectors.toMap(
                        stage -> name(stage).replace("'", ""), Stage::perMessage, Double::sum, TreeMap::new));
    }

    private static Map<String, Long> counts(RunningJvm jvm) {
        return Talk.to(jvm).ask("report").table("report").stream()
                .collect(Collectors.toMap(
                        row -> row.get("probe"), row -> Long.parseLong(row.get("count")), Long::sum, TreeMap::new));
    }

    private static Path[] classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toArray(Path[]::new);
    }
}
