package org.latencyprobes.agent.serve.command;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.UnprobedReasons;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.protocol.state.PatternText;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.select.ProbeLimit;
import org.latencyprobes.agent.serve.AgentParts;

/**
 * What commands read of patterns, and why they take none.
 *
 * @param agent whose classes patterns match
 */
record Patterns(AgentParts agent) {

    /** A class that is yet to come is not printed yet. */
    PrintedPattern read(String text, boolean future) throws BadPatternException {
        MethodPattern written = MethodPattern.parse(text);
        return future ? new PrintedPattern(written, "") : agent.weaving().read(written);
    }

    /** What a command answers on a pattern of loaded classes. */
    Answer answered(String text, Function<PrintedPattern, Answer> command) {
        try {
            PrintedPattern read = read(text, false);
            return read.pattern() == null
                    ? Answer.failed(ExitCode.FAILED, read.remark())
                    : echo(command.apply(read), read);
        } catch (BadPatternException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }

    /** What the pattern selects. Exclusions of commands that are to be lifted for it come into a set; null for none that may be. */
    MatchedMethods dryRun(MethodPattern pattern, Set<MethodPattern> lifted, Progress progress) {
        while (true) {
            MatchedMethods found = agent.weaving()
                    .dryRun(pattern, agent.settings().excludesWithout(lifted == null ? List.of() : lifted), progress);
            if (lifted == null || found == null) {
                return found;
            }
            if (found.isEmpty() && agent.weaving().open(pattern, progress)) {
                continue;
            }
            if (found.probed() > 0 || !lifted.addAll(agent.settings().exclusionsBehind(found.shown()))) {
                return found;
            }
        }
    }

    /** Why a pattern is not taken; null where it is. */
    Answer refusal(PrintedPattern read, MatchedMethods found, boolean future, boolean summary) {
        MethodPattern pattern = read.pattern();
        if (found == null) {
            return pattern == null ? Answer.failed(ExitCode.FAILED, read.remark()) : givenUp();
        }
        if (found.probed() > limit()) {
            return Explanations.refusedTable(
                    Answer.failed(ExitCode.FAILED, "refused: " + pattern + ' ' + found(found)),
                    MethodRow.TABLE,
                    found,
                    summary);
        }
        String nothing = future ? null : nothing(pattern, found);
        if (nothing == null) {
            return null;
        }
        Answer answer = Answer.failed(ExitCode.FAILED, nothing).say("nothing is changed");
        if (found.isEmpty()) {
            answer.add(PatternText.UNMATCHED, PatternText.class, List.of(new PatternText(pattern.toString())));
        }
        return Explanations.refusedTable(echo(answer, read), MethodRow.TABLE, found, summary);
    }

    /** Why none of the loaded classes gets a probe; null where one does. */
    String nothing(MethodPattern pattern, MatchedMethods found) {
        return found.isEmpty() ? agent.weaving().nearMiss(pattern) : UnprobedReasons.why(found);
    }

    static Answer echo(Answer answer, PrintedPattern read) {
        return read.remark().isEmpty() || answer.sentences().contains(read.remark())
                ? answer
                : answer.say(read.remark());
    }

    static Answer givenUp() {
        return Answer.failed(ExitCode.FAILED, "given up and taken back, since nobody waited any more");
    }

    private int limit() {
        return agent.settings().selection().limit();
    }

    String found(MatchedMethods methods) {
        return "matches " + Explanations.count(methods)
                + (methods.refusals().total() == 0
                        ? ""
                        : ", not probed of these: " + methods.refusals().text())
                + "; limit is " + limit()
                + (methods.probed() > limit() && methods.probed() <= ProbeLimit.MOST_METHODS
                        ? ", which set <pid> limit=" + methods.probed() + " raises"
                        : "");
    }
}
