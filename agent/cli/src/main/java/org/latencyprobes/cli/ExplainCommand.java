package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code explain}: says why methods are probed or not. */
@Command(
        name = "explain",
        header = "Say whether methods are probed, and why: which rule matched, or why none did.",
        description = {"%nOnly loaded classes can be explained. For others, use dry-run on a jar."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar explain 4711 com.acme.OrderService#find",
            "  java -jar latency-probes-agent.jar explain 4711 'com.acme..*#find*' --json"
        })
final class ExplainCommand extends PidCommand {

    @Parameters(index = "1", paramLabel = "<Class#method>", description = "A method, or any pattern.")
    private String pattern;

    @Override
    Answer answer() throws UnreachableException {
        return ask("explain", pattern(pattern).toString());
    }
}
