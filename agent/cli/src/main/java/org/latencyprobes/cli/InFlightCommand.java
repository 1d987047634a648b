package org.latencyprobes.cli;

import java.time.Duration;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code in-flight}: lists calls that have not ended. */
@Command(
        name = "in-flight",
        header = "List calls that have not ended: for how long, on which thread, and where the oldest is.",
        description = {
            "%nA call that does not return is in no histogram. This lists the threads that are in a probed",
            "method, the longest first, and the stack of the first. Each thread's outermost call counts.",
            "Left out are virtual threads, calls that complete later, calls of probes that are off or",
            "counted, and calls that began before their method was probed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar in-flight 4711",
            "  java -jar latency-probes-agent.jar in-flight 4711 --longer-than 1s --stacks 5 --json"
        })
final class InFlightCommand extends PidCommand {

    @Option(
            names = "--longer-than",
            paramLabel = "<duration>",
            defaultValue = "10ms",
            converter = DurationConverter.OfCalls.class,
            description = "Only calls that began so long ago, or longer. Default: ${DEFAULT-VALUE}.")
    private Duration least;

    @Option(
            names = "--top",
            paramLabel = "<n>",
            defaultValue = "20",
            description = "At most that many calls. Default: ${DEFAULT-VALUE}.")
    private int top;

    @Option(
            names = "--stacks",
            paramLabel = "<n>",
            defaultValue = "1",
            description = "The stacks of so many of them. Default: ${DEFAULT-VALUE}.")
    private int stacks;

    @Override
    Answer answer() throws UnreachableException {
        if (top < 1) {
            throw usageError("--top " + top + " is not allowed; it takes a number from 1");
        }
        if (stacks < 0) {
            throw usageError("--stacks " + stacks + " is not allowed; it takes a number from 0");
        }
        return ask("in-flight", String.valueOf(least.toNanos()), String.valueOf(top), String.valueOf(stacks));
    }
}
