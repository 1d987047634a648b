package org.latencyprobes.agent.serve.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.inflight.RunningCalls;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.weave.Weaving;

/** The remarks that follow a change of what is probed. For one thread, the selection thread. */
final class Remarks {

    private static final int MOST_PATTERNS = 5;

    private final Weaving weaving;
    private final Set<String> before = new HashSet<>();

    /** Remembers what is woven now, before the change. */
    Remarks(Weaving weaving) {
        this.weaving = weaving;
        weaving.woven().forEach(method -> before.add(key(method)));
    }

    static String key(MethodExplanation method) {
        return method.loader() + ' ' + method.className() + '#' + method.method();
    }

    /** Says that calls under way of the new probes are not timed. */
    Answer running(Answer answer) {
        List<MethodExplanation> fresh = new ArrayList<>();
        for (MethodExplanation method : weaving.woven()) {
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
        weaving.woven().forEach(method -> rules.add(method.rule()));
        int said = 0;
        for (MethodPattern pattern : patterns) {
            if (said < MOST_PATTERNS && !rules.contains(pattern.rule()) && matchesNothing(pattern, progress)) {
                answer.say("pattern " + pattern + " matches nothing yet: " + weaving.nearMiss(pattern));
                said++;
            }
        }
        return answer;
    }

    private boolean matchesNothing(MethodPattern pattern, Progress progress) {
        MatchedMethods found = weaving.dryRun(pattern, weaving.selection().excludes(), progress);
        return found != null && found.isEmpty();
    }
}
