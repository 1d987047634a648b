package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.command.SlowTable;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.merge.LineFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code slow}: lists single slow calls. */
@Command(
        name = "slow",
        header = "List slow calls one by one: when, how long, on which thread.",
        description = {
            "%nThe calls that were longer than their probe's threshold, the longest first, as far as the agent",
            "keeps them; then how many there were of each probe, and how many were not kept. The threshold is",
            "the probe's p99.9 so far, or the agent's option slow."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar slow 4711",
            "  java -jar latency-probes-agent.jar slow 4711 --probe 'Shop*' --top 100 --json"
        })
final class SlowCommand extends PidCommand {

    @Option(
            names = "--probe",
            paramLabel = "<name>",
            description = "Only probes of that name; * stands for any characters. May be given more than once.")
    private List<String> probes = List.of();

    @Option(
            names = "--top",
            paramLabel = "<n>",
            defaultValue = "20",
            description = "At most that many calls. Default: ${DEFAULT-VALUE}.")
    private int top;

    @Override
    Answer answer() throws UnreachableException {
        if (top < 1) {
            throw usageError("--top " + top + " is not allowed; it takes a number from 1");
        }
        Answer answer = ask("slow", probes.isEmpty() ? String.valueOf(top) : "0");
        for (Answer.Table table : answer.tables()) {
            select(table);
        }
        return answer;
    }

    private void select(Answer.Table table) {
        table.rows().removeIf(row -> !LineFilter.matches(probes, row.get(0)));
        if (table.name().equals(SlowTable.CALLS) && table.rows().size() > top) {
            table.rows().subList(top, table.rows().size()).clear();
        }
    }
}
