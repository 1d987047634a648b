package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes the agent out of a JVM. */
@Command(
        name = "detach",
        header = "Take the agent out of a JVM: every class as it was, threads ended, memory given back.",
        description = {"%nWhat was recorded and not reported is gone. What stays is told in docs/class-loaders.md."},
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar latency-probes-agent.jar report 4711", "  java -jar latency-probes-agent.jar detach 4711"
        })
final class DetachCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Override
    Answer answer() throws UnreachableException {
        return ask(pid, "detach", List.of());
    }
}
