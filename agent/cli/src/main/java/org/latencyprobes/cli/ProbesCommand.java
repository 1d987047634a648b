package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the probes of a JVM. */
@Command(
        name = "probes",
        header = "Show the probes of a JVM; and the methods that are woven, if asked to.",
        description = {"%nCounts and percentiles are since the start of the agent, all outcomes together."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar probes 4711",
            "  java -jar latency-probes-agent.jar probes 4711 --probe 'Orders.*' --sort p99 --top 10",
            "  java -jar latency-probes-agent.jar probes 4711 --json | jq '.probes[] | {probe, count, p99us}'"
        })
final class ProbesCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Option(names = "--methods", description = "The methods that are woven, too.")
    private boolean methods;

    @Mixin
    private Shown shown;

    @Override
    Answer answer() throws UnreachableException {
        if (shown.problem() != null) {
            throw wrong(shown.problem());
        }
        return shown.of(ask(pid, "probes", methods ? List.of("methods") : List.of()), "probes");
    }
}
