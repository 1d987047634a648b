package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code unprobe}: removes patterns and excludes methods. */
@Command(
        name = "unprobe",
        header = "Remove a pattern, or stop probing what matches it.",
        description = {
            "%nRemoves a pattern that was added or configured. Anything else, the name of a probe or a pattern, is excluded as long as the agent"
                    + " stays, or until probe names the same methods. status lists the exclusions."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar unprobe 4711 'com.acme..*Service#find*'",
            "  java -jar latency-probes-agent.jar unprobe 4711 OrderService.findAll"
        })
final class UnprobeCommand extends PidCommand {

    @Parameters(index = "1", paramLabel = "<pattern|probe>", description = "A pattern, or a probe's name.")
    private String patternOrProbe;

    @Mixin
    private SummaryOption summary;

    @Override
    Answer answer() throws UnreachableException {
        return summary.of(ask("unprobe", patternOrProbe));
    }
}
