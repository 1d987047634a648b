package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.agent.command.Explanations;
import org.latencyprobes.agent.command.Texts;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.select.BadPatternException;
import org.latencyprobes.agent.select.Explanation;
import org.latencyprobes.agent.select.MethodPattern;
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

    /** All of the patterns or, if anything is wrong with one, none. */
    Answer probe(List<String> texts, Consumer<String> progress) {
        List<MethodPattern> patterns = new ArrayList<>();
        List<Explanation> matches = new ArrayList<>();
        for (String text : texts) {
            try {
                MethodPattern pattern = MethodPattern.parse(text);
                List<Explanation> found = weaving.dryRun(pattern);
                if (Explanations.matching(found).size() > limit()) {
                    return Explanations.table(
                            Answer.failed(Answer.FAILED, "refused: " + text + ' ' + found(found)), "methods", found);
                }
                patterns.add(pattern);
                matches.addAll(found);
            } catch (BadPatternException e) {
                return Answer.failed(Answer.FAILED, e.getMessage());
            }
        }
        if (patterns.isEmpty()) {
            return Answer.failed(Answer.USAGE, "a pattern is missing");
        }
        settings.add(patterns);
        Answer answer = new Answer().say(woven(weaving.select(settings.selection(), progress)));
        if (matches.isEmpty()) {
            answer.say("no method of a loaded class matches; those of classes to come will");
        }
        return Explanations.table(warned(answer), "methods", matches);
    }

    /** What weaving loaded classes would cost this JVM, where it would. */
    Answer warned(Answer answer) {
        String warning = weaving.compiledCode().warning();
        return warning == null ? answer : answer.say(warning);
    }

    private int limit() {
        return settings.selection().limit();
    }

    private String found(List<Explanation> methods) {
        return "matches " + Explanations.matches(methods) + "; limit is " + limit();
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
        return weaving.explain(pattern).stream()
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
            List<Explanation> methods = weaving.explain(MethodPattern.parse(text));
            Answer answer = new Answer();
            if (methods.isEmpty()) {
                answer.say("no loaded class has a method that matches " + text);
            }
            return Explanations.table(answer, "explain", methods);
        } catch (BadPatternException e) {
            return Answer.failed(Answer.FAILED, e.getMessage());
        }
    }

    Answer dryRun(String text) {
        try {
            List<Explanation> methods = weaving.dryRun(MethodPattern.parse(text));
            return Explanations.table(warned(new Answer().say(found(methods))), "methods", methods);
        } catch (BadPatternException e) {
            return Answer.failed(Answer.FAILED, e.getMessage());
        }
    }
}
