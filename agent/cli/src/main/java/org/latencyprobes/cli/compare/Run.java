package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.merge.LineFilter;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.LogSource;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.merge.MergeTable;
import org.latencyprobes.cli.merge.SumKey;
import org.latencyprobes.cli.merge.Untimed;
import org.latencyprobes.probe.Hub;

/** One run of a JVM, as its logs tell it: what each probe recorded. Not thread-safe. */
final class Run {

    private final String name;
    private final int mostBlocks;
    private final Map<String, ProbeRecording> probes = new TreeMap<>();
    private long coveredMillis;

    private Run(String name, int mostBlocks) {
        this.name = name;
        this.mostBlocks = mostBlocks;
    }

    /**
     * Reads the logs of a run.
     *
     * @param mostBlocks the largest number of blocks of time for each probe
     * @param remarks gets what is to be said of the logs
     * @throws IOException if a log cannot be read, is malformed, or none has samples
     */
    static Run read(
            String name, List<LogSource> logs, LineFilter filter, boolean skipsBad, int mostBlocks, Answer remarks)
            throws IOException {
        Run run = new Run(name, mostBlocks);
        LogMerge reading = new LogMerge(logs, filter, 0, skipsBad);
        MergeRun.remarks(remarks, reading.scan(run::add, () -> {}));
        run.probes.values().forEach(ProbeRecording::close);
        run.coveredMillis = reading.coveredMillis();
        if (run.probes.isEmpty()) {
            throw new IOException(name + ": no samples" + (filter.probes().isEmpty() ? "" : " of such a probe"));
        }
        return run;
    }

    /** Self times are parts of calls. */
    private void add(SumKey key, Histogram line, Untimed untimed) {
        if (key.tag().outcome().endsWith(Hub.SELF_SUFFIX)) {
            return;
        }
        probes.computeIfAbsent(name(key), any -> new ProbeRecording(mostBlocks))
                .add(key.tag().outcome(), line, untimed.calls());
    }

    /** The probe as reports name it. */
    private static String name(SumKey key) {
        String name = MergeTable.name(key.tag());
        Map<String, String> tags = key.tag().tags();
        return tags.isEmpty()
                ? name
                : tags.entrySet().stream()
                        .map(tag -> tag.getKey() + '=' + tag.getValue())
                        .collect(Collectors.joining(",", name + '{', "}"));
    }

    /** The name in messages. */
    String name() {
        return name;
    }

    /** What each probe recorded, by its name with tags. */
    Map<String, ProbeRecording> probes() {
        return probes;
    }

    /** How much time the logs cover, in ms. */
    long coveredMillis() {
        return coveredMillis;
    }
}
