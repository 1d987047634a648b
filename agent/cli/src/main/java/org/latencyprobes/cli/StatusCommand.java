package org.latencyprobes.cli;

import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code status}: shows the agent's version, memory, counts and options. */
final class StatusCommand extends PidCommand {

    StatusCommand() {
        super(
                "status",
                "Show the agent's version, memory, counts and options.",
                "%nShows the options that are not at their default; with --json, all options.");
        examples("status 4711");
    }

    @Override
    Answer answer() throws UnreachableException {
        return ask(new Request.Status(false));
    }
}
