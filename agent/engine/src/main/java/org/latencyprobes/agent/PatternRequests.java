package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.agent.command.Explanations;
import org.latencyprobes.agent.command.Texts;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Progress;
import org.latencyprobes.agent.select.BadPatternException;
import org.latencyprobes.agent.select.Explanation;
import org.latencyprobes.agent.select.Matches;
import org.latencyprobes.agent.select.MethodPattern;
import org.latencyprobes.agent.select.Reasons;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.weave.Weaving;

/** Answers requests about patterns. For one thread, the selection thread. */
final class PatternRequests {

    private final Settings settings;
    private final Weaving weaving;

    PatternRequests(Settings settings, Weaving weaving) {
        this.settings = settings;
        this.weaving = weaving;
    }

    /** All of the patterns or, if anything is wrong with one or nobody waits for the end, none. */
    Answer probe(List<String> texts, Progress progress) {
        if (texts.isEmpty()) {
            return Answer.failed(Answer.USAGE, "a pattern is missing");
        }
        List<MethodPattern> patterns = new ArrayList<>();
        Matches all = new Matches();
        for (String text : texts) {
            try {
                MethodPattern pattern = MethodPattern.parse(text);
                Matches found = weaving.dryRun(pattern, progress);
                if (found == null) {
                    return givenUp();
                }
                if (found.probed() > limit()) {
                    return Explanations.table(
                            Answer.failed(Answer.FAILED, "refused: " + text + ' ' + found(found)), "methods", found);
                }
                patterns.add(pattern);
                all.addAll(found);
            } catch (BadPatternException e) {
                return Answer.failed(Answer.FAILED, e.getMessage());
            }
        }
        progress.accept(Explanations.count(all) + " to be woven; if this command is interrupted, all is taken back");
        return probe(patterns, all, progress);
    }

    private Answer probe(List<MethodPattern> patterns, Matches matches, Progress progress) {
        List<MethodPattern> present = settings.selection().probes();
        settings.add(patterns);
        Weaving.Change change = weaving.selectOrUndo(settings.selection(), progress);
        if (change == null) {
            patterns.stream().filter(pattern -> !present.contains(pattern)).forEach(settings::remove);
            return givenUp();
        }
        Answer answer = new Answer().say(woven(change));
        if (matches.isEmpty()) {
            answer.say("no method of a loaded class matches; those of classes to come will");
        }
        if (matches.refusals().total() > 0) {
            answer.say("not probed: " + matches.refusals().text());
        }
        return Explanations.table(warned(answer), "methods", matches);
    }

    /** What weaving loaded classes would cost this JVM, where it would. */
    Answer warned(Answer answer) {
        String warning = weaving.compiledCode().warning();
        return warning == null ? answer : answer.say(warning);
    }

    private static Answer givenUp() {
        return Answer.failed(Answer.FAILED, "given up and taken back, since nobody waited any more");
    }

    private int limit() {
        return settings.selection().limit();
    }

    private String found(Matches methods) {
        Reasons refusals = methods.refusals();
        return "matches " + Explanations.count(methods)
                + (refusals.total() == 0 ? "" : ", not probed of these: " + refusals.text()) + "; limit is " + limit();
    }

    private static String woven(Weaving.Change change) {
        return Texts.count(change.classes(), "class", "classes") + " woven or restored in "
                + change.nanos() / 1_000_000 + " ms"
                + (change.failed() == 0 ? "" : ", " + change.failed() + " could not be");
    }

    /** A pattern that was added or configured goes; any other, and all methods of a probe, are excluded. */
    Answer unprobe(String text, Consumer<String> progress) {
        MethodPattern pattern = patternOrNull(text);
        if (pattern != null && settings.remove(pattern)) {
            return new Answer()
                    .say("pattern removed: " + text)
                    .say(woven(weaving.select(settings.selection(), progress)));
        }
        List<MethodPattern> excludes = new ArrayList<>();
        for (Explanation method : weaving.woven()) {
            if (method.probe().equals(text) || Explanations.probeName(method).equals(text)) {
                excludes.add(patternOf(method));
            }
        }
        if (excludes.isEmpty() && pattern != null && isProbed(pattern)) {
            excludes.add(pattern);
        }
        if (excludes.isEmpty()) {
            return Answer.failed(
                    Answer.FAILED, "\"" + text + "\" is neither a pattern nor the name of a probe; " + present());
        }
        settings.exclude(excludes);
        Answer answer = new Answer().say(woven(weaving.select(settings.selection(), progress)));
        excludes.forEach(exclude -> answer.say("excluded: " + exclude));
        return answer;
    }

    private static MethodPattern patternOrNull(String text) {
        try {
            return MethodPattern.parse(text);
        } catch (BadPatternException e) {
            return null;
        }
    }

    private static MethodPattern patternOf(Explanation method) {
        return patternOrNull(method.className() + '#' + method.method());
    }

    private boolean isProbed(MethodPattern pattern) {
        return weaving.explain(pattern).shown().stream()
                .anyMatch(method -> method.verdict().equals("probed"));
    }

    private String present() {
        Selection selection = settings.selection();
        return selection.probes().isEmpty() ? "no pattern is there" : "patterns are " + join(selection.probes());
    }

    private static String join(List<MethodPattern> patterns) {
        StringBuilder text = new StringBuilder();
        for (MethodPattern pattern : patterns) {
            text.append(text.isEmpty() ? "" : "; ").append(pattern);
        }
        return text.toString();
    }

    Answer explain(String text) {
        try {
            Matches methods = weaving.explain(MethodPattern.parse(text));
            Answer answer = new Answer();
            if (methods.isEmpty()) {
                answer.say("no loaded class has a method that matches " + text);
            }
            return Explanations.table(answer, "explain", methods);
        } catch (BadPatternException e) {
            return Answer.failed(Answer.FAILED, e.getMessage());
        }
    }

    Answer dryRun(String text, Progress progress) {
        try {
            Matches methods = weaving.dryRun(MethodPattern.parse(text), progress);
            return methods == null
                    ? givenUp()
                    : Explanations.table(warned(new Answer().say(found(methods))), "methods", methods);
        } catch (BadPatternException e) {
            return Answer.failed(Answer.FAILED, e.getMessage());
        }
    }
}
