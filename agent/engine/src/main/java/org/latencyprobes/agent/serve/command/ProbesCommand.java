package org.latencyprobes.agent.serve.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.ProbeModes;
import org.latencyprobes.agent.figures.ProbesTable;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.pattern.FullName;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.histogram.IntervalReader;

/** The command {@code probes}: all probes, and the methods that are woven. */
final class ProbesCommand extends Command<Request.Probes> {

    ProbesCommand(AgentParts agent) {
        super(agent, Request.Probes.class, Place.ASKING);
    }

    @Override
    Answer answer(Request.Probes asked, Progress progress) throws ExecutionException {
        Set<String> woven = new HashSet<>();
        List<MethodExplanation> methods = agent.weaving().woven();
        methods.forEach(method -> woven.add(Explanations.probeName(method)));
        Answer answer = agent.control().call(() -> {
            // on that thread: it says what an edit of the options changes, and then changes modes
            List<Linker.Linked> linked = agent.linker().linked();
            return ProbesTable.of(
                    linked,
                    new ProbeModes(linked, methods),
                    new IntervalReader().total(),
                    agent.control().costs(),
                    agent.weaveLog()::leavesOutWait);
        });
        if (asked.methods()) {
            List<MethodExplanation> all = agent.selection().call(agent.weaving()::woven);
            Predicate<String> isChosen = chosen(
                    asked.probe(), all.stream().map(Explanations::probeName).toList());
            Explanations.table(
                    answer,
                    MethodRow.TABLE,
                    all.stream()
                            .filter(method -> isChosen.test(Explanations.probeName(method)))
                            .toList());
        } else {
            answer.all(ProbeRow.TABLE, ProbeRow.class).forEach(row -> woven.remove(row.probe()));
            woven.removeIf(chosen(asked.probe(), woven).negate());
            if (!woven.isEmpty()) {
                answer.say(Plural.of(woven.size(), "probe has", "probes have")
                        + " not been called yet: --methods lists all methods");
            }
        }
        return remarked(answer);
    }

    /** Whether a name is among those that are asked for; each where none is. */
    private static Predicate<String> chosen(List<String> asked, Collection<String> names) {
        List<NameGlob> globs = new ArrayList<>();
        for (String text : asked) {
            String probe = names.stream().anyMatch(NameGlob.of(text)::matches) ? null : FullName.probe(text, names);
            globs.add(NameGlob.of(probe == null ? text : probe));
        }
        return name -> asked.isEmpty() || globs.stream().anyMatch(glob -> glob.matches(name));
    }
}
