package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.HelloWorld;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.fixture.start.EmptyAgent;
import org.latencyprobes.agent.fixture.start.NothingMarked;
import org.latencyprobes.agent.fixture.start.OwnProbe;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.annotation.Probe;

/** Tests of which classes a JVM loads for the agent or for a command. Their number is most of what a start costs, and unlike time it can be tested. */
@Tag("full")
final class StartUpIT {

    private static final Pattern LOADED = Pattern.compile("(\\S+) source: (.*)");
    private static final String ARCHIVE = "shared objects file";
    private static final String OURS = "org.latencyprobes.";

    /** What the JDK makes for each start: hidden classes have other names each time. */
    private static final Pattern NUMBER = Pattern.compile("\\$?[0-9]*/0x[0-9a-f]+");

    @TempDir
    private Path folder;

    private static Set<String> loaded(JvmResult result, boolean fromArchiveToo) {
        Set<String> names = new TreeSet<>();
        LOADED.matcher(result.stdout())
                .results()
                .filter(match -> fromArchiveToo || !match.group(2).startsWith(ARCHIVE))
                .forEach(match -> names.add(NUMBER.matcher(match.group(1)).replaceAll("")));
        return names;
    }

    private static ForkedJvm jvm(Class<?> mainClass) {
        return ForkedJvm.of(mainClass).quick().flags("-Xlog:class+load");
    }

    private Path emptyAgent() throws IOException {
        return Jars.jar(
                folder.resolve("empty.jar"), Map.of("Premain-Class", EmptyAgent.class.getName()), EmptyAgent.class);
    }

    private Set<String> loadedWithAnEmptyAgent() throws IOException {
        return loaded(
                jvm(HelloWorld.class)
                        .withoutAnnotations()
                        .flags("-javaagent:" + emptyAgent())
                        .run()
                        .expectExit(0),
                true);
    }

    @Test
    void withoutAProbeFewClassesLoadAndNoneOfTheWeaverOrTheHistograms() throws IOException {
        JvmResult result =
                jvm(HelloWorld.class).withoutAnnotations().withAgent().run().expectExit(0);
        Set<String> more = loaded(result, false);
        more.removeAll(loadedWithAnEmptyAgent());
        assertThat(more).noneMatch(name -> name.startsWith("net.bytebuddy.") || name.startsWith("org.HdrHistogram."));
        assertThat(more).noneMatch(name -> name.startsWith(OURS) && name.contains("$$Lambda"));
        assertThat(more).filteredOn(name -> name.startsWith(OURS)).hasSizeLessThanOrEqualTo(35);
        assertThat(more).filteredOn(name -> !name.startsWith(OURS)).hasSizeLessThanOrEqualTo(40); // the JDK's
        assertThat(more).doesNotContain("java.lang.LatencyProbesLink");
    }

    @Test
    void withoutAProbeAllClassesOfTheAgentComeFromTheJarOfStartClasses() throws IOException {
        Set<String> ours = loaded(
                jvm(HelloWorld.class).withoutAnnotations().withAgent().run().expectExit(0), true);
        Set<String> names = new TreeSet<>();
        try (JarFile jar = new JarFile(ForkedJvm.AGENT.toFile())) {
            for (String file : Jars.filesIn(jar.getInputStream(jar.getEntry("inst/start.jar")))
                    .keySet()) {
                names.add(file.replace(".class", "").replace('/', '.'));
            }
        }
        assertThat(ours)
                .filteredOn(name -> name.startsWith(OURS + "agent.") && !name.startsWith(OURS + "agent.fixture."))
                .isNotEmpty()
                .isSubsetOf(names);
    }

    /** The hub is made when the application loads a runtime, and not in its management. */
    @Test
    void anApplicationsOwnProbesAreFoundWhereNothingIsWoven() {
        JvmResult result = jvm(OwnProbe.class).withAgent("jitter=off").run().expectExit(0);
        assertThat(result.report().count("own")).isEqualTo(1);
        assertThat(loaded(result, true)).doesNotContain("javax.management.timer.Timer");
    }

    @Test
    void aProbedMethodThatEndsWhenItReturnsNeedsAsmAloneOutOfByteBuddy() {
        JvmResult result = jvm(Calls.class)
                .withAgent("report=stderr,jitter=off")
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
        List<String> byteBuddys = loaded(result, true).stream()
                .filter(name -> name.startsWith("net.bytebuddy."))
                .toList();
        assertThat(byteBuddys)
                .filteredOn(name -> !name.startsWith("net.bytebuddy.jar.asm."))
                .hasSizeLessThanOrEqualTo(10);
        assertThat(byteBuddys).hasSizeBetween(20, 50);
    }

    /**
     * The classes that the JDK makes for lambdas and method handles are most of what a first probe costs. How many there are depends on how far
     * the agent's threads get before the end: 40 lambdas, mostly, and 58 at most.
     */
    @Test
    void aFirstProbeLinksFewLambdasAndMethodHandles() {
        JvmResult result = jvm(Calls.class)
                .withAgent("report=off,jitter=off")
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(count(result, "org\\.latencyprobes\\.\\S+\\$\\$Lambda")).isBetween(1L, 60L);
        assertThat(count(result, "LambdaForm\\$[A-Z]+/")).isBetween(1L, 114L);
        assertThat(loaded(result, true))
                .doesNotContain("java.lang.invoke.BoundMethodHandle$Species_J", "java.util.stream.LongPipeline");
    }

    private static long count(JvmResult result, String madeClass) {
        return Pattern.compile(madeClass).matcher(result.stdout()).results().count();
    }

    /** No thread of the application's has loaded a class with a probe when the agent's own has made the weaver. */
    @Test
    void whereAPatternNamesProbesTheAgentsThreadMakesTheWeaver() {
        Path log = folder.resolve("classes.log");
        RunningJvm jvm = ForkedJvm.of(NothingMarked.class)
                .quick()
                .flags("-Xlog:class+load:file=" + log)
                .withAgent("jitter=off,probes=..NothingMarked$Late#called with accessors")
                .start()
                .awaitText("ready");
        jvm.await("the weaver has been made", () -> Files.readString(log).contains(".weave.code.WarmUp/0x"));
        assertThat(log).content().doesNotContain("NothingMarked$Late");
        JvmResult result =
                jvm.tell("call").awaitText("the call is over").tellToEnd().expectExit(0);
        assertThat(result.report().count("NothingMarked.Late.called")).isEqualTo(1);
    }

    private void assertThatTheWeaverIsMade(ForkedJvm configured, String atTheEnd) {
        Path log = folder.resolve("classes.log");
        RunningJvm jvm =
                configured.flags("-Xlog:class+load:file=" + log).start().awaitText("ready");
        jvm.await("a site has been linked", () -> Files.readString(log).contains(".link.SpecialisingCalls "));
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.stdout() + result.stderr()).containsOnlyOnce(atTheEnd);
    }

    /** Nothing but the class path tells that there may be probes. */
    @Test
    void whereTheAnnotationsAreOnTheClassPathTheAgentsThreadMakesTheWeaver() {
        assertThatTheWeaverIsMade(
                ForkedJvm.of(NothingMarked.class).quick().withAgent(),
                "latency-probes: no class with a @Probe was loaded");
    }

    @Test
    void theSameWhereOutputsAreWanted() {
        assertThatTheWeaverIsMade(
                ForkedJvm.of(NothingMarked.class).quick().withAgent("jitter=off,interval=1h"), "weaving: 0 methods");
    }

    /** The agent is in full service from the start then. What our own copy of the runtime is loaded for is no probe of the application's. */
    @Test
    void theSameBehindAnotherAgent() throws IOException {
        assertThatTheWeaverIsMade(
                ForkedJvm.of(NothingMarked.class)
                        .quick()
                        .flags("-javaagent:" + emptyAgent())
                        .withAgent(),
                "latency-probes: no class with a @Probe was loaded");
    }

    @Test
    void theSameWhereTheOnlyJarHasThem() throws IOException {
        Path jar = Jars.jar(
                folder.resolve("application.jar"),
                Map.of(
                        "Main-Class",
                        NothingMarked.class.getName(),
                        "Class-Path",
                        ForkedJvm.homeOf(NothingMarked.class).toUri().toString()),
                Probe.class);
        assertThatTheWeaverIsMade(
                ForkedJvm.ofJar(jar).withAgent(), "latency-probes: no class with a @Probe was loaded");
    }

    @Test
    void withoutTheAnnotationsNothingIsPrepared() {
        RunningJvm jvm = jvm(NothingMarked.class)
                .withoutAnnotations()
                .withAgent()
                .start()
                .awaitText("weave.AnnotationSearch ")
                .awaitText("ready");
        jvm.await(
                "the search is over",
                () -> !Jdk.tool("jcmd", jvm.pid(), "Thread.print").contains("latency-probes-preparation"));
        assertThat(loaded(jvm.tellToEnd().expectExit(0), true))
                .doesNotContain("org.latencyprobes.agent.weave.code.WarmUp");
    }

    /** What a command loads that goes over the socket. */
    private static Set<String> loadedBy(String command) {
        RunningJvm jvm = ForkedJvm.of(Repository.class)
                .quick()
                .withAgent("jitter=off")
                .start()
                .awaitText("ready");
        try {
            AgentSocket.of(jvm);
            return loaded(
                    CommandLine.of(ForkedJvm.AGENT, command, jvm.pid())
                            .flags("-Xlog:class+load")
                            .run()
                            .expectExit(0),
                    false);
        } finally {
            jvm.kill();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aCommandOverTheSocketLoadsWhatItNeeds() {
        Set<String> classes = loadedBy("status");
        assertThat(classes)
                .noneMatch(name -> name.contains(".tools.attach.") || name.startsWith("org.jline."))
                .noneMatch(name -> name.startsWith("java.sql.") || name.equals("java.time.ZonedDateTime"))
                .as("no annotation is read, and no other command looked at")
                .noneMatch(name -> name.contains("$Proxy") || name.endsWith(".cli.ReportCommand"));
        assertThat(classes).filteredOn(name -> name.startsWith(OURS)).hasSizeBetween(20, 65);
        assertThat(classes)
                .filteredOn(name -> name.startsWith(OURS) && name.contains("$$Lambda"))
                .hasSizeLessThanOrEqualTo(5);
        assertThat(classes).filteredOn(name -> name.startsWith("picocli.")).hasSizeBetween(50, 160);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aReportLoadsNoDataOfLanguagesAndHardlyALambda() {
        Set<String> classes = loadedBy("report");
        assertThat(classes).noneMatch(name -> name.endsWith(".LocaleResources") || name.endsWith(".DateTimeFormatter"));
        assertThat(classes)
                .filteredOn(name -> name.startsWith(OURS) && name.contains("$$Lambda"))
                .hasSizeLessThanOrEqualTo(5);
    }
}
