package org.latencyprobes.agent.cost;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.internal.report.Numbers;

/** What measuring costs, as lines for people. Stateless. */
public final class CostsText {

    private static final String COUNTER = "tsc";

    private CostsText() {}

    /**
     * For people, below the table of what was recorded.
     *
     * @param costs of measuring
     * @return lines, not ended
     */
    public static List<String> lines(Costs costs) {
        return List.of(
                clock(costs),
                measuring(costs),
                "  " + basis(costs),
                "weaving: " + Plural.of(costs.methods(), "method", "methods") + " in "
                        + Plural.of(costs.classes(), "class", "classes") + " in "
                        + Numbers.fixed(costs.weavingMillis(), 0)
                        + " ms, linking " + Numbers.fixed(costs.linkingMillis(), 1) + " ms"
                        + (costs.refused() == 0 ? "" : ", " + costs.refused() + " refused"));
    }

    private static String basis(Costs costs) {
        return switch (costs.basis()) {
            case Costs.LOOP -> "an estimate of the probes' own instructions, by a loop of the agent's: rather low";
            case Costs.COLD_LOOP -> "an upper bound of the probes' own instructions: the agent's loop was not compiled";
            default ->
                "an estimate of the probes' own instructions, without lost inlining: in real code from half of it to twice";
        };
    }

    private static String measuring(Costs costs) {
        List<String> terms = new ArrayList<>();
        if (costs.calls() > 0 || costs.counted() == 0) {
            terms.add(
                    Numbers.fixed(costs.callNanos(), 0) + " ns a call × " + Numbers.fixed(costs.calls(), 0) + " calls");
        }
        if (costs.counted() > 0) {
            terms.add(Numbers.fixed(costs.countNanos(), 1) + " ns × " + Numbers.fixed(costs.counted(), 0)
                    + (costs.calls() > 0 ? " that" : " calls that") + " were counted only");
        }
        return "overhead: " + (costs.basis().equals(Costs.COLD_LOOP) ? "at most " : "")
                + String.join(", ", terms) + " = " + Numbers.fixed(costs.millis(), 1) + " ms"
                + (costs.spanMillis() > 0 ? ", " + Numbers.fixed(costs.percentOfCore(), 3) + " % of one core" : "");
    }

    private static String clock(Costs costs) {
        boolean isCounter = costs.clock().equals(COUNTER);
        // consecutive readings are that far apart at least, however often the clock steps
        String resolution = costs.stepNanos() <= 2 * costs.readNanos() ? "below that" : costs.stepNanos() + " ns";
        String line = "clock: " + costs.clock() + (isCounter ? "" : ", read from the kernel's " + costs.source())
                + ", one reading " + Numbers.fixed(costs.readNanos(), 0) + " ns, resolution " + resolution;
        return isCounter
                ? line + ", " + Numbers.fixed(Math.abs(costs.errorPerMillion()), 1) + " ppm "
                        + (costs.errorPerMillion() < 0 ? "slower" : "faster") + " than nanotime"
                : line;
    }
}
