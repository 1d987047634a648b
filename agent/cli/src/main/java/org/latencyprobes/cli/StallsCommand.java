package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code stalls}: lists when the JVM stood still. */
@Command(
        name = "stalls",
        header = "List when the JVM stood still, for how long, and what for.",
        description = {
            "%nThe last stalls from 1 ms on, oldest first: gc, safepoint, throttled, stopped, host,",
            "stopped-or-host, cpu or unknown. For counts and sums by kind see report."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar stalls 4711",
            "  java -jar latency-probes-agent.jar stalls 4711 --last 4096 --json"
        })
final class StallsCommand extends PidCommand {

    @Option(
            names = "--last",
            paramLabel = "<n>",
            defaultValue = "20",
            description = "At most that many, 20 by default; the agent keeps 4096.")
    private int last;

    @Override
    Answer answer() throws UnreachableException {
        if (last < 1) {
            throw usageError("--last " + last + " is not allowed; it takes a number from 1");
        }
        return ask("stalls", String.valueOf(last));
    }
}
