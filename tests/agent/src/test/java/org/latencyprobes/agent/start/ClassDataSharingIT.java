package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.Facts;
import org.latencyprobes.agent.fixture.HelloWorld;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.fixture.start.EmptyAgent;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of the JVM's archives of classes with the agent. They hold what {@code docs/production.md} says. */
@Tag("full")
@Tag("each-jdk")
final class ClassDataSharingIT {

    private static final Pattern FROM_ARCHIVE = Pattern.compile("(\\S+) source: shared objects file");
    private static final Pattern FROM_ELSEWHERE = Pattern.compile("(\\S+) source: (?!shared objects file)");
    private static final String AOT = "AOT caches are made in one step since 25";

    @TempDir
    private static Path folder;

    private static Path application;
    private static String emptyAgent;

    @BeforeAll
    static void makeJars() throws IOException {
        application = Jars.jar(
                folder.resolve("application.jar"), Map.of(), HelloWorld.class, Calls.class, Facts.class, Ticking.class);
        Path empty = Jars.jar(
                folder.resolve("empty.jar"), Map.of("Premain-Class", EmptyAgent.class.getName()), EmptyAgent.class);
        emptyAgent = "-javaagent:" + empty;
    }

    private static ForkedJvm jvm(Class<?> mainClass) {
        return ForkedJvm.of(mainClass).classPath(application);
    }

    private static Set<String> loaded(JvmResult result, Pattern source) {
        return source.matcher(result.stdout())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void helloWorldWithTheAgentGetsNoWarningFromTheJvm() {
        JvmResult result = jvm(HelloWorld.class).withAgent().run().expectExit(0);
        assertThat(result.stdout()).isEqualTo("hello world\n");
        assertThat(result.stderr()).isEqualTo("latency-probes: no class with a @Probe was loaded\n");
    }

    @Test
    void everyClassThatComesFromTheApplicationsArchiveWithAnEmptyAgentComesFromItWithOurs() {
        Path archive = folder.resolve("application.jsa");
        jvm(HelloWorld.class).flags("-XX:ArchiveClassesAtExit=" + archive).run().expectExit(0);
        String[] use = {"-XX:SharedArchiveFile=" + archive, "-Xlog:class+load"};
        JvmResult empty =
                jvm(HelloWorld.class).flags(use).flags(emptyAgent).run().expectExit(0);
        JvmResult ours = jvm(HelloWorld.class).flags(use).withAgent().run().expectExit(0);
        assertThat(ours.stdout()).contains(HelloWorld.class.getName() + " source: shared objects file (top)");
        assertThat(loaded(ours, FROM_ELSEWHERE)).doesNotContainAnyElementsOf(loaded(empty, FROM_ARCHIVE));
        assertThat(loaded(ours, FROM_ARCHIVE)).hasSizeGreaterThan(400);
        assertThat(ours.stdout().lines().filter(line -> line.contains("warning")))
                .isEmpty();
    }

    @Test
    void onlyTheWovenClassLeavesTheArchive() {
        Path archive = folder.resolve("probed.jsa");
        jvm(Calls.class)
                .flags("-XX:ArchiveClassesAtExit=" + archive)
                .arguments(3)
                .run()
                .expectExit(0);
        JvmResult result = jvm(Calls.class)
                .flags("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load")
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(loaded(result, FROM_ARCHIVE)).contains(Facts.class.getName()).doesNotContain(Calls.class.getName());
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = AOT)
    void anAotCacheTrainedWithTheAgentWorksWithIt() {
        Path cache = folder.resolve("with.aot");
        jvm(Calls.class)
                .flags("-XX:AOTCacheOutput=" + cache)
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
        JvmResult result = useAotCache(cache);
        assertThat(loaded(result, FROM_ARCHIVE)).contains(Facts.class.getName()).doesNotContain(Calls.class.getName());
        assertThat(result.stdout()).doesNotContain("[error]", "[warning]");
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }

    /** Of such a cache the JVM has the application's classes loaded before it starts any agent. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = AOT)
    void whatAnAotCacheTrainedWithTheModuleOfAgentsHasLoadedIsWovenAMomentLater() {
        Path cache = folder.resolve("module.aot");
        jvm(Ticking.class)
                .flags("-XX:AOTCacheOutput=" + cache, "--add-modules", "java.instrument")
                .start()
                .tellToEnd()
                .expectExit(0);
        JvmResult result = jvm(Ticking.class)
                .flags("-XX:AOTCache=" + cache, "-Xlog:class+load")
                .withAgent("jitter=off,interval=100ms")
                .start()
                .awaitText("ready")
                .awaitText("since the last time")
                .tellToEnd()
                .expectExit(0);
        assertThat(loaded(result, FROM_ARCHIVE)).contains(Ticking.class.getName());
        assertThat(result.report().count(Ticking.SHOWN)).isPositive();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = AOT)
    void anAotCacheTrainedWithoutAnyAgentIsLeftUnusedByTheJvmWhichSaysWhy() {
        Path cache = folder.resolve("without.aot");
        jvm(Calls.class).flags("-XX:AOTCacheOutput=" + cache).arguments(3).run().expectExit(0);
        JvmResult result = useAotCache(cache);
        assertThat(loaded(result, FROM_ARCHIVE)).isEmpty();
        assertThat(result.stdout())
                .contains(
                        "Mismatched values for property jdk.module.addmods: java.instrument specified during runtime but not during dump time")
                .contains(
                        "AOT cache has aot-linked classes. It cannot be used when archived full module graph is not used.");
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }

    private static JvmResult useAotCache(Path cache) {
        return jvm(Calls.class)
                .flags("-XX:AOTCache=" + cache, "-Xlog:class+load")
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
    }
}
