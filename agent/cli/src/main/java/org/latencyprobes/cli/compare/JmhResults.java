package org.latencyprobes.cli.compare;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.internal.histogram.Tag;

/**
 * The samples in a file that JMH wrote by {@code -rf json}. A fork is a run, an iteration a block of time, and a benchmark with its parameters
 * a probe. Only the mode {@code sample} has samples; scores alone can't be compared.
 */
final class JmhResults {

    private static final Map<String, Long> NANOS = Map.of(
            "ns/op", 1L,
            "us/op", TimeUnit.MICROSECONDS.toNanos(1),
            "ms/op", TimeUnit.MILLISECONDS.toNanos(1),
            "s/op", TimeUnit.SECONDS.toNanos(1));

    private static final long MILLIS_OF_ITERATION = TimeUnit.SECONDS.toMillis(1);

    private final Path file;
    private final Map<String, Run> runs = new LinkedHashMap<>();
    private int scoresAlone;

    private JmhResults(Path file) {
        this.file = file;
    }

    static boolean isOne(String argument) {
        return argument.endsWith(".json");
    }

    /**
     * Reads a file.
     *
     * @param remarks gets what is left out
     * @return the runs by their names
     * @throws IOException if it cannot be read, is no such file, or has scores alone
     */
    static Map<String, Run> read(Path file, LineFilter filter, Answer remarks) throws IOException {
        JmhResults results = new JmhResults(file);
        try {
            for (Object benchmark : (List<?>) new Gson().fromJson(Files.readString(file), Object.class)) {
                results.add((Map<?, ?>) benchmark, filter);
            }
        } catch (IllegalArgumentException
                | IndexOutOfBoundsException
                | JsonParseException
                | ClassCastException
                | NullPointerException e) {
            throw new IOException(file + " is no result of JMH, as its option -rf json writes it", e);
        }
        results.check(filter, remarks);
        return results.runs;
    }

    private void check(LineFilter filter, Answer remarks) throws IOException {
        String wanted =
                ": run JMH with -bm sample, or with -prof org.latencyprobes.jmh.ProbesProfiler, which writes logs";
        if (runs.isEmpty() && scoresAlone > 0) {
            throw new IOException(file + " has scores alone, and no samples to compare" + wanted);
        } else if (runs.isEmpty()) {
            throw new IOException(file + " has no benchmark" + (filter.probes().isEmpty() ? "" : " of such a name"));
        } else if (scoresAlone > 0) {
            remarks.say(file + ": left out " + Plural.of(scoresAlone, "benchmark", "benchmarks") + " with scores alone"
                    + wanted);
        }
        remarks.say(file + ": JMH timed some of the calls, so there is no rate of calls");
        runs.values().forEach(Run::close);
    }

    private void add(Map<?, ?> benchmark, LineFilter filter) {
        Map<?, ?> metric = (Map<?, ?>) benchmark.get("primaryMetric");
        Long nanos = NANOS.get(metric.get("scoreUnit"));
        Tag tag = new Tag((String) benchmark.get("benchmark"), parameters(benchmark), "ok");
        if (!filter.isWanted(tag)) {
            return;
        }
        List<?> forks = (List<?>) metric.get("rawDataHistogram");
        if (forks == null || nanos == null) {
            scoresAlone++;
            return;
        }
        for (int fork = 0; fork < forks.size(); fork++) {
            Run run = runs.computeIfAbsent(file + " fork " + (fork + 1), Run::of);
            long millis = 0;
            for (Object iteration : (List<?>) forks.get(fork)) {
                Histogram samples = samples((List<?>) iteration, nanos);
                samples.setStartTimeStamp(millis);
                samples.setEndTimeStamp(millis += MILLIS_OF_ITERATION);
                run.add(tag, samples, 0);
            }
        }
    }

    private static Map<String, String> parameters(Map<?, ?> benchmark) {
        return benchmark.get("params") instanceof Map<?, ?> parameters
                ? parameters.entrySet().stream()
                        .collect(Collectors.toMap(
                                each -> (String) each.getKey(),
                                each -> (String) each.getValue(),
                                (one, other) -> one,
                                LinkedHashMap::new))
                : Map.of();
    }

    private static Histogram samples(List<?> pairs, long nanos) {
        Histogram samples = new Histogram(3);
        for (Object each : pairs) {
            List<?> pair = (List<?>) each;
            samples.recordValueWithCount(Math.round((Double) pair.get(0) * nanos), ((Double) pair.get(1)).longValue());
        }
        return samples;
    }
}
