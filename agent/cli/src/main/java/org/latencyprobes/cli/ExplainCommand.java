package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says why methods are probed or not. */
@Command(
        name = "explain",
        header = "Say what becomes of methods, and why: which rule matched, or why none did.",
        description = {"%nOnly classes that are loaded can be explained; dry-run on a jar looks at those that are not."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar explain 4711 com.acme.OrderService#find",
            "  java -jar latency-probes-agent.jar explain 4711 'com.acme..*#find*' --json"
        })
final class ExplainCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Parameters(index = "1", paramLabel = "<Class#method>", description = "A method, or any pattern.")
    private String pattern;

    @Override
    Answer answer() throws UnreachableException {
        return ask(pid, "explain", List.of(pattern(pattern).toString()));
    }
}
