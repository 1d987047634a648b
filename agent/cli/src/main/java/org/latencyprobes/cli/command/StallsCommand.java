package org.latencyprobes.cli.command;

import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code stalls}: lists when the JVM stood still. */
final class StallsCommand extends PidCommand {

    private final Supplier<Integer> last = value(most("stalls, of the 4096 that the agent keeps"));

    StallsCommand() {
        super(
                "stalls",
                "List when the JVM stood still, for how long, and what for.",
                "%nThe last stalls from 1 ms on, oldest first: gc, safepoint, throttled, stopped, host,",
                "stopped-or-host, cpu-wait or unknown. Before them their sums by kind since the start, and how late a thread wakes",
                "that only sleeps: the jitter of JVM and machine.");
        examples("stalls 4711", "stalls 4711 -n 4096 -o json");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        requireAtLeast("-n", last.get(), 1);
        Answer answer = ask(new Request.Stalls(last.get()));
        List<SingleStall> stalls = answer.all(SingleStall.TABLE, SingleStall.class);
        if (answer.tables().removeIf(table -> table.name().equals(SingleStall.TABLE))) {
            Answer report = ask(new Request.Report(null, null, false, false));
            answer.add("sums", StallSum.class, report.all(StallSum.TABLE, StallSum.class));
            answer.add(
                    "jitter",
                    ReportRow.class,
                    report.all(ReportRow.TABLE, ReportRow.class).stream()
                            .filter(ReportRow::isJitter)
                            .toList());
            answer.add(StallSum.TABLE, SingleStall.class, stalls);
        }
        return answer;
    }
}
