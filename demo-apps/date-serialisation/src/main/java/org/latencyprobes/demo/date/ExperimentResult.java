package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.common.RecordProperties;

/**
 * The result of one child JVM, handed to the runner as a properties file.
 *
 * @param baselineNanos what two clock reads cost in that JVM
 * @param runs in order
 */
record ExperimentResult(double baselineNanos, List<ExperimentRun> runs) {

    /** Leaves out the first run where there is another: it still pays for the warm-up's end. */
    List<ExperimentRun> compared() {
        return runs.stream().skip(runs.size() > 1 ? 1 : 0).toList();
    }

    boolean isCompared(int index) {
        return index > 0 || runs.size() == 1;
    }

    void save(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("baselineNanos", Double.toString(baselineNanos));
        properties.setProperty("runs", Integer.toString(runs.size()));
        for (int i = 0; i < runs.size(); i++) {
            put(properties, "run" + (i + 1) + ".", runs.get(i));
        }
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(
                    writer, "one experiment's runs; histograms in HdrHistogram's encoding, after the worst in ns");
        }
    }

    static ExperimentResult load(Path file) throws IOException {
        Properties properties = RecordProperties.load(file);
        List<ExperimentRun> runs = IntStream.rangeClosed(1, Integer.parseInt(properties.getProperty("runs")))
                .mapToObj(i -> get(properties, "run" + i + "."))
                .toList();
        return new ExperimentResult(Double.parseDouble(properties.getProperty("baselineNanos")), runs);
    }

    private static void put(Properties properties, String prefix, ExperimentRun run) {
        properties.setProperty(prefix + "seconds", Double.toString(run.seconds()));
        properties.setProperty(prefix + "probe", run.probe().encoded());
        properties.setProperty(prefix + "outer", run.outer().encoded());
        properties.setProperty(prefix + "endToEnd", run.endToEnd().encoded());
        properties.setProperty(prefix + "hiccups", run.hiccups().encoded());
        properties.setProperty(prefix + "osJitter", run.osJitter().encoded());
    }

    private static ExperimentRun get(Properties properties, String prefix) {
        return new ExperimentRun(
                Double.parseDouble(properties.getProperty(prefix + "seconds")),
                Distribution.decoded(properties.getProperty(prefix + "probe")),
                Distribution.decoded(properties.getProperty(prefix + "outer")),
                Distribution.decoded(properties.getProperty(prefix + "endToEnd")),
                Distribution.decoded(properties.getProperty(prefix + "hiccups")),
                Distribution.decoded(properties.getProperty(prefix + "osJitter")));
    }
}
