package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code mark}: sets a bookmark. */
@Command(
        name = "mark",
        header = "Set a bookmark at this moment, to report from it later.",
        description = {"%nA bookmark of the same name is moved."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar mark 4711 before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since before-deploy"
        })
final class MarkCommand extends PidCommand {

    @Parameters(index = "1", paramLabel = "<name>", description = "The bookmark's name: any but start and last.")
    private String name;

    @Override
    Answer answer() throws UnreachableException {
        return ask("mark", name);
    }
}
