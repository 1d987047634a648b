package org.latencyprobes.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.jvm.OwnJvm;
import org.latencyprobes.cli.merge.MergeRun;
import picocli.CommandLine;

/** The command {@code install}: puts the word {@code latency-probes} on the PATH. */
final class InstallCommand extends Subcommand {

    private static final String JAR = "lib/latency-probes/latency-probes-agent.jar";
    private static final String LAUNCHER = "bin/latency-probes";
    private static final String COMPLETION = "share/bash-completion/completions/latency-probes";
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");
    private static final String MANUAL = "share/man/man1/latency-probes.1";

    private final Supplier<Path> folder = value(parameter(Path.class, "<folder>", "0")
            .required(false)
            .arity("0..1")
            .description("Where bin, lib and share are or will be. Default: .local in the home folder.")
            .build());

    InstallCommand() {
        super(
                "install",
                "Put latency-probes on the PATH: a launcher that finds Java, completion for bash, a manual page.",
                "%nCopies this jar, and makes an archive of classes that lets commands start faster with the Java that runs this. Installing"
                        + " again replaces what is there. The answer says how to undo it.");
        examples("install", "install /usr/local");
    }

    @Override
    public Integer call() {
        Path into = (folder.get() == null ? home().resolve(".local") : folder.get())
                .toAbsolutePath()
                .normalize();
        try {
            Path jar = folderOf(into.resolve(JAR));
            if (!Files.exists(jar) || !Files.isSameFile(OwnJvm.jar(), jar)) {
                Files.copy(OwnJvm.jar(), jar, StandardCopyOption.REPLACE_EXISTING);
                Files.setPosixFilePermissions(jar, READABLE);
            }
            write(into.resolve(COMPLETION), CompletionCommand.script(this));
            write(into.resolve(MANUAL), manual());
            write(into.resolve(LAUNCHER), launcher());
            Files.setPosixFilePermissions(into.resolve(LAUNCHER), EXECUTABLE);
            Answer answer = new Answer().say("installed: " + into.resolve(LAUNCHER));
            if (!OwnJvm.archive(jar)) {
                answer.say("without an archive of classes, which this Java did not make: commands start slower");
            }
            if (!List.of(String.valueOf(System.getenv("PATH")).split(":"))
                    .contains(into.resolve("bin").toString())) {
                answer.say(into.resolve("bin") + " is not on the PATH: export PATH=" + quoted(into.resolve("bin"))
                        + ":$PATH");
            }
            return console()
                    .print(answer.say("undo: cd " + quoted(into) + " && rm -r lib/latency-probes " + LAUNCHER + ' '
                            + COMPLETION + ' ' + MANUAL));
        } catch (FileAlreadyExistsException e) {
            return console().print(Answer.failed(ExitCode.FAILED, e.getFile() + " is no folder; install takes one"));
        } catch (IOException e) {
            return console()
                    .print(Answer.failed(ExitCode.FAILED, "not installed into " + into + ": " + MergeRun.reason(e)));
        }
    }

    /** As a shell has it: Java asks the list of users instead, and so finds another one where HOME was set. */
    private static Path home() {
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home);
    }

    /** What it makes can be read by all, whatever the umask. */
    private static Path folderOf(Path file) throws IOException {
        Path folder = file.getParent();
        if (!Files.exists(folder)) {
            folderOf(folder);
            Files.createDirectory(folder);
            Files.setPosixFilePermissions(folder, EXECUTABLE);
        }
        Files.createDirectories(folder);
        return file;
    }

    /** A link in its place is replaced, and what it leads to stays. */
    private static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(folderOf(file));
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, READABLE);
    }

    /** For a shell. */
    private static String quoted(Path path) {
        return path.toString().matches("[\\w/.+-]+")
                ? path.toString()
                : "'" + path.toString().replace("'", "'\\''") + "'";
    }

    private static String launcher() throws IOException {
        try (InputStream script =
                InstallCommand.class.getResourceAsStream("/org/latencyprobes/cli/latency-probes.sh")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The help of all commands, in the form of {@code man}. */
    private String manual() {
        CommandLine root = spec().root().commandLine();
        StringBuilder page =
                new StringBuilder(".TH LATENCY-PROBES 1 \"\" \"latency-probes " + Version.text() + "\"\n.SH NAME\n"
                        + "latency\\-probes \\- times every call of chosen methods in running JVMs\n.SH SYNOPSIS\n");
        verbatim(page, root.getUsageMessage());
        page.append(".SH COMMANDS\n");
        root.getSubcommands().forEach((name, command) -> {
            page.append(".SS ").append(name).append('\n');
            verbatim(page, command.getUsageMessage());
        });
        return page.toString();
    }

    /** A dot or an apostrophe at the beginning of a line would be a request of the formatter. */
    private static void verbatim(StringBuilder page, String text) {
        page.append(".nf\n");
        text.lines()
                .map(line -> line.replace("\\", "\\e").replace("-", "\\-"))
                .forEach(line -> page.append(line.matches("[.'].*") ? "\\&" : "")
                        .append(line)
                        .append('\n'));
        page.append(".fi\n");
    }
}
