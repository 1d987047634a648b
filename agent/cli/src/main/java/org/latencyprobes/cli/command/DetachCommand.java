package org.latencyprobes.cli.command;

import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code detach}: removes the agent from a JVM. */
final class DetachCommand extends PidCommand {

    DetachCommand() {
        super(
                "detach",
                "Remove the agent from a JVM: restore every class, end its threads, free its memory.",
                "%nSamples that were not reported are lost. docs/production.md says what stays in the JVM.");
        examples("report 4711", "detach 4711");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        return ask(new Request.Detach());
    }
}
