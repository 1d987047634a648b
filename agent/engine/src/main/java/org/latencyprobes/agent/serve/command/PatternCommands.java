package org.latencyprobes.agent.serve.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.cost.NestingSums;
import org.latencyprobes.agent.cost.NestingText;
import org.latencyprobes.agent.cost.NestingWatch;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.Unprobed;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.state.ExcludedPattern;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.select.ProbeLimit;
import org.latencyprobes.agent.select.RefusalCounts;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.Verdict;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.histogram.IntervalReader;

/** The commands about patterns. For one thread, the selection thread. */
final class PatternCommands {

    /** What is advised where a pattern matches nothing. */
    static final String ADVICE = "nothing is changed; for classes that are yet to be loaded: probe --future";

    private final Settings settings;
    private final Weaving weaving;
    private final Linker linker;
    private final Forecast forecast;

    PatternCommands(Settings settings, Weaving weaving, Linker linker) {
        this.settings = settings;
        this.weaving = weaving;
        this.linker = linker;
        forecast = new Forecast(settings, weaving, linker);
    }

    /** All of the patterns or, if anything is wrong with one or nobody waits for the end, none. */
    Answer probe(Request.Probe request, Progress progress) {
        if (request.patterns().isEmpty()) {
            return Answer.failed(ExitCode.USAGE, "a pattern is missing");
        }
        boolean future = request.future();
        List<PrintedPattern> patterns = new ArrayList<>();
        Set<MethodPattern> lifted = new LinkedHashSet<>();
        MatchedMethods all = new MatchedMethods();
        for (String text : request.patterns()) {
            try {
                PrintedPattern read = read(text, future);
                MatchedMethods found = read.pattern() == null ? null : dryRun(read.pattern(), lifted, progress);
                Answer refused = refusal(read, found, future);
                if (refused != null) {
                    return refused;
                }
                patterns.add(read);
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
        return probe(patterns, all, lifted, progress);
    }

    /** A class that is yet to come is not printed yet. */
    private PrintedPattern read(String text, boolean future) throws BadPatternException {
        MethodPattern written = MethodPattern.parse(text);
        return future ? new PrintedPattern(written, "") : weaving.read(written);
    }

    /** What the pattern selects, and into a set what commands excluded before and is to be lifted for it. */
    private MatchedMethods dryRun(MethodPattern pattern, Set<MethodPattern> lifted, Progress progress) {
        while (true) {
            MatchedMethods found = weaving.dryRun(pattern, settings.excludesWithout(lifted), progress);
            if (found != null && found.isEmpty() && weaving.open(pattern, progress)) {
                continue;
            }
            if (found == null || found.probed() > 0 || !lifted.addAll(settings.exclusionsBehind(found.shown()))) {
                return found;
            }
        }
    }

    /** Why a pattern is not taken; null where it is. */
    private Answer refusal(PrintedPattern read, MatchedMethods found, boolean future) {
        MethodPattern pattern = read.pattern();
        if (found == null) {
            return pattern == null ? Answer.failed(ExitCode.FAILED, read.remark()) : givenUp();
        }
        if (found.probed() > limit()) {
            return Explanations.refusedTable(
                    Answer.failed(ExitCode.FAILED, "refused: " + pattern + ' ' + found(found)), MethodRow.TABLE, found);
        }
        Answer question = found.isEmpty() && weaving.compiledCode().hasLeftAny() ? question() : null;
        if (question != null) {
            return question; // what matches may be among classes whose bytes are only to be had so
        }
        String nothing = future ? null : nothing(pattern, found);
        if (nothing == null) {
            return null;
        }
        Answer answer = Answer.failed(ExitCode.FAILED, nothing).say(found.isEmpty() ? ADVICE : "nothing is changed");
        return Explanations.refusedTable(echo(answer, read), MethodRow.TABLE, found);
    }

    /** The same for {@code tail}, of an agent that came for it alone, or was there before. */
    static String tailAdvice(boolean cameForIt) {
        return "for classes that are yet to be loaded: "
                + (cameForIt ? "attach <pid> probes=<pattern>" : "probe <pid> --future <pattern>")
                + ", then why <pid>";
    }

    /** Why none of the loaded classes gets a probe; null where one does. */
    private String nothing(MethodPattern pattern, MatchedMethods found) {
        return found.isEmpty() ? weaving.nearMiss(pattern) : Unprobed.why(found);
    }

    private Answer probe(
            List<PrintedPattern> read, MatchedMethods matches, Set<MethodPattern> lifted, Progress progress) {
        List<MethodPattern> patterns =
                read.stream().map(PrintedPattern::pattern).toList();
        Remarks remarks = new Remarks(weaving);
        NestingWatch nesting = new NestingWatch(linker);
        List<MethodPattern> present = settings.selection().probes();
        settings.include(lifted);
        settings.add(patterns);
        Weaving.Change change = weaving.selectOrUndo(settings::selection, progress);
        if (change == null) {
            patterns.stream().filter(pattern -> !present.contains(pattern)).forEach(settings::remove);
            settings.exclude(lifted);
            return givenUp();
        }
        Answer answer = new Answer().say(changed("instrumented", change));
        read.forEach(each -> echo(answer, each));
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
        return Explanations.table(nesting.look(warned(answer), progress), MethodRow.TABLE, matches);
    }

    private static Answer echo(Answer answer, PrintedPattern read) {
        return read.remark().isEmpty() || answer.sentences().contains(read.remark())
                ? answer
                : answer.say(read.remark());
    }

    /** Shows methods that are not woven for now, since their classes are to stay as they are, as refused. */
    private void showUnwoven(MatchedMethods matches) {
        if (weaving.compiledCode().isKept()) {
            Set<String> woven = new HashSet<>();
            weaving.woven().forEach(method -> woven.add(Remarks.key(method)));
            matches.shown()
                    .replaceAll(method -> method.verdict() == Verdict.PROBED && !woven.contains(Remarks.key(method))
                            ? method.as(Verdict.REFUSED, weaving.compiledCode().kept())
                            : method);
        }
    }

    /** What weaving loaded classes would cost this JVM, where it would. */
    Answer warned(Answer answer) {
        String warning = weaving.compiledCode().warning();
        return warning == null ? answer : answer.say(warning);
    }

    /** The answer where somebody has to be asked before classes are woven; null where not. */
    private Answer question() {
        String question = weaving.compiledCode().question();
        return question == null
                ? null
                : asking(
                        Answer.failed(
                                ExitCode.FAILED,
                                "refused, since " + question
                                        + ": --yes does it all the same, and so does the option deoptimise=allow"),
                        question);
    }

    /** With what a command is to ask. */
    static Answer asking(Answer answer, String question) {
        return question == null ? answer : answer.add(Remark.DEOPTIMISE, Remark.class, List.of(new Remark(question)));
    }

    private static Answer givenUp() {
        return Answer.failed(ExitCode.FAILED, "given up and taken back, since nobody waited any more");
    }

    private int limit() {
        return settings.selection().limit();
    }

    private String found(MatchedMethods methods) {
        RefusalCounts refusals = methods.refusals();
        return "matches " + Explanations.count(methods)
                + (refusals.total() == 0 ? "" : ", not probed of these: " + refusals.text()) + "; limit is " + limit()
                + (methods.probed() > limit() && methods.probed() <= ProbeLimit.MOST_METHODS
                        ? ", which set <pid> limit=" + methods.probed() + " raises"
                        : "");
    }

    private static String changed(String verb, Weaving.Change change) {
        return verb + ' ' + Plural.of(change.classes(), "class", "classes") + " (" + change.nanos() / 1_000_000 + " ms)"
                + (change.failed() == 0 ? "" : ", " + change.failed() + " could not be");
    }

    /** A pattern that was added or configured goes; any other, and all methods of a probe, are excluded. */
    Answer unprobe(Request.Unprobe request, Consumer<String> progress) {
        String text = request.pattern();
        MethodPattern pattern = patternOrNull(text);
        if (pattern != null && settings.remove(pattern)) {
            return removed(pattern, progress);
        }
        List<MethodPattern> excludes = new ArrayList<>();
        for (MethodExplanation method : weaving.woven()) {
            if (method.probe().equals(text) || Explanations.probeName(method).equals(text)) {
                excludes.add(patternOf(method));
            }
        }
        MethodPattern read =
                excludes.isEmpty() && pattern != null ? weaving.read(pattern).pattern() : null;
        if (read != null && settings.remove(read)) {
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
        settings.exclude(excludes);
        Answer answer = new Answer().say(changed("restored", weaving.select(settings::selection, progress)));
        if (excludes.size() == 1) {
            return answer.say("excluded: " + excludes.get(0));
        }
        return answer.say("excluded: " + excludes.size() + " methods")
                .add(
                        ExcludedPattern.TABLE,
                        ExcludedPattern.class,
                        excludes.stream()
                                .limit(MatchedMethods.MOST_SHOWN)
                                .map(each -> new ExcludedPattern(each.toString()))
                                .toList());
    }

    private Answer removed(MethodPattern pattern, Consumer<String> progress) {
        return new Answer()
                .say("pattern removed: " + pattern)
                .say(changed("restored", weaving.select(settings::selection, progress)));
    }

    private static MethodPattern patternOrNull(String text) {
        try {
            return MethodPattern.parse(text);
        } catch (BadPatternException e) {
            return null;
        }
    }

    private static MethodPattern patternOf(MethodExplanation method) {
        return patternOrNull(method.className() + '#' + method.method());
    }

    private boolean isProbed(MethodPattern pattern) {
        return weaving.explain(pattern).shown().stream().anyMatch(method -> method.verdict() == Verdict.PROBED);
    }

    private String present(String text) {
        Selection selection = settings.selection();
        Set<String> names = new LinkedHashSet<>();
        selection.probes().forEach(pattern -> names.add(pattern.toString()));
        weaving.woven().forEach(method -> names.add(Explanations.probeName(method)));
        String nearest = NearestName.to(text, names);
        if (nearest != null) {
            return "did you mean " + nearest;
        }
        return selection.probes().isEmpty() ? "no pattern is there" : "patterns are " + join(selection.probes());
    }

    private static String join(List<MethodPattern> patterns) {
        StringBuilder text = new StringBuilder();
        for (MethodPattern pattern : patterns) {
            text.append(text.isEmpty() ? "" : "; ").append(pattern);
        }
        return text.toString();
    }

    Answer explain(Request.Explain request) {
        return answered(request.pattern(), read -> {
            MatchedMethods methods = weaving.explain(read.pattern());
            return methods.isEmpty()
                    ? Answer.failed(ExitCode.FAILED, weaving.nearMiss(read.pattern()))
                    : Explanations.table(nestedInThemselves(methods), MethodRow.EXPLAINED, methods);
        });
    }

    /** Says which of these methods' probes were seen inside themselves, since the start. */
    private static Answer nestedInThemselves(MatchedMethods methods) {
        Answer answer = new Answer();
        Set<String> names = new HashSet<>();
        methods.shown().forEach(method -> names.add(Explanations.probeName(method)));
        for (NestingRow row : NestingSums.of(new IntervalReader().total()).rows(0, 0)) {
            if (names.contains(row.probe()) && row.withItself() > 0) {
                answer.say(NestingText.nestedInItself(row));
            }
        }
        return answer;
    }

    private Answer answered(String text, Function<PrintedPattern, Answer> command) {
        try {
            PrintedPattern read = read(text, false);
            return read.pattern() == null
                    ? Answer.failed(ExitCode.FAILED, read.remark())
                    : echo(command.apply(read), read);
        } catch (BadPatternException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }

    /** What a pattern would probe; where that is asked for, its calls are counted for a while, and everything is taken back. */
    Answer dryRun(Request.DryRun request, Progress progress) {
        return answered(request.pattern(), read -> {
            MatchedMethods found = weaving.dryRun(read.pattern(), settings.excludesWithout(List.of()), progress);
            return request.forecastMillis() == null
                    ? matches(read, found)
                    : forecast(read, found, request.forecastMillis(), progress);
        });
    }

    private Answer matches(PrintedPattern read, MatchedMethods found) {
        if (found == null) {
            return givenUp();
        }
        String nothing = nothing(read.pattern(), found);
        Answer answer =
                nothing == null ? warned(new Answer().say(found(found))) : Answer.failed(ExitCode.FAILED, nothing);
        return Explanations.table(answer, MethodRow.TABLE, found);
    }

    private Answer forecast(PrintedPattern read, MatchedMethods found, long millis, Progress progress) {
        Answer refused = refusal(read, found, false);
        if (refused != null) {
            return refused;
        }
        Answer question = found.probed() == 0 ? null : question();
        if (question != null) {
            return question;
        }
        Answer answer = forecast.of(read.pattern(), found, millis, progress);
        return answer == null ? givenUp() : warned(answer);
    }
}
