package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.figures.CarriersTable;
import org.latencyprobes.agent.figures.DisturbancesTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.CarrierWaits;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleDisturbance;
import org.latencyprobes.explain.Span;

/**
 * When the JVM did not run steadily in the observed time, as the agent told it.
 *
 * @param all by kind
 */
record Disturbances(List<SingleDisturbance> all) {

    static Disturbances of(Answer answer) {
        return new Disturbances(answer.all(SingleDisturbance.TABLE, SingleDisturbance.class));
    }

    /** What to say of the whole time, and of waits for carriers. */
    static List<String> remarks(Answer answer) {
        List<String> remarks =
                new ArrayList<>(DisturbancesTable.lines(answer.all(DisturbanceSum.TABLE, DisturbanceSum.class)));
        remarks.addAll(CarriersTable.lines(answer.all(CarrierWaits.TABLE, CarrierWaits.class)));
        return remarks;
    }

    /** The kinds in the time of a call; none where the JVM ran steadily. */
    List<String> kinds(SingleCall call) {
        Span span = call.span();
        return all.stream()
                .filter(each -> each.startNanos() < span.to() && each.startNanos() + each.nanos() > span.from())
                .map(SingleDisturbance::kind)
                .distinct()
                .toList();
    }

    /** How many of these calls came in disturbances, in a sentence; nothing where none did. */
    List<String> lines(List<CallSplit> calls) {
        Map<String, Long> byKind = new LinkedHashMap<>();
        int disturbed = 0;
        for (CallSplit split : calls) {
            List<String> kinds = kinds(split.call());
            disturbed += kinds.isEmpty() ? 0 : 1;
            kinds.forEach(kind -> byKind.merge(kind, 1L, Long::sum));
        }
        return disturbed == 0 ? List.of() : List.of("  " + DisturbancesTable.calls(disturbed, calls.size(), byKind));
    }
}
