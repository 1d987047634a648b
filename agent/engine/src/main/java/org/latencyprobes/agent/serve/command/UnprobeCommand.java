package org.latencyprobes.agent.serve.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.PatternText;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.Verdict;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.weave.Weaving;

/** The command {@code unprobe}. A pattern that was added or configured goes; any other, and all methods of a probe, are excluded. */
final class UnprobeCommand extends Command<Request.Unprobe> {

    UnprobeCommand(AgentParts agent) {
        super(agent, Request.Unprobe.class, Place.SELECTION);
    }

    @Override
    Answer answer(Request.Unprobe asked, Progress progress) {
        String text = asked.pattern();
        MethodPattern pattern = patternOrNull(text);
        if (pattern != null && agent.settings().has(pattern)) {
            return removed(pattern, progress);
        }
        List<MethodPattern> excludes = new ArrayList<>();
        for (MethodExplanation method : agent.weaving().woven()) {
            if (method.probe().equals(text) || Explanations.probeName(method).equals(text)) {
                excludes.add(patternOrNull(method.className() + '#' + method.method()));
            }
        }
        MethodPattern read = excludes.isEmpty() && pattern != null
                ? agent.weaving().read(pattern).pattern()
                : null;
        if (read != null && agent.settings().has(read)) {
            return removed(read, progress);
        }
        if (read != null && isProbed(read)) {
            excludes.add(read);
        }
        if (excludes.isEmpty()) {
            return Answer.failed(
                    ExitCode.FAILED,
                    '"' + text + "\" is neither a pattern that probes anything nor the name of a probe; "
                            + present(text));
        }
        return excluded(excludes, asked.summary(), progress);
    }

    private Answer excluded(List<MethodPattern> excludes, boolean summary, Progress progress) {
        Answer refused = refused(List.of(), excludes);
        if (refused != null) {
            return refused;
        }
        agent.settings().exclude(excludes);
        Answer answer = restored(new Answer(), progress)
                .say("excluded: " + (excludes.size() == 1 ? excludes.get(0) : excludes.size() + " methods"));
        return excludes.size() == 1 || summary
                ? answer
                : answer.add(
                        PatternText.EXCLUDED,
                        PatternText.class,
                        excludes.stream()
                                .limit(MatchedMethods.MOST_SHOWN)
                                .map(each -> new PatternText(each.toString()))
                                .toList());
    }

    private Answer removed(MethodPattern pattern, Progress progress) {
        Answer refused = refused(List.of(pattern), List.of());
        if (refused != null) {
            return refused;
        }
        agent.settings().remove(pattern);
        return restored(new Answer().say("pattern removed: " + pattern), progress);
    }

    /** Where classes that would have to be restored are to stay as they are: woven, they would go on recording. Null where not. */
    private Answer refused(List<MethodPattern> removed, List<MethodPattern> excluded) {
        Selection now = agent.settings().selection();
        List<MethodPattern> probes = new ArrayList<>(now.probes());
        probes.removeAll(removed);
        List<MethodPattern> excludes = new ArrayList<>(now.excludes());
        excludes.addAll(excluded);
        Selection next = new Selection(probes, excludes, now.annotations(), now.limit());
        if (!agent.weaving().leavesWoven(next, agent.settings().deoptimise())) {
            return null;
        }
        Answer question = question();
        return (question == null
                        ? Answer.failed(
                                ExitCode.FAILED,
                                "refused, since " + agent.compiledCode().kept())
                        : question)
                .say("probe <pid> --mode off <probe> stops a probe and changes no class");
    }

    private Answer restored(Answer answer, Progress progress) {
        return answer.say(changed("restored", agent.weaving().select(agent.settings()::selection, progress)));
    }

    static String changed(String verb, Weaving.Change change) {
        return verb + ' ' + Plural.of(change.classes(), "class", "classes") + " (" + AttachCommand.millis(change) + ')'
                + AttachCommand.failed(change);
    }

    private static MethodPattern patternOrNull(String text) {
        try {
            return MethodPattern.parse(text);
        } catch (BadPatternException e) {
            return null;
        }
    }

    private boolean isProbed(MethodPattern pattern) {
        return agent.weaving().explain(pattern).shown().stream().anyMatch(method -> method.verdict() == Verdict.PROBED);
    }

    private String present(String text) {
        List<String> patterns = agent.settings().selection().probes().stream()
                .map(MethodPattern::toString)
                .toList();
        Set<String> names = new LinkedHashSet<>(patterns);
        agent.weaving().woven().forEach(method -> names.add(Explanations.probeName(method)));
        return NearestName.question(
                NearestName.ofProbe(text, names),
                patterns.isEmpty() ? "no pattern is there" : "patterns are " + String.join("; ", patterns));
    }
}
