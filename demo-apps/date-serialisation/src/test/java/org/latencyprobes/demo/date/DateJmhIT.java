package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.date.experiment.DateBenchmark;
import org.latencyprobes.jmh.ProbesProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A test of JMH's profiler with the built agent, in a JVM that JMH forks. */
@Tag("full")
class DateJmhIT {

    @TempDir
    private Path folder;

    private static Set<String> tags(Path log) throws IOException {
        Set<String> tags = new TreeSet<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
                tags.add(next.getTag());
            }
        }
        return tags;
    }

    @Test
    void theProfilerBringsTheAgentIntoTheFork() throws IOException, RunnerException {
        System.setProperty("jmh.ignoreLock", "true");

        new Runner(new OptionsBuilder()
                        .include("^" + DateBenchmark.class.getName() + "\\.")
                        .jvm(Path.of(System.getProperty("test.java.home"), "bin", "java")
                                .toString())
                        .forks(1)
                        .warmupIterations(1)
                        .warmupTime(TimeValue.milliseconds(100))
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(300))
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .addProfiler(
                                ProbesProfiler.class, "dir=" + folder + ";agent=" + System.getProperty("agent.jar"))
                        .build())
                .run();

        assertThat(tags(folder.resolve(DateBenchmark.class.getName() + ".roundTrip-SampleTime/fork1.hlog")))
                .contains("date%20serialisation;ok");
    }
}
