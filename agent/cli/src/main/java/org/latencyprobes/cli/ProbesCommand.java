package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the probes of a JVM. */
@Command(
        name = "probes",
        header = "Show the probes of a JVM, and the methods that are woven.",
        description = {"%nCounts and percentiles are since the start of the agent, all outcomes together."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar probes 4711",
            "  java -jar latency-probes-agent.jar probes 4711 --json | jq '.probes[] | {probe, count, p99us}'"
        })
final class ProbesCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Override
    Answer answer() throws UnreachableException {
        return ask(pid, "probes", List.of());
    }
}
