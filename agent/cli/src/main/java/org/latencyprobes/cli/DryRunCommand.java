package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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
import org.latencyprobes.agent.protocol.MethodRow;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.select.ClassArchive;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.PatternSuggestion;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code dry-run}: shows what a pattern would match. */
final class DryRunCommand extends JvmCommand {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Supplier<String> target = value(parameter(String.class, "<pid|jar|folder>", "0")
            .description("A JVM's process id, a jar, or a folder of class files and jars.")
            .build());

    private final Supplier<String> text = value(parameter(String.class, "<pattern>", "1")
            .description("Which methods to match.")
            .build());

    private final Supplier<Boolean> isForecast = flag(
            "--forecast",
            "Say what timing the matches would cost: weave them, count their calls for a while, and restore. Nothing is"
                    + " timed.");

    private final Supplier<Duration> time = value(duration("--for")
            .defaultValue("2s")
            .description("How long --forecast counts, 100ms to 60s. Default: ${DEFAULT-VALUE}.")
            .build());

    private final SummaryOption summary = new SummaryOption(this);

    DryRunCommand() {
        super(
                "dry-run",
                "Show what a pattern would match, in a JVM or in class files. Nothing is woven without --forecast.",
                "%nIn a JVM, only the methods of loaded classes count. A jar, or a folder of class files and jars, is"
                        + " read without any JVM. Jars inside jars are read too.");
        examples(
                "dry-run 4711 'com.acme..*Service#find*'",
                "dry-run --forecast 4711 'com.acme..*Service#find*'",
                "dry-run acme.jar 'com.acme..*Service#find*'",
                "dry-run /opt/acme/lib 'com.acme..*'");
    }

    @Override
    Answer answer() throws UnreachableException {
        MethodPattern pattern = pattern(text.get());
        Path path = existing();
        if (isForecast.get()) {
            return forecast(path);
        }
        return summary.of(path == null ? ask(null) : inFiles(path, pattern));
    }

    private Answer forecast(Path path) throws UnreachableException {
        if (path != null) {
            throw usageError("--forecast needs a JVM: no method is called in " + path);
        }
        if (time.get().compareTo(SHORTEST) < 0 || time.get().compareTo(LONGEST) > 0) {
            throw usageError("--for is not allowed to be that; it takes 100ms to 60s");
        }
        return summary.of(ask(time.get().toMillis()));
    }

    private Answer ask(Long forecastMillis) throws UnreachableException {
        return client(new PidConverter().convert(target.get()))
                .askVisiting(new Request.DryRun(text.get(), forecastMillis));
    }

    private Path existing() {
        try {
            Path path = Path.of(target.get());
            if (Files.exists(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw usageError("\"" + target.get() + "\" is not a path: " + e.getReason());
        }
        if (!PidConverter.isPid(target.get())) {
            throw usageError("\"" + target.get() + "\" is neither a process id nor a jar or folder that exists");
        }
        return null;
    }

    private static Answer inFiles(Path path, MethodPattern written) {
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
                        Answer.failed(ExitCode.FAILED, nothing).say(looked), MethodRow.TABLE, methods);
            }
            Answer answer = new Answer()
                    .say("matches " + Explanations.count(methods) + "; limit is " + Selection.DEFAULT_LIMIT
                            + " where nothing else is configured; " + looked);
            return Explanations.table(
                    read.remark().isEmpty() ? answer : answer.say(read.remark()), MethodRow.TABLE, methods);
        } catch (IOException e) {
            return Answer.failed(
                    ExitCode.FAILED, path + " cannot be read as a jar or a folder of class files: " + e.getMessage());
        }
    }
}
