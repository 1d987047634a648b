package org.latencyprobes.cli.why;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.protocol.state.MethodRow;

/** The agent's answers at the end of a {@code why}. */
final class WhyAnswers {

    private WhyAnswers() {}

    static MethodRow method(String className, String method, String probe) {
        return new MethodRow(className, "app", method, "probed", probe, "", "", null, null, "");
    }

    static HistogramRow histogram(String probe, Map<String, String> tags, String outcome, Histogram calls) {
        return new HistogramRow(probe, tags, outcome, new HistogramText().of(calls), "probe", "app0");
    }

    /** One of some time, whose stalls are known one by one from a moment on. */
    static Answer of(
            ObservedTime time,
            List<SingleStall> stalls,
            List<SingleCall> calls,
            List<HistogramRow> histograms,
            List<MethodRow> methods) {
        Costs costs = new Costs("tsc", "tsc", 10, 1, 0, 20, 20_000, 30_000, 1, 1, 1, 1, 0, 5, 0, Costs.IN_PLACE);
        return new Answer()
                .add(Costs.TABLE, Costs.class, List.of(costs))
                .add(ObservedTime.TABLE, time)
                .add(SingleStall.TABLE, SingleStall.class, stalls)
                .add(SingleCall.TABLE, SingleCall.class, calls)
                .add(HistogramRow.TABLE, HistogramRow.class, histograms)
                .add(MethodRow.TABLE, MethodRow.class, methods);
    }
}
