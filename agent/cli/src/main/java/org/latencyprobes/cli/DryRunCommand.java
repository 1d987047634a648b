package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.command.Explanations;
import org.latencyprobes.agent.command.Unprobed;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.ClassArchive;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.PatternSuggestion;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code dry-run}: shows what a pattern would match. */
@Command(
        name = "dry-run",
        header = "Show what a pattern would match, in a JVM or in class files. Nothing is woven.",
        description = {
            "%nIn a JVM, only the methods of loaded classes count. A jar, or a folder of class files and jars, is read without any JVM. Jars"
                    + " inside jars are read too."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar dry-run 4711 'com.acme..*Service#find*'",
            "  java -jar latency-probes-agent.jar dry-run acme.jar 'com.acme..*Service#find*'",
            "  java -jar latency-probes-agent.jar dry-run /opt/acme/lib 'com.acme..*'"
        })
final class DryRunCommand extends JvmCommand {

    @Parameters(
            index = "0",
            paramLabel = "<pid|jar|folder>",
            description = "A JVM's process id, a jar, or a folder of class files and jars.")
    private String target;

    @Parameters(index = "1", paramLabel = "<pattern>", description = "Which methods to match.")
    private String text;

    @Mixin
    private SummaryOption summary;

    @Override
    Answer answer() throws UnreachableException {
        MethodPattern pattern = pattern(text);
        Path path = existing();
        return summary.of(
                path == null
                        ? ask(new PidConverter().convert(target), "dry-run", List.of(text))
                        : inFiles(path, pattern));
    }

    private Path existing() {
        try {
            Path path = Path.of(target);
            if (Files.exists(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw usageError("\"" + target + "\" is not a path: " + e.getReason());
        }
        if (!PidConverter.isPid(target)) {
            throw usageError("\"" + target + "\" is neither a process id nor a jar or folder that exists");
        }
        return null;
    }

    private static Answer inFiles(Path path, MethodPattern pattern) {
        try (ClassArchive files = ClassArchive.in(path)) {
            if (files.names().isEmpty()) {
                return Answer.failed(ExitCode.FAILED, path + " holds neither class files nor jars with any");
            }
            MatchedMethods methods = files.matches(pattern);
            String looked = "looked at " + Plural.of(files.names().size(), "class", "classes")
                    + (files.jars() == 0 ? "" : " in " + Plural.of(files.jars(), "jar", "jars"));
            String nothing =
                    methods.isEmpty() ? PatternSuggestion.of(pattern, List.of(), files) : Unprobed.why(methods);
            if (nothing != null) {
                return Explanations.table(
                        Answer.failed(ExitCode.FAILED, nothing).say(looked), "methods", methods);
            }
            Answer answer = new Answer()
                    .say("matches " + Explanations.count(methods) + "; limit is " + Selection.DEFAULT_LIMIT
                            + " where nothing else is configured; " + looked);
            return Explanations.table(answer, "methods", methods);
        } catch (IOException e) {
            return Answer.failed(
                    ExitCode.FAILED, path + " cannot be read as a jar or a folder of class files: " + e.getMessage());
        }
    }
}
