package org.latencyprobes.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Tests of {@link ProbesProfiler} with programmatic probes, in JVMs that JMH forks. The agent's probes are tested with the date demo. */
class ProbesProfilerTest {

    private static final int ITERATIONS = 2;
    private static final int CALLS = 300;

    @TempDir
    private Path folder;

    private ChainedOptionsBuilder options(String benchmark, int forks) {
        return new OptionsBuilder()
                .include("^" + ProbedBenchmark.class.getName() + "\\." + benchmark + "$")
                .mode(Mode.SingleShotTime)
                .forks(forks)
                .warmupIterations(2)
                .warmupBatchSize(CALLS)
                .measurementIterations(ITERATIONS)
                .measurementBatchSize(CALLS)
                .jvmArgsAppend("-Djmh.ignoreLock=true")
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .addProfiler(ProbesProfiler.class, "dir=" + folder);
    }

    private static String run(ChainedOptionsBuilder options) throws RunnerException {
        System.setProperty("jmh.ignoreLock", "true");
        RunResult results = new Runner(options.build()).runSingle();
        return results.getSecondaryResults().values().stream()
                .map(result -> result.extendedInfo())
                .collect(Collectors.joining("\n"));
    }

    private Path folderOf(String benchmark) {
        return folder.resolve(ProbedBenchmark.class.getName() + '.' + benchmark + "-SingleShotTime-desk-a_2Fb");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static Histogram logged(Path file) throws IOException {
        Histogram logged = new Histogram(2);
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
                assertThat(next.getTag()).isEqualTo("price;ok");
                logged.add((Histogram) next);
            }
        }
        return logged;
    }

    private void assertMeasuredAlone(String file) throws IOException {
        Histogram logged = logged(folderOf("probed").resolve(file));
        assertThat(logged.getTotalCount()).isEqualTo(ITERATIONS * CALLS);
        assertThat(logged.getMaxValue()).isLessThan(2_000);
    }

    @Test
    @Tag("full")
    void eachForkGetsAFileWithItsMeasuredIterationsAlone() throws Exception {
        run(options("probed", 3));

        assertThat(run(options("probed", 2).warmupForks(1))).contains("written: " + folder);
        assertThat(names(folderOf("probed"))).as("and none of before").containsExactly("fork1.hlog", "fork2.hlog");
        assertMeasuredAlone("fork1.hlog");
        assertMeasuredAlone("fork2.hlog");
    }

    @Test
    void withoutForksTheFileIsReplaced() throws Exception {
        run(options("probed", 0));
        run(options("probed", 0));

        assertThat(names(folderOf("probed"))).containsExactly("fork0.hlog");
        assertMeasuredAlone("fork0.hlog");
    }

    @Test
    void aBenchmarkWithoutProbesIsTold() throws Exception {
        assertThat(run(options("notProbed", 1)))
                .contains("no probe recorded anything in measured iterations", "agent=latency-probes-agent.jar");
        assertThat(folderOf("notProbed")).doesNotExist();
    }

    @Test
    void addsTheAgentToTheForksCommandLine() throws Exception {
        Path jar = Files.createFile(folder.resolve("agent.jar"));

        ProfilerOptions options =
                ProfilerOptions.of("agent=" + jar + "=probes=com.acme..*#price,jitter=off;dir=" + folder);

        assertThat(options).isEqualTo(new ProfilerOptions(folder, jar + "=probes=com.acme..*#price,jitter=off"));
    }

    @Test
    void wrongOptionsAreNamed() {
        assertThatThrownBy(() -> new ProbesProfiler("dri=x"))
                .isInstanceOf(ProfilerException.class)
                .hasMessageContaining("\"dri=x\"")
                .hasMessageContaining("dir=<folder> and agent=<jar>");
        assertThatThrownBy(() -> new ProbesProfiler("agent=nowhere.jar"))
                .isInstanceOf(ProfilerException.class)
                .hasMessage("agent=nowhere.jar: there is no such file");
    }
}
