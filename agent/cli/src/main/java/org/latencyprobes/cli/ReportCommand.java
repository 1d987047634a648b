package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code report}: shows what the probes have recorded. */
@Command(
        name = "report",
        header = "Show what all probes have recorded: counts, rates, totals and percentiles.",
        description = {"%nReports do not affect each other or any other reader. Each one gets every sample of its time."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar report 4711",
            "  java -jar latency-probes-agent.jar report 4711 --sort total --top 20",
            "  java -jar latency-probes-agent.jar report 4711 --causes",
            "  java -jar latency-probes-agent.jar mark 4711 before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since last --json"
        })
final class ReportCommand extends PidCommand {

    @Option(
            names = "--since",
            paramLabel = "<moment>",
            defaultValue = "start",
            description = {
                "start, the default: since the agent started; last: since the last report with",
                "--since last; or the name of a bookmark, see mark."
            })
    private String since;

    @Option(names = "--causes", description = "With what slow calls were slow for, by probe and band of percentiles.")
    private boolean causes;

    @Mixin
    private RowOptions rows;

    @Override
    Answer answer() throws UnreachableException {
        if (rows.problem() != null) {
            throw usageError(rows.problem());
        }
        return rows.of(causes ? ask("report", since, "causes") : ask("report", since), "report");
    }
}
