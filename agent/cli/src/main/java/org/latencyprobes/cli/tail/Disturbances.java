package org.latencyprobes.cli.tail;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.agent.command.CarriersTable;
import org.latencyprobes.agent.command.DisturbancesTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.CarrierWaits;
import org.latencyprobes.agent.protocol.DisturbanceSum;
import org.latencyprobes.cli.tail.Spans.Span;

/**
 * When the JVM did not run steadily in the observed time, as the agent told it.
 *
 * @param all by kind
 */
record Disturbances(List<Disturbance> all) {

    /** One of them. */
    record Disturbance(String kind, Span span) {}

    /** Reads the agent's table; an agent of an earlier version has none. */
    static Disturbances of(Answer answer) {
        return new Disturbances(answer.rows(DisturbancesTable.SINGLE).stream()
                .map(row -> new Disturbance(
                        row.get(0),
                        new Span(Long.parseLong(row.get(1)), Long.parseLong(row.get(1)) + Long.parseLong(row.get(2)))))
                .toList());
    }

    /** What to say of the whole time, and of waits for carriers. */
    static List<String> remarks(Answer answer) {
        List<String> remarks =
                new ArrayList<>(DisturbancesTable.lines(answer.all(DisturbanceSum.TABLE, DisturbanceSum.class)));
        remarks.addAll(CarriersTable.lines(answer.all(CarrierWaits.TABLE, CarrierWaits.class)));
        return remarks;
    }

    /** The kinds in the time of a call, separated by semicolons; empty where the JVM ran steadily. */
    String kinds(SlowCall call) {
        return all.stream()
                .filter(each -> each.span().from() < call.span().to()
                        && each.span().to() > call.span().from())
                .map(Disturbance::kind)
                .distinct()
                .collect(Collectors.joining(";"));
    }

    /** How many of these calls came in disturbances, in a sentence; nothing where none did. */
    List<String> lines(List<CallSplit> calls) {
        Map<String, Long> byKind = new LinkedHashMap<>();
        int disturbed = 0;
        for (CallSplit split : calls) {
            String kinds = kinds(split.call());
            if (!kinds.isEmpty()) {
                disturbed++;
                for (String kind : kinds.split(";")) {
                    byKind.merge(kind, 1L, Long::sum);
                }
            }
        }
        return disturbed == 0
                ? List.of()
                : List.of("  "
                        + DisturbancesTable.calls(disturbed, calls.size(), byKind));
    }
}
