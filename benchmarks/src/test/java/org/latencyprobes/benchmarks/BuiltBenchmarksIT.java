package org.latencyprobes.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.benchmarks.stress.StressTests;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.subject.WovenBenchmark;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.JmhFork;
import org.latencyprobes.demo.common.JavaRuntime;

@Tag("full")
class BuiltBenchmarksIT {

    private static final Path AGENT = Path.of(System.getProperty("agent.jar"));
    private static final Path JAR = AGENT.getParent().resolveSibling("benchmarks.jar");
    private static final Path HOME = Path.of(System.getProperty("test.java.home"));

    @TempDir
    private Path folder;

    @Test
    void theCommandMeasuresPrintsAndWritesThePage() throws Exception {
        Path page = folder.resolve("overhead.md");

        assertThat(overhead("--smoke", "--only", "nested,recorder", "--write", page.toString()))
                .contains("ten nested calls", "recording alone, 1 thread ≤ 3 ns", "written to");
        assertThat(Files.readString(page))
                .startsWith("# Overhead")
                .contains("| Latency Probes, self=on | ", "(not measured this time)")
                .doesNotContain("${");
    }

    /** Some two minutes. That each part runs is proved here alone; the command, its page and the woven JVMs by the other tests. */
    @Test
    @Tag("nightly")
    void allPartsAreMeasured() throws Exception {
        Path page = folder.resolve("overhead.md");

        String output = overhead("--smoke", "--write", page.toString());

        assertThat(output)
                .contains(
                        "5 methods, 9 calls",
                        "Latency Probes, no probe",
                        "weaving of a class after the first ≤ 0.3 ms",
                        "first call of the first probe ≤ 60 ms",
                        "the same, called after 1 s ≤ 60 ms",
                        "recording alone, 1 thread ≤ 3 ns",
                        "sampled(1/16) ≤ 0.12",
                        "written to");
        assertThat(Files.readString(page))
                .startsWith("# Overhead")
                .contains(
                        "| two nanoTime readings | ",
                        "| Latency Probes, self=on | ",
                        "| Latency Probes, counted | ",
                        "| Latency Probes, off after on | ",
                        "| empty agent | ")
                .containsPattern("a call now and then.*\\d / -?\\d")
                .doesNotContain("${", "not measured this time");
    }

    @Test
    void theAgentWeavesTheBenchmark() throws Exception {
        assertThat(reportOf(Variant.ON)).containsPattern("level0\\s+ok +[1-9]").containsPattern("level9\\s+ok +[1-9]");
    }

    @Test
    void offAfterOnIsOffBeforeTheFirstIteration() throws Exception {
        assertThat(reportOf(Variant.OFF_AFTER_ON))
                .containsPattern("getter\\s+ok +200,000 ")
                .doesNotContainPattern("level0\\s+ok");
    }

    @Test
    void aPeerThatIsNotThereIsLeftOutWithAReason() throws Exception {
        JavaRuntime jdk = JavaRuntime.of(HOME.resolve("bin/java"));
        AgentArguments agents = new AgentArguments(jdk, AGENT, folder, folder);
        List<Variant> wanted = List.of(Variant.ON, Variant.OFF, Variant.BYTEMAN);

        assertThat(agents.available(wanted)).containsExactly(Variant.ON, Variant.OFF);
        assertThat(agents.leftOut(wanted))
                .isEqualTo("Left out: Byteman, count and sum (byteman.jar is not there; build with -Ppeers).");
    }

    @Test
    @Tag("nightly")
    void theStressTestsPass() throws Exception {
        assertThat(run("-cp", JAR.toString(), StressTests.class.getName()))
                .contains("Failed tests: No matches.", "Error tests: No matches.")
                .containsPattern("Results: [1-9]\\d* planned; [1-9]\\d* passed, 0 failed");
    }

    @Test
    @Tag("nightly")
    void aPublishToEachBackendIsMeasured() throws Exception {
        String once = "org.openjdk.jmh.Main PublishCost -p isProbe=true -wi 0 -i 1 -r 100ms -foe true";
        List<String> command = new ArrayList<>(List.of("-Djmh.ignoreLock=true", "-cp", JAR.toString()));
        command.addAll(List.of(once.split(" ")));

        assertThat(run(command.toArray(String[]::new)))
                .containsPattern("(?s)(wire bytes of a probe: [1-9].*){3}") // the fourth backend sends nothing
                .containsPattern("ANY_OTHER +true +avgt +\\d");
    }

    @Test
    void theHelpListsWhatIsMeasured() throws Exception {
        assertThat(overhead("--help").replaceAll("\\s+", " "))
                .contains("nanoTime", "self times", "sampled(1/16)", "Flight Recorder's method timing", "OpenTelemetry")
                .contains(
                        "our counters beside HdrHistogram",
                        "first call of the first probe",
                        "each further woven class");
    }

    @Test
    void aBadOptionIsNamed() throws Exception {
        assertThat(overhead("--smoke", "--rounds", "0")).contains("--rounds", "at least 1");
        assertThat(overhead("--agent", "no-such.jar")).contains("'--agent'", "there is no such file");
    }

    /** What the agent reports at the end of a JVM that ran the nested calls. */
    private String reportOf(Variant variant) throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        JavaRuntime jdk = JavaRuntime.of(HOME.resolve("bin/java"));
        Path report = folder.resolve("report.txt");
        List<String> arguments = new AgentArguments(jdk, AGENT, folder, folder)
                .of(variant, WovenBenchmark.NESTED).stream()
                        .map(argument -> argument.replace("report=off", "report=" + report))
                        .toList();
        new JmhFork(BenchmarkPreset.SMOKE, jdk, WovenBenchmark.class, "nested", 1)
                .jvmArguments(arguments)
                .run();
        return Files.readString(report);
    }

    private String overhead(String... options) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.of("-Djmh.ignoreLock=true", "-jar", JAR.toString()), Stream.of(options))
                .toArray(String[]::new));
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("bin/java").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
