package org.latencyprobes.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.JavaRuntime;

@Tag("full")
class BuiltBenchmarksIT {

    private static final Path AGENT = Path.of(System.getProperty("agent.jar"));
    private static final Path HOME = Path.of(System.getProperty("test.java.home"));
    private static final BenchmarkPreset TINY = new BenchmarkPreset("tiny", 1, 2, 2, 100, 1, false);

    @TempDir
    private Path folder;

    @Test
    void theCommandMeasuresPrintsAndWritesThePage() throws Exception {
        Path page = folder.resolve("overhead.md");

        String output = run("--smoke", "--only", "start_up", "--write", page.toString());

        assertThat(output)
                .contains("Latency Probes, no probe", "start-up without a probe ≤ empty agent + 25 ms", "written to");
        assertThat(Files.readString(page))
                .startsWith("# Overhead")
                .contains("| empty agent | ")
                .doesNotContain("${");
    }

    @Test
    void aBadOptionIsNamed() throws Exception {
        assertThat(run("--smoke", "--rounds", "0")).contains("--rounds", "at least 1");
        assertThat(run("--agent", "no-such.jar")).contains("'--agent'", "there is no such file");
    }

    @Test
    void theAgentWeavesTheBenchmark() throws Exception {
        System.setProperty("jmh.ignoreLock", "true");

        double bareNanos = measure("getterBare").nanos();
        double probedNanos = measure("getterProbed").nanos();

        assertThat(probedNanos).isGreaterThan(bareNanos + 10);
    }

    private static ForkResult measure(String method) throws Exception {
        JavaRuntime jdk = JavaRuntime.of(HOME.resolve("bin/java"));
        List<String> arguments = new ArrayList<>(JmhFork.flags(jdk));
        arguments.add("-javaagent:" + AGENT + "=report=off,jitter=off");
        return new JmhFork(TINY, jdk, WovenBenchmark.class, method, 1)
                .jvmArguments(arguments)
                .run();
    }

    private static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("bin/java").toString(), "-jar"));
        command.add(AGENT.getParent().resolveSibling("benchmarks.jar").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
