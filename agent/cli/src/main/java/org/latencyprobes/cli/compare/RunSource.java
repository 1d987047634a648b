package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.RunSources;

/** What a run is read from. */
@FunctionalInterface
interface RunSource {

    /**
     * Reads the run.
     *
     * @param mostBlocks the largest number of blocks of time for each probe, if it is read now
     * @param remarks gets what is to be said of it
     * @throws IOException if it cannot be read
     */
    Run read(int mostBlocks, Answer remarks) throws IOException;

    /**
     * Finds the runs that arguments name: JVMs, results of JMH, and logs.
     *
     * @param jvms reads those that are live JVMs, before their runs are read
     * @param remarks gets what is left out
     * @return by their names
     * @throws IOException if there is no such file, or a folder has no log
     */
    static Map<String, RunSource> find(
            List<String> arguments, JvmRuns jvms, LineFilter filter, boolean skipsBad, Answer remarks)
            throws IOException {
        Map<String, RunSource> runs = new LinkedHashMap<>();
        List<String> logs = new ArrayList<>();
        for (String argument : arguments) {
            if (jvms.reads(argument)) {
                runs.put(JvmRuns.name(argument), (mostBlocks, any) -> jvms.run(argument));
            } else if (JmhResults.isOne(argument)) {
                JmhResults.read(Path.of(argument), filter, remarks)
                        .forEach((name, run) -> runs.put(name, (mostBlocks, any) -> run));
            } else {
                logs.add(argument);
            }
        }
        if (!logs.isEmpty()) {
            RunSources.find(logs)
                    .forEach((name, sources) -> runs.put(
                            name, (mostBlocks, each) -> Run.read(name, sources, filter, skipsBad, mostBlocks, each)));
        }
        return runs;
    }
}
