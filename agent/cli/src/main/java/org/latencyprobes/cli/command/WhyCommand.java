package org.latencyprobes.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.base.DurationConverter;
import org.latencyprobes.cli.base.JvmCommand;
import org.latencyprobes.cli.base.UnknownProbes;
import org.latencyprobes.cli.base.YesOption;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.jvm.NamedJvm;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.why.DeepSource;
import org.latencyprobes.cli.why.RecordingSource;
import org.latencyprobes.cli.why.WhyOfJvm;
import org.latencyprobes.cli.why.WhyOutput;
import org.latencyprobes.cli.why.WhyReport;
import org.latencyprobes.cli.why.band.Band.Wanted;
import org.latencyprobes.cli.why.recording.RecordingFolder;
import org.latencyprobes.internal.log.OwnerOnly;
import picocli.CommandLine;

/** The command {@code why}: says why calls were slow, in a JVM that runs or in a recording of one. */
final class WhyCommand extends JvmCommand {

    private static final Pattern LOG = Pattern.compile(".*\\.hlog([.-].*)?");
    private static final Pattern FILE = Pattern.compile(".*\\.jfr|" + LOG);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Options of what was recorded, which a watch does not have. */
    private static final List<String> OF_RECORDING = List.of("--probe", "--skip-bad");

    private final Supplier<String> source = value(parameter(String.class, "<jvm|jfr>", "0")
            .description(
                    "A JVM's process id or main class; or a recording of Flight Recorder with the agent's events, or a folder of its chunks,"
                            + " whose JVM may be gone.")
            .build());

    private final Supplier<List<String>> others = value(words("<pattern|log>", "1..*", "0..*")
            .description(
                    "Of a JVM: which methods to probe for this time. Default: the probes that are there.",
                    "Of a recording, or with --past: histogram logs of the same JVM, for calls and percentiles: files, folders or globs.")
            .build());

    private final Supplier<Duration> time = value(duration("--for")
            .defaultValue("30s")
            .description("How long to watch, up to 1h. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<Duration> slow = value(option(Duration.class, "<duration>", "--slow")
            .converters(new DurationConverter.OfCalls())
            .description("Explain calls from this duration on, from 1us. Default: those that --beyond says.")
            .build());

    private final Supplier<Double> beyond = value(option(Double.class, "<percentile>", "--beyond")
            .converters(WhyCommand::percentile)
            .description(
                    "Explain the calls beyond p99, p99.9 or p99.99. Default: the highest of them that 50 calls are beyond.")
            .build());

    private final Supplier<Boolean> plain =
            flag("--no-deep", "Leave Flight Recorder alone: waits of threads are known from samples alone then.");

    private final Supplier<Boolean> past = flag(
            "--past",
            "Do not watch: explain what the JVM has recorded so far, where its agent has the option causes=deep.");

    private final Supplier<List<String>> names = value(repeatable("<name>", "--probe")
            .description(
                    "Of a recording: only probes of that name; * stands for any characters. May be given more than once.")
            .build());

    private final Supplier<Boolean> skipBad = flag(
            "--skip-bad", "Of logs: pass over damaged lines and say how many; otherwise the first one is an error.");

    private final Supplier<Boolean> keep = flag(
            "--keep",
            "Keep Flight Recorder's recording, as why-<pid>.jfr here, for the JDK's tools: slow calls are not in it.");

    private static double percentile(String text) {
        return switch (text) {
            case "p99" -> 99;
            case "p99.9" -> 99.9;
            case "p99.99" -> 99.99;
            default ->
                throw new CommandLine.TypeConversionException('"' + text + "\" is none of p99, p99.9 and p99.99");
        };
    }

    /** Of the JVM, where the source is one. */
    private long pid;

    private final YesOption yes = new YesOption(this);

    WhyCommand() {
        super(
                "why",
                "Say why calls are slow: watch for some time, or read a recording; split slow calls by cause, write a page.",
                "%nProbes the patterns, or takes the probes that are there. Attaches the agent where there is none, and removes it at the end."
                        + " Flight Recorder records meanwhile what threads wait for; --no-deep leaves that out."
                        + " Of a JVM that is gone, a recording and histogram logs say the same."
                        + " Without -o it prints text and writes a page here, why-<pid>.html or why-<recording>.html; -o text prints alone.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "why 4711 'com.acme..OrderService#place'",
                "why 4711 --for 2m --slow 10ms -o html=place.html",
                "why 4711 --past",
                "why shop.jfr",
                "why shop.jfr shop.hlog --probe 'OrderService.*'");
    }

    @Override
    protected List<Output.Form> forms() {
        return List.of(Output.Form.TEXT, Output.Form.JSON, Output.Form.HTML);
    }

    @Override
    protected Answer answer() throws UnreachableException {
        Path recording = recording();
        if (recording != null) {
            refuse(List.of("--past", "--keep"), "is of a JVM that runs: a recording is there already");
            refuseWatch();
            return Files.isDirectory(recording) ? ofFolder(recording) : ofFile(recording);
        }
        pid = jvm(source.get());
        if (past.get()) {
            refuseWatch();
            return ofJvmsRecording();
        }
        refuse(OF_RECORDING, "is of a recording or --past; to watch a JVM give patterns");
        others.get().forEach(this::refuseFile);
        others.get().forEach(this::pattern);
        if (time.get().compareTo(LONGEST) > 0) {
            throw usageError("--for takes a duration up to 1h");
        }
        String noDeep = plain.get() ? "--no-deep was given" : DeepSource.problem();
        WhyOfJvm why = new WhyOfJvm(
                pid,
                client(pid).asking(yes),
                client(pid).asking(yes),
                time.get(),
                noDeep,
                wanted(),
                console()::progress);
        return why.answer(others.get(), pageOfJvm(), this::keep);
    }

    private WhyOutput pageOfJvm() {
        if (keep.get()) {
            refuseProblem(OwnedFile.problem("--keep", kept()));
        }
        return page(String.valueOf(pid));
    }

    private Answer ofJvmsRecording() throws UnreachableException {
        WhyOutput output = pageOfJvm();
        try {
            return ofCopy(kept().toString(), file -> {
                Answer answer = client(pid).askForFile(new Request.Recording(), file);
                if (answer.exitCode() == ExitCode.OK) {
                    answer = ofRecording(RecordingSource.Subject.ofJvm(file, pid), output, histogramsOfJvm());
                    keep(answer, file);
                }
                return answer;
            });
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, OwnedFile.copyProblem("the recording of JVM " + pid, e));
        }
    }

    private Answer ofFile(Path file) {
        RecordingSource.Subject recording = RecordingSource.Subject.of(file);
        return ofRecording(recording, page(recording.shortName()), null);
    }

    private Answer ofFolder(Path folder) throws UnreachableException {
        String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        WhyOutput output = page(name);
        try {
            return ofCopy(name, file -> {
                RecordingFolder.assemble(folder, file);
                return ofRecording(new RecordingSource.Subject(file, folder.toString(), false), output, null);
            });
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, MergeRun.reason(e));
        }
    }

    /** Work on a recording that is there for a moment only. */
    @FunctionalInterface
    private interface OfCopy {
        Answer answer(Path file) throws IOException, UnreachableException;
    }

    private static Answer ofCopy(String name, OfCopy work) throws IOException, UnreachableException {
        Path folder = Files.createTempDirectory("latency-probes-", OwnerOnly.directory());
        Path file = folder.resolve(name);
        folder.toFile().deleteOnExit(); // after Ctrl-C, once it is empty
        file.toFile().deleteOnExit();
        try {
            return work.answer(file);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private void keep(Answer answer, Path file) {
        if (keep.get()) {
            WhyOutput.write(
                    answer, "kept: ", kept(), () -> Files.move(file, kept(), StandardCopyOption.REPLACE_EXISTING));
        }
    }

    /** Options that were given although the source does not have them. */
    private void refuse(List<String> options, String why) {
        options.stream()
                .filter(spec().commandLine().getParseResult()::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw usageError(option + ' ' + why);
                });
    }

    private void refuseProblem(String problem) {
        if (problem != null) {
            throw usageError(problem);
        }
    }

    /** Written unasked, unless something else is asked for. */
    private WhyOutput page(String name) {
        if (!console().outputs().isEmpty()) {
            return new WhyOutput(null, null, console());
        }
        Path page = Path.of("why-" + name + ".html");
        String problem = OwnedFile.problem("no page is written:", page);
        return problem == null
                ? new WhyOutput(page, null, console())
                : new WhyOutput(null, problem + "; -o html=FILE names another", console());
    }

    /** What was recorded has its time, and no methods to probe. */
    private void refuseWatch() {
        refuse(List.of("--for", "--no-deep"), "is of a watch: a recording has its time and its events");
        others.get().stream()
                .filter(other -> other.indexOf('#') >= 0)
                .findFirst()
                .ifPresent(pattern -> {
                    throw usageError(
                            "\"" + pattern + "\" is a pattern of methods: a recording has probes, which --probe names");
                });
    }

    /** A file beside a process id, where patterns stand. */
    private void refuseFile(String other) {
        if (other.indexOf('#') < 0 && FILE.matcher(other).matches()) {
            throw usageError('"'
                    + other
                    + '"'
                    + (Files.exists(Path.of(other))
                            ? " is a file: leave out the process id to read a recording (.jfr), or give --past beside logs"
                            : " is a file that does not exist; beside a process id stand patterns of methods"));
        }
    }

    /** The first argument as the file of a recording; null where it is a JVM. */
    private Path recording() throws UnreachableException {
        try {
            Path file = Path.of(source.get());
            if (NamedJvm.isPid(source.get())
                    || !isFile(source.get())
                            && !FILE.matcher(source.get()).matches()
                            && source.get().indexOf('/') < 0) {
                return null;
            }
            if (!Files.exists(file)) {
                throw usageError("\"" + file
                        + "\" is no recording (.jfr) that exists; the command list shows the JVMs there are");
            }
            if (LOG.matcher(source.get()).matches()) {
                throw usageError("\"" + file + "\" is a histogram log: the recording (.jfr) stands before it");
            }
            return file;
        } catch (InvalidPathException e) {
            throw usageError("\"" + e.getInput() + "\" is not a path: " + e.getReason());
        }
    }

    /** What a recording does not have: how many calls there were. Null where logs say it. */
    private Answer histogramsOfJvm() throws UnreachableException {
        return others.get().isEmpty() ? client(pid).ask(new Request.Report(null, null, false, true)) : null;
    }

    private Answer ofRecording(RecordingSource.Subject subject, WhyOutput output, Answer ofJvm) {
        if (DeepSource.problem() != null) {
            return Answer.failed(ExitCode.FAILED, DeepSource.problem());
        }
        try {
            WhyReport report = RecordingSource.read(
                    subject,
                    new RecordingSource.Request(
                            UnknownProbes.read(names.get(), console()::progress),
                            wanted(),
                            others.get(),
                            skipBad.get(),
                            ofJvm));
            return output.withTables(output.shown(report), report);
        } catch (NoSuchFileException e) {
            throw usageError("there is no histogram log \"" + e.getFile() + "\"");
        } catch (IllegalArgumentException e) { // a malformed path or glob
            throw usageError(e.getMessage());
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, MergeRun.reason(e));
        } catch (OutOfMemoryError e) {
            return Answer.failed(
                    ExitCode.FAILED, "out of memory: give more with java -Xmx, or fewer probes with --probe");
        }
    }

    private Path kept() {
        return Path.of("why-" + pid + ".jfr");
    }

    private Wanted wanted() {
        if (slow.get() != null && beyond.get() != null) {
            throw usageError("--slow and --beyond both say which calls are explained: give one of them");
        }
        return new Wanted(
                slow.get() == null ? 0 : slow.get().toNanos(), beyond.get() == null ? Double.NaN : beyond.get());
    }
}
