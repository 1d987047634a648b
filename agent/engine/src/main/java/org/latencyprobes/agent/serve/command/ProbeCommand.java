package org.latencyprobes.agent.serve.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.cost.NestingWatch;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.select.Verdict;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.weave.Weaving;

/** The command {@code probe}: adds all of the patterns or, if anything is wrong with one or nobody waits for the end, none. */
final class ProbeCommand extends Command<Request.Probe> {

    private static final int MOST_NAMED = 3;

    private final Patterns patterns;

    ProbeCommand(AgentParts agent) {
        super(agent, Request.Probe.class, Place.SELECTION);
        patterns = new Patterns(agent);
    }

    @Override
    Answer answer(Request.Probe asked, Progress progress) {
        if (asked.patterns().isEmpty()) {
            return Answer.failed(ExitCode.USAGE, "a pattern is missing");
        }
        List<PrintedPattern> read = new ArrayList<>();
        Set<MethodPattern> lifted = new LinkedHashSet<>();
        MatchedMethods all = new MatchedMethods();
        for (String text : asked.patterns()) {
            try {
                PrintedPattern each = patterns.read(text, asked.future());
                MatchedMethods found =
                        each.pattern() == null ? null : patterns.dryRun(each.pattern(), lifted, progress);
                boolean isUnread =
                        found != null && found.isEmpty() && agent.compiledCode().hasLeftAny();
                Answer question =
                        isUnread ? question() : null; // what matches may be among classes that are yet to be read
                Answer refused =
                        question == null ? patterns.refusal(each, found, asked.future(), asked.summary()) : question;
                if (refused != null) {
                    return refused;
                }
                read.add(each);
                all.addAll(found);
            } catch (BadPatternException e) {
                return Answer.failed(ExitCode.FAILED, e.getMessage());
            }
        }
        Answer question = all.probed() == 0 ? null : question();
        if (question != null) {
            return question;
        }
        progress.accept(
                "to be woven: " + Explanations.count(all) + "; if this command is interrupted, all is taken back");
        return probe(read, all, lifted, asked.summary(), progress);
    }

    private Answer probe(
            List<PrintedPattern> read,
            MatchedMethods matches,
            Set<MethodPattern> lifted,
            boolean summary,
            Progress progress) {
        List<MethodPattern> fresh = read.stream().map(PrintedPattern::pattern).toList();
        SelectionRemarks remarks = new SelectionRemarks(agent);
        NestingWatch nesting = new NestingWatch(agent.linker());
        Settings settings = agent.settings();
        List<MethodPattern> present = settings.selection().probes();
        settings.include(lifted);
        settings.add(fresh);
        Weaving.Change change = agent.weaving().selectOrUndo(settings::selection, progress);
        if (change == null) {
            fresh.stream().filter(pattern -> !present.contains(pattern)).forEach(settings::remove);
            settings.exclude(lifted);
            return Patterns.givenUp();
        }
        Answer answer = new Answer().say(done(change, matches));
        read.forEach(each -> Patterns.echo(answer, each));
        lifted.forEach(pattern -> answer.say("no longer excluded: " + pattern));
        remarks.running(answer)
                .say(
                        matches.isEmpty()
                                ? "no method of a loaded class matches; those of classes to come will"
                                : "matches " + Explanations.count(matches));
        if (matches.refusals().total() > 0) {
            answer.say("not probed: " + matches.refusals().text());
        }
        showUnwoven(matches);
        return Explanations.table(nesting.look(warned(answer), progress), MethodRow.TABLE, matches, summary);
    }

    /** What weaving did, or which probes there were before if it had nothing to do. */
    private String done(Weaving.Change change, MatchedMethods matches) {
        Set<String> woven = change.classes() > 0 ? Set.of() : woven();
        List<MethodExplanation> there = matches.shown().stream()
                .filter(method -> method.verdict() == Verdict.PROBED && woven.contains(SelectionRemarks.key(method)))
                .toList();
        List<String> names =
                there.stream().map(Explanations::probeName).distinct().toList();
        return there.isEmpty() || there.size() < matches.probed()
                ? UnprobeCommand.changed("instrumented", change)
                : "already " + (names.size() == 1 ? "a probe: " : "probes: ")
                        + names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                        + (names.size() > MOST_NAMED ? ", …" : "");
    }

    private Set<String> woven() {
        return agent.weaving().woven().stream().map(SelectionRemarks::key).collect(Collectors.toSet());
    }

    /** Shows methods that are not woven for now, since their classes are to stay as they are, as refused. */
    private void showUnwoven(MatchedMethods matches) {
        if (agent.compiledCode().isKept()) {
            Set<String> woven = woven();
            matches.shown()
                    .replaceAll(method -> method.verdict() == Verdict.PROBED
                                    && !woven.contains(SelectionRemarks.key(method))
                            ? method.as(Verdict.REFUSED, agent.compiledCode().kept())
                            : method);
        }
    }
}
