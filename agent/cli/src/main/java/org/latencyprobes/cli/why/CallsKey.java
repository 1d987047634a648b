package org.latencyprobes.cli.why;

import java.util.Comparator;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.slow.SingleCall;

/**
 * What calls are of.
 *
 * @param probe the probe's name
 * @param tags of the probe
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 */
record CallsKey(String probe, Map<String, String> tags, String outcome) implements Comparable<CallsKey> {

    private static final Comparator<CallsKey> ORDER = Comparator.comparing(CallsKey::probe)
            .thenComparing(key -> Texts.pairs(key.tags))
            .thenComparing(CallsKey::outcome);

    static CallsKey of(SingleCall call) {
        return new CallsKey(call.probe(), call.tags(), call.outcome());
    }

    static CallsKey of(HistogramRow row) {
        return new CallsKey(row.probe(), row.tags(), row.outcome());
    }

    /** The probe's name with its tags. */
    String label() {
        return probe + Texts.label(tags);
    }

    /** The same with the outcome, unless that is the usual one. */
    String title() {
        return label() + (outcome.equals("ok") ? "" : " (" + outcome + ')');
    }

    /** Whether these are the times until methods returned, whose results came later. */
    boolean isUntilReturn() {
        return "return".equals(tags.get("until"));
    }

    @Override
    public int compareTo(CallsKey other) {
        return ORDER.compare(this, other);
    }
}
