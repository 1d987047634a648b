package org.latencyprobes.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.UnprobedReasons;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.protocol.state.PatternText;
import org.latencyprobes.agent.select.ClassArchive;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.PatternSuggestion;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.cli.base.JvmCommand;
import org.latencyprobes.cli.base.YesOption;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code probe}: adds patterns, shows what they would match, or says which calls of probes are timed. */
final class ProbeCommand extends JvmCommand {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Supplier<String> target = value(parameter(String.class, "<jvm>", "0")
            .description(
                    "A JVM's process id or main class; with --dry-run also a jar, or a folder of class files and jars.")
            .build());

    private final Supplier<List<String>> patterns = value(words("<pattern>", "1..*", "1..*")
            .description(
                    "Which methods to probe, and the name and tags of their probes. With --mode, the name of a probe, or * for all.")
            .build());

    private final Supplier<Boolean> future =
            flag("--future", "Accept patterns that match nothing yet, for classes that will be loaded later.");

    private final Supplier<String> mode = value(option(String.class, "<mode>", "--mode")
            .description(
                    "Which calls of a probe that is there are timed: on, sampled(1/n), counted or off. sampled:16 is sampled(1/16).")
            .build());

    private final Supplier<Boolean> dryRun = flag(
            "--dry-run",
            "Show what the pattern would match and probe nothing: in a JVM, among loaded classes; or in a jar or a folder of class files.");

    private final Supplier<Boolean> forecast = flag(
            "--forecast",
            "With --dry-run: say what timing the matches would cost. Weaves them, counts their calls for a while, restores them.");

    private final Supplier<Duration> time = value(duration("--for")
            .defaultValue("2s")
            .description("How long --forecast counts, 100ms to 60s. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<Boolean> summary = summary();

    private final YesOption yes = new YesOption(this);

    ProbeCommand() {
        super(
                "probe",
                "Probe the methods that match a pattern, from now on; or switch a probe's mode.",
                "%nAdds all patterns or none. It adds none if one is malformed, matches more methods than the option"
                        + " limit allows, or matches nothing that can be probed. What unprobe excluded is probed again."
                        + " Quote patterns so that the shell does not change them.",
                "",
                "  com.acme.Order#send           all methods with that name in that class",
                "  com.acme.Order#send(int,long) the method with these parameters",
                "  com.acme..*Service#find*      classes in a package and those below it, methods whose names begin so",
                "  com.acme.Order#send as \"x\"    with a name for the probe",
                "%nA probe that is sampled counts every call and times a random one of n. One that is counted times none. One that is off"
                        + " does neither and costs almost nothing; its methods stay woven. The option budget leaves a probe alone that was"
                        + " given a mode by its name, until all are given one.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "probe 4711 'com.acme..*Service#find*'",
                "probe 4711 'com.acme.Order#send(..) as \"send order\" tag venue=XETR'",
                "probe 4711 --dry-run --forecast 'com.acme..*Service#find*'",
                "probe --dry-run acme.jar 'com.acme..*'",
                "probe 4711 --mode sampled:16 OrderService.find");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        if (mode.get() != null) {
            return mode();
        }
        patterns.get().forEach(this::pattern);
        if (isDryRun()) {
            return dryRun();
        }
        Answer answer = client(jvm(target.get()))
                .asking(yes)
                .askAttaching(new Request.Probe(patterns.get(), future.get(), summary.get()));
        return answer.find(PatternText.UNMATCHED).isEmpty()
                ? answer
                : answer.say("for classes that are yet to be loaded: probe --future");
    }

    private Answer mode() throws UnreachableException {
        if (Mode.named(mode.get()) == null) {
            throw usageError("mode \"" + mode.get() + "\" is not allowed; it takes " + Mode.ALLOWED);
        }
        if (future.get() || isDryRun()) {
            throw usageError("--mode is of probes that are there, without --future and --dry-run");
        }
        return client(jvm(target.get())).ask(new Request.Mode(mode.get(), only("--mode takes one probe's name, or *")));
    }

    private Answer dryRun() throws UnreachableException {
        if (future.get()) {
            throw usageError("--dry-run looks at classes that are there, without --future");
        }
        String pattern = only("--dry-run takes one pattern");
        Path path = existing();
        return path == null
                ? client(jvm(target.get())).asking(yes).askVisiting(dryRun(pattern))
                : dryRun(path, pattern(pattern));
    }

    /** Whether it is shown what a pattern would match, and nothing woven. */
    private boolean isDryRun() {
        if (forecast.get() && !dryRun.get()) {
            throw usageError("--forecast belongs to --dry-run");
        }
        if (isGiven("--for") && !forecast.get()) {
            throw usageError("--for is how long --dry-run --forecast counts");
        }
        return dryRun.get();
    }

    /** The question for a JVM. */
    private Request dryRun(String pattern) {
        if (!forecast.get()) {
            return new Request.DryRun(pattern, null, summary.get());
        }
        if (time.get().compareTo(SHORTEST) < 0 || time.get().compareTo(LONGEST) > 0) {
            throw usageError("--for is not allowed to be that; it takes 100ms to 60s");
        }
        return new Request.DryRun(pattern, time.get().toMillis(), summary.get());
    }

    /** Without any JVM. */
    private Answer dryRun(Path path, MethodPattern written) {
        if (forecast.get()) {
            throw usageError("--forecast needs a JVM: no method is called in " + path);
        }
        try (ClassArchive files = ClassArchive.in(path)) {
            if (files.names().isEmpty()) {
                return Answer.failed(ExitCode.FAILED, path + " holds neither class files nor jars with any");
            }
            PrintedPattern read = PrintedPattern.of(written, files::names);
            MethodPattern pattern = read.pattern();
            if (pattern == null) {
                return Answer.failed(ExitCode.FAILED, read.remark());
            }
            MatchedMethods methods = files.matches(pattern);
            String looked = "looked at " + Plural.of(files.names().size(), "class", "classes")
                    + (files.jars() == 0 ? "" : " in " + Plural.of(files.jars(), "jar", "jars"));
            String nothing =
                    methods.isEmpty() ? PatternSuggestion.of(pattern, List.of(), files) : UnprobedReasons.why(methods);
            if (nothing != null) {
                return Explanations.table(
                        Answer.failed(ExitCode.FAILED, nothing).say(looked), MethodRow.TABLE, methods, summary.get());
            }
            Answer answer = new Answer()
                    .say("matches " + Explanations.count(methods) + "; limit is " + Selection.DEFAULT_LIMIT
                            + " where nothing else is configured; " + looked);
            return Explanations.table(
                    read.remark().isEmpty() ? answer : answer.say(read.remark()),
                    MethodRow.TABLE,
                    methods,
                    summary.get());
        } catch (IOException e) {
            return Answer.failed(
                    ExitCode.FAILED, path + " cannot be read as a jar or a folder of class files: " + e.getMessage());
        }
    }

    private String only(String otherwise) {
        if (patterns.get().size() > 1) {
            throw usageError(otherwise);
        }
        return patterns.get().get(0);
    }

    private Path existing() {
        try {
            Path path = Path.of(target.get());
            return Files.exists(path) ? path : null;
        } catch (InvalidPathException e) {
            throw usageError("\"" + target.get() + "\" is not a path: " + e.getReason());
        }
    }
}
