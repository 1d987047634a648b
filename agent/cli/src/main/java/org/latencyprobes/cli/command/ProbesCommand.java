package org.latencyprobes.cli.command;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.base.RowOptions;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code probes}: shows the probes of a JVM, or why methods are probed or not. */
final class ProbesCommand extends PidCommand {

    private final Supplier<Boolean> methods = flag("--methods", "Show the woven methods too.");

    private final Supplier<String> explained = value(option(String.class, "<Class#method>", "--explain")
            .description(
                    "Say whether these methods of loaded classes are probed, and why: which rule matched, or why none did.")
            .build());

    private final RowOptions rows = new RowOptions(this, RowOptions.OF_PROBES);

    ProbesCommand() {
        super(
                "probes",
                "Show the probes of a JVM; with --methods its woven methods, with --explain why a method is one or not.",
                "%nCounts and percentiles are those since the start of the agent, of all outcomes together.");
        examples(
                "probes 4711",
                "probes 4711 --probe 'Orders.*' --sort p99 -n 10",
                "probes 4711 --explain 'com.acme.OrderService#find'",
                "probes 4711 -o json | jq '.probes[] | {probe, count, p99us}'");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        if (explained.get() != null) {
            return ask(new Request.Explain(pattern(explained.get()).toString()));
        }
        rows.check();
        return rows.of(ask(new Request.Probes(methods.get(), rows.probes())), ProbeRow.TABLE, probesOf(client()));
    }
}
