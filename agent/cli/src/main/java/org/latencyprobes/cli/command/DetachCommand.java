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
                "%nSamples that were not reported are lost. Some 600 classes of the JDK, 2 MB, and five of the agent's stay in the"
                        + " JVM. Where restoring classes would discard its compiled code, the first time before JDK 23, and"
                        + " nobody has allowed that, they stay woven, with call sites that do nothing.");
        examples("report 4711", "detach 4711");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        return ask(new Request.Detach());
    }
}
