package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.Talk;

/**
 * The stages' patterns with the built agent, in the configurations that have most of them. Both sides are in one JVM, so what they have in
 * common counts for both.
 */
class StagesIT {

    private static final int ORDERS = 1_000;

    /** Each side sends and receives one, by way of some of the same methods. */
    private static final int LOGONS = 1;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(
            strings = {"echo", "quickfixj-validating", "philadelphia-blocking-prepared", "artio-archive-validating"})
    void eachIsCalledAsOftenAsItSays(String name) {
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

    private RunningJvm start(Engine engine) {
        String probes = engine.stages().stream()
                .map(stage -> stage.pattern() + " as " + name(stage))
                .distinct()
                .collect(Collectors.joining(";"));
        return ForkedJvm.of(StagesMain.class)
                .classPath(classPath())
                .withAgent()
                .flags(engine.jvmFlags().toArray(String[]::new))
                .flags("-Dlatencyprobes.probes=" + probes)
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
