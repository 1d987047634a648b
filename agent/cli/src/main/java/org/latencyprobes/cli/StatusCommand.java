package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows how the agent is. */
@Command(
        name = "status",
        header = "Show the agent's version, memory, counts and options.",
        description = {"%nOf the options, those that are not at their default; all of them with --json."},
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar latency-probes-agent.jar status 4711"})
final class StatusCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Override
    Answer answer() throws UnreachableException {
        return ask(pid, "status", List.of());
    }
}
