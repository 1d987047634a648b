package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogSource;
import org.latencyprobes.cli.logs.RunSources;
import org.latencyprobes.cli.merge.LogMerge;

/**
 * A reader of sides: it finds the runs that arguments name, which are JVMs, results of JMH, and logs, and reads them.
 *
 * @param jvms reads those that are live JVMs, before their runs are read
 * @param filter the lines to include
 * @param skipsBad whether malformed lines are skipped
 * @param remarks gets what is left out, and what is to be said of the runs
 */
record SideReader(JvmRuns jvms, LineFilter filter, boolean skipsBad, Answer remarks) {

    /** What a run is read from. */
    @FunctionalInterface
    interface Source {

        /**
         * Reads the run.
         *
         * @param mostBlocks the largest number of blocks of time for each probe, if it is read now
         * @throws IOException if it cannot be read
         */
        Run read(int mostBlocks) throws IOException;
    }

    /**
     * Finds runs.
     *
     * @return by their names
     * @throws IOException if there is no such file, or a folder has no log
     */
    Map<String, Source> find(List<String> arguments) throws IOException {
        Map<String, Source> runs = new LinkedHashMap<>();
        List<String> logs = new ArrayList<>();
        for (String argument : arguments) {
            if (jvms.reads(argument)) {
                runs.put(JvmRuns.name(argument), any -> jvms.run(argument));
            } else if (JmhResults.isOne(argument)) {
                JmhResults.read(Path.of(argument), filter, remarks).forEach((name, run) -> runs.put(name, any -> run));
            } else {
                logs.add(argument);
            }
        }
        if (!logs.isEmpty()) {
            RunSources.find(logs)
                    .forEach((name, sources) -> runs.put(name, mostBlocks -> run(name, sources, mostBlocks)));
        }
        return runs;
    }

    private Run run(String name, List<LogSource> logs, int mostBlocks) throws IOException {
        Run run = new Run(name, mostBlocks);
        LogMerge reading = new LogMerge(logs, filter, 0, skipsBad);
        reading.scan((key, line, untimed) -> run.add(key.tag(), line, untimed.calls()), () -> {})
                .remarks()
                .forEach(remarks::say);
        run.close();
        run.cover(reading.coveredMillis());
        if (run.probes().isEmpty()) {
            throw new IOException(name + ": " + reading.nothing());
        }
        return run;
    }

    /** Reads a side. Runs that are enough for Student's t need no blocks of time; a few runs share theirs. */
    Side read(String name, Map<String, Source> sources, boolean hasBlocks) throws IOException {
        List<Run> runs = new ArrayList<>();
        int mostBlocks = hasBlocks ? Run.MOST_BLOCKS / Math.min(2, sources.size()) : 1;
        for (Map.Entry<String, Source> source : sources.entrySet()) {
            Run run = source.getValue().read(mostBlocks);
            if (run.probes().isEmpty()) {
                throw new IOException(
                        source.getKey() + ": no samples" + (filter.probes().isEmpty() ? "" : " of such a probe"));
            }
            runs.add(run);
        }
        return new Side(name, List.copyOf(runs));
    }
}
