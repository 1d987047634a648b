package org.latencyprobes.demo.date;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.OutputFolder;

/** How an experiment is started in a new JVM with the agent. */
record ChildCommand(JavaRuntime java, Path agentJar, OutputFolder output) {

    /** The agent's options travel as system properties: in the agent's argument a comma in a path would end the option. */
    List<String> of(Experiment experiment, int round) throws IOException {
        List<String> command = new ArrayList<>(List.of(java.executable().toString(), "-javaagent:" + agentJar));
        command.addAll(java.flags());
        command.addAll(List.of(
                "-Xms512m",
                "-Xmx512m",
                "-Djmh.ignoreLock=true",
                "-Dlatencyprobes.report=" + output.exitReport(experiment.id(), round),
                "-Dlatencyprobes.jitter=hiccup",
                "-Dlatencyprobes.hlog=" + output.histogramLog(experiment.id(), round),
                "-cp",
                System.getProperty("java.class.path"),
                ExperimentMain.class.getName(),
                experiment.id(),
                output.settings().toString(),
                output.result(experiment.id(), round).toString()));
        return command;
    }
}
