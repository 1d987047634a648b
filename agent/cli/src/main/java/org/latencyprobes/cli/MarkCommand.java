package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Remembers a moment. */
@Command(
        name = "mark",
        header = "Remember this moment, to report from it later.",
        description = {"%nA mark of the same name moves."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar mark 4711 before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since before-deploy"
        })
final class MarkCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Parameters(index = "1", paramLabel = "<name>", description = "Any name but start and last.")
    private String name;

    @Override
    Answer answer() throws UnreachableException {
        return ask(pid, "mark", List.of(name));
    }
}
