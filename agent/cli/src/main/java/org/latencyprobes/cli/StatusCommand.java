package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;

/** The command {@code status}: shows the agent's version, memory, counts and options. */
@Command(
        name = "status",
        header = "Show the agent's version, memory, counts and options.",
        description = {"%nShows the options that are not at their default; with --json, all options."},
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar latency-probes-agent.jar status 4711"})
final class StatusCommand extends PidCommand {

    @Override
    Answer answer() throws UnreachableException {
        return ask("status");
    }
}
