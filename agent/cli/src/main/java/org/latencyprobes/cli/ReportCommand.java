package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what was recorded. */
@Command(
        name = "report",
        header = "Show what all probes have recorded: counts, rates, totals and percentiles.",
        description = {"%nReports do not disturb each other or any other reader: each gets every sample of its time."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar report 4711",
            "  java -jar latency-probes-agent.jar report 4711 --sort total --top 20",
            "  java -jar latency-probes-agent.jar mark 4711 before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since last --json"
        })
final class ReportCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Option(
            names = "--since",
            paramLabel = "<moment>",
            defaultValue = "start",
            description = {
                "start: of the agent, the default; last: the last report with --since last;",
                "or the name of a mark."
            })
    private String since;

    @Mixin
    private Shown shown;

    @Override
    Answer answer() throws UnreachableException {
        if (shown.problem() != null) {
            throw wrong(shown.problem());
        }
        return shown.of(ask(pid, "report", List.of(since)), "report");
    }
}
