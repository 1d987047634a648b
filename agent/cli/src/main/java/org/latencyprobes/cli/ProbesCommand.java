package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code probes}: shows the probes of a JVM. */
@Command(
        name = "probes",
        header = "Show the probes of a JVM and, with --methods, its woven methods.",
        description = {"%nCounts and percentiles are those since the start of the agent, of all outcomes together."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar probes 4711",
            "  java -jar latency-probes-agent.jar probes 4711 --probe 'Orders.*' --sort p99 --top 10",
            "  java -jar latency-probes-agent.jar probes 4711 --json | jq '.probes[] | {probe, count, p99us}'"
        })
final class ProbesCommand extends PidCommand {

    @Option(names = "--methods", description = "Show the woven methods too.")
    private boolean methods;

    @Mixin
    private RowOptions rows;

    @Override
    Answer answer() throws UnreachableException {
        if (rows.problem() != null) {
            throw usageError(rows.problem());
        }
        return rows.of(methods ? ask("probes", "methods") : ask("probes"), "probes");
    }
}
