package org.latencyprobes.cli.base;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.Unprobed;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.ClassArchive;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.PatternSuggestion;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.select.Selection;

/** The options of {@code probe} that show what a pattern would match, and weave nothing. */
public final class DryRun {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Subcommand command;
    private final Supplier<Boolean> wanted;
    private final Supplier<Boolean> isForecast;
    private final Supplier<Duration> time;

    public DryRun(Subcommand command) {
        this.command = command;
        wanted = command.flag(
                "--dry-run",
                "Show what the pattern would match and probe nothing: in a JVM, among loaded classes; or in a jar or a folder of class files.");
        isForecast = command.flag(
                "--forecast",
                "With --dry-run: say what timing the matches would cost. Weaves them, counts their calls for a while, restores them.");
        time = command.value(Subcommand.duration("--for")
                .defaultValue("2s")
                .description("How long --forecast counts, 100ms to 60s. Default: ${DEFAULT-VALUE}.")
                .build());
    }

    /** Whether it is asked for. */
    public boolean isWanted() {
        if (isForecast.get() && !wanted.get()) {
            throw command.usageError("--forecast belongs to --dry-run");
        }
        if (command.isGiven("--for") && !isForecast.get()) {
            throw command.usageError("--for is how long --dry-run --forecast counts");
        }
        return wanted.get();
    }

    /** The question for a JVM. */
    public Request of(String pattern, boolean summary) {
        if (!isForecast.get()) {
            return new Request.DryRun(pattern, null, summary);
        }
        if (time.get().compareTo(SHORTEST) < 0 || time.get().compareTo(LONGEST) > 0) {
            throw command.usageError("--for is not allowed to be that; it takes 100ms to 60s");
        }
        return new Request.DryRun(pattern, time.get().toMillis(), summary);
    }

    /** Without any JVM. */
    public Answer inFiles(Path path, MethodPattern written, boolean summary) {
        if (isForecast.get()) {
            throw command.usageError("--forecast needs a JVM: no method is called in " + path);
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
                    methods.isEmpty() ? PatternSuggestion.of(pattern, List.of(), files) : Unprobed.why(methods);
            if (nothing != null) {
                return Explanations.table(
                        Answer.failed(ExitCode.FAILED, nothing).say(looked), MethodRow.TABLE, methods, summary);
            }
            Answer answer = new Answer()
                    .say("matches " + Explanations.count(methods) + "; limit is " + Selection.DEFAULT_LIMIT
                            + " where nothing else is configured; " + looked);
            return Explanations.table(
                    read.remark().isEmpty() ? answer : answer.say(read.remark()), MethodRow.TABLE, methods, summary);
        } catch (IOException e) {
            return Answer.failed(
                    ExitCode.FAILED, path + " cannot be read as a jar or a folder of class files: " + e.getMessage());
        }
    }
}
