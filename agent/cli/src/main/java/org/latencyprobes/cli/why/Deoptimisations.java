package org.latencyprobes.cli.why;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.DeepTimeline.Deoptimisation;
import org.latencyprobes.explain.Span;

/**
 * The deoptimisations in slow calls. They are no cause with a time of its own: the calls went on in interpreted code.
 *
 * @param deep what a recording says; null where there is none
 */
record Deoptimisations(DeepTimeline deep) {

    /** Each method with its reason in one call; nothing where there was none, or none is known. */
    List<String> sites(SingleCall call) {
        return in(call).stream().map(Deoptimisations::site).distinct().toList();
    }

    private List<Deoptimisation> in(SingleCall call) {
        Span span = call.span();
        return deep == null ? List.of() : deep.deoptimisations(call.idOfThread(), span);
    }

    private static String site(Deoptimisation deoptimisation) {
        return deoptimisation.method() + " (" + deoptimisation.reason() + ')';
    }

    /** In how many of these calls code was deoptimised, and where most often, in a sentence; nothing where none was. */
    List<String> lines(List<CallSplit> calls) {
        Map<String, Integer> bySite = new LinkedHashMap<>();
        List<CallSplit> deoptimised =
                calls.stream().filter(split -> !in(split.call()).isEmpty()).toList();
        deoptimised.forEach(split -> in(split.call()).forEach(each -> bySite.merge(site(each), 1, Integer::sum)));
        return bySite.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> "  code was deoptimised in " + deoptimised.size() + " of "
                        + Plural.of(calls.size(), "call", "calls") + ", most often " + most.getKey())
                .stream()
                .toList();
    }
}
