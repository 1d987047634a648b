package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes patterns away. */
@Command(
        name = "unprobe",
        header = "Take a pattern back, or no longer probe what matches it.",
        description = {
            "%nA pattern that was added or configured is removed. Anything else, a probe's name or a pattern, is excluded for as long as the agent stays, or until probe names the same methods. status lists what is excluded."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar unprobe 4711 'com.acme..*Service#find*'",
            "  java -jar latency-probes-agent.jar unprobe 4711 OrderService.findAll"
        })
final class UnprobeCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Parameters(index = "1", paramLabel = "<pattern|probe>", description = "A pattern, or a probe's name.")
    private String what;

    @Mixin
    private Summary summary;

    @Override
    Answer answer() throws UnreachableException {
        return summary.of(ask(pid, "unprobe", List.of(what)));
    }
}
