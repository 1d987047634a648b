package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;

/** The command {@code detach}: removes the agent from a JVM. */
@Command(
        name = "detach",
        header = "Remove the agent from a JVM: restore every class, end its threads, free its memory.",
        description = {"%nSamples that were not reported are lost. docs/class-loaders.md says what stays in the JVM."},
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar latency-probes-agent.jar report 4711", "  java -jar latency-probes-agent.jar detach 4711"
        })
final class DetachCommand extends PidCommand {

    @Override
    Answer answer() throws UnreachableException {
        return ask("detach");
    }
}
