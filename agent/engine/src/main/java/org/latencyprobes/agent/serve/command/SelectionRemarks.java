package org.latencyprobes.agent.serve.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.inflight.RunningCalls;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.serve.AgentParts;

/** The remarks that follow a change of what is probed. For one thread, the selection thread. */
final class SelectionRemarks {

    private static final int MOST_PATTERNS = 5;

    private final AgentParts agent;
    private final Set<String> before = new HashSet<>();

    /** Remembers what is woven now, before the change. */
    SelectionRemarks(AgentParts agent) {
        this.agent = agent;
        agent.weaving().woven().forEach(method -> before.add(key(method)));
    }

    static String key(MethodExplanation method) {
        return method.loader() + ' ' + method.className() + '#' + method.method();
    }

    /** Says that calls under way of the new probes are not timed. */
    Answer running(Answer answer) {
        List<MethodExplanation> fresh = new ArrayList<>();
        for (MethodExplanation method : agent.weaving().woven()) {
            if (!before.contains(key(method))) {
                fresh.add(method);
            }
        }
        String running = RunningCalls.of(fresh);
        return running == null ? answer : answer.say(running);
    }

    /** Says of patterns that match nothing so far, why. */
    Answer unmatched(Answer answer, List<MethodPattern> patterns, Progress progress) {
        Set<String> rules = new HashSet<>();
        agent.weaving().woven().forEach(method -> rules.add(method.rule()));
        int said = 0;
        for (MethodPattern pattern : patterns) {
            if (said < MOST_PATTERNS && !rules.contains(pattern.rule()) && matchesNothing(pattern, progress)) {
                answer.say("pattern " + pattern + " matches nothing yet: "
                        + agent.weaving().nearMiss(pattern));
                said++;
            }
        }
        return answer;
    }

    private boolean matchesNothing(MethodPattern pattern, Progress progress) {
        MatchedMethods found =
                agent.weaving().dryRun(pattern, agent.weaving().selection().excludes(), progress);
        return found != null && found.isEmpty();
    }

    /** Says of names in options that no probe has them. They may be of probes to come, so they are no error. */
    static void unknown(Answer answer, Options options, AgentParts agent) {
        unknown(answer, Option.SELF, options.self(), agent);
        unknown(
                answer,
                Option.BUDGET_PINNED,
                options.budget() == null ? null : options.budget().pinned(),
                agent);
    }

    private static void unknown(Answer answer, Option option, ProbeNames names, AgentParts agent) {
        if (names == null) {
            return;
        }
        TreeSet<String> probes = names(agent);
        for (String unknown : names.unknownTo(probes)) {
            answer.say("option " + option.key() + ": no probe is called " + unknown + " so far"
                    + NearestName.end(unknown, probes));
        }
    }

    /** The names of probes that have been called, and of those that are woven and have not. */
    static TreeSet<String> names(AgentParts agent) {
        TreeSet<String> names = new TreeSet<>();
        agent.linker().linked().forEach(probe -> names.add(probe.name()));
        agent.weaving().woven().forEach(method -> names.add(Explanations.probeName(method)));
        return names;
    }
}
