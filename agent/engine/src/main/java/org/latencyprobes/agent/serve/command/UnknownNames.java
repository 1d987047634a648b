package org.latencyprobes.agent.serve.command;

import java.util.Collection;
import java.util.function.Supplier;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.agent.protocol.Answer;

/** Remarks on names in options that no probe has. They may be of probes to come, so they are no error. */
final class UnknownNames {

    private UnknownNames() {}

    /** Adds them to an answer. The probes are asked for where options name some. */
    static void remark(Answer answer, Options options, Supplier<? extends Collection<String>> probes) {
        remark(answer, Option.SELF, options.self(), probes);
        remark(
                answer,
                Option.BUDGET_PINNED,
                options.budget() == null ? null : options.budget().pinned(),
                probes);
    }

    private static void remark(
            Answer answer, Option option, ProbeNames names, Supplier<? extends Collection<String>> probes) {
        if (names == null) {
            return;
        }
        for (String unknown : names.unknownTo(probes.get())) {
            String nearest = NearestName.to(unknown, probes.get());
            answer.say("option " + option.key() + ": no probe is called " + unknown + " so far"
                    + (nearest == null ? "" : "; did you mean " + nearest + "?"));
        }
    }
}
