package org.latencyprobes.cli;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ProbeRow;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code probes}: shows the probes of a JVM. */
final class ProbesCommand extends PidCommand {

    private final Supplier<Boolean> methods = flag("--methods", "Show the woven methods too.");

    private final RowOptions rows = new RowOptions(this);

    ProbesCommand() {
        super(
                "probes",
                "Show the probes of a JVM and, with --methods, its woven methods.",
                "%nCounts and percentiles are those since the start of the agent, of all outcomes together.");
        examples(
                "probes 4711",
                "probes 4711 --probe 'Orders.*' --sort p99 --top 10",
                "probes 4711 --json | jq '.probes[] | {probe, count, p99us}'");
    }

    @Override
    Answer answer() throws UnreachableException {
        rows.check();
        return rows.of(ask(new Request.Probes(methods.get())), ProbeRow.TABLE, probesOf(client()));
    }
}
