package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.deep.DeepTimeline;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.tail.DeepSource;
import org.latencyprobes.cli.tail.RecordingSource;
import org.latencyprobes.cli.tail.TailJson;
import org.latencyprobes.cli.tail.TailPage;
import org.latencyprobes.cli.tail.TailReport;
import org.latencyprobes.cli.tail.TailText;
import org.latencyprobes.log.OwnerOnly;

/** The command {@code tail}: says why calls were slow, in a JVM that runs or in a recording of one. */
final class TailCommand extends JvmCommand {

    private static final Pattern LOG = Pattern.compile(".*\\.hlog([.-].*)?");
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final long PROGRESS_SECONDS = 10;

    /** Options of a watch, which a recording does not have. */
    private static final List<String> OF_JVM = List.of("--for", "--no-deep", "--keep");

    /** Options of files, which a JVM that runs does not have. */
    private static final List<String> OF_RECORDING = List.of("--probe", "--skip-bad");

    private final Supplier<String> source = value(parameter(String.class, "<pid|jfr>", "0")
            .description(
                    "A JVM's process id; or a recording of Flight Recorder with the agent's events, whose JVM may be gone.")
            .build());

    private final Supplier<List<String>> others = value(words("<pattern|log>", "1..*", "0..*")
            .description(
                    "Of a JVM: which methods to probe for this time. Default: the probes that are there.",
                    "Of a recording: histogram logs of the same JVM, for calls and percentiles: files, folders or globs.")
            .build());

    private final Supplier<Duration> time = value(duration("--for")
            .defaultValue("30s")
            .description("How long to watch, up to 1h. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<Duration> slow = value(option(Duration.class, "<duration>", "--slow")
            .converters(new DurationConverter.OfCalls())
            .description(
                    "Explain calls from this duration on, from 1us. Default: those beyond p99.9, or p99 of few calls.")
            .build());

    private final Supplier<Boolean> plain =
            flag("--no-deep", "Leave Flight Recorder alone: waits of threads are not known then.");

    private final Supplier<Path> html = value(option(Path.class, "<file>", "--html")
            .description("Where the page goes. Default: tail-<pid>.html or tail-<recording>.html here.")
            .build());

    private final Supplier<Boolean> noHtml = flag("--no-html", "Write no page.");

    private final Supplier<List<String>> names = value(repeatable("<name>", "--probe")
            .description(
                    "Of a recording: only probes of that name; * stands for any characters. May be given more than once.")
            .build());

    private final Supplier<Boolean> skipBad = flag(
            "--skip-bad", "Of logs: pass over damaged lines and say how many; otherwise the first one is an error.");

    private final Supplier<Boolean> keep = flag("--keep", "Keep Flight Recorder's recording, as tail-<pid>.jfr here.");

    TailCommand() {
        super(
                "tail",
                "Say why calls are slow: watch for some time, or read a recording; split slow calls by cause, write a page.",
                "%nProbes the patterns, or takes the probes that are there. Attaches the agent where there is none, and removes it at the end."
                        + " Flight Recorder records meanwhile what threads wait for; --no-deep leaves that out."
                        + " Of a JVM that is gone, a recording and histogram logs say the same. More: docs/tail.md");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "tail 4711 'com.acme..OrderService#place'",
                "tail 4711 --for 2m --slow 10ms --html place.html",
                "tail shop.jfr",
                "tail shop.jfr shop.hlog --probe 'OrderService.*'");
    }

    @Override
    Answer answer() throws UnreachableException {
        if (!PidConverter.isPid(source.get())) {
            return ofRecording(recording());
        }
        refuse(OF_RECORDING, "is of a recording; of a JVM give patterns");
        others.get().forEach(this::pattern);
        if (time.get().compareTo(LONGEST) > 0) {
            throw usageError("--for takes a duration up to 1h");
        }
        Path page = page(source.get());
        if (keep.get()) {
            refuseProblem(OwnedFile.problem("--keep", kept()));
        }
        return watch(page);
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

    private Path page(String name) {
        Path page = html.get() == null ? Path.of("tail-" + name + ".html") : html.get();
        if (!noHtml.get()) {
            refuseProblem(OwnedFile.problem("--html", page));
        }
        return page;
    }

    private long pid() {
        return Long.parseLong(source.get());
    }

    /** The first argument as the file of a recording. */
    private Path recording() {
        try {
            Path file = Path.of(source.get());
            if (!Files.exists(file)) {
                throw usageError("\"" + file + "\" is neither a process id nor a recording (.jfr) that exists;"
                        + " the command list shows the JVMs there are");
            }
            if (Files.isDirectory(file)) {
                throw usageError(
                        "\"" + file + "\" is a folder: the first argument is a process id or one recording (.jfr)");
            }
            if (LOG.matcher(source.get()).matches()) {
                throw usageError("\"" + file + "\" is a histogram log: the recording (.jfr) stands before it");
            }
            return file;
        } catch (InvalidPathException e) {
            throw usageError("\"" + e.getInput() + "\" is not a path: " + e.getReason());
        }
    }

    private Answer ofRecording(Path file) {
        refuse(OF_JVM, "is of a JVM that runs: a recording has its time and its events");
        others.get().stream()
                .filter(other -> other.indexOf('#') >= 0)
                .findFirst()
                .ifPresent(pattern -> {
                    throw usageError(
                            "\"" + pattern + "\" is a pattern of methods: a recording has probes, which --probe names");
                });
        Path page = page(String.valueOf(file.getFileName()).replaceFirst("\\.jfr$", ""));
        if (DeepSource.problem() != null) {
            return Answer.failed(ExitCode.FAILED, DeepSource.problem());
        }
        try {
            TailReport report = RecordingSource.read(
                    file, new RecordingSource.Request(names.get(), slowNanos(), others.get(), skipBad.get()));
            Answer answer = shown(report, page);
            return isJson() ? TailJson.to(answer, report) : answer;
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

    private Answer shown(TailReport report, Path page) {
        Answer answer = new Answer();
        (isJson() ? report.remarks() : TailText.lines(report)).forEach(answer::say);
        if (!noHtml.get()) {
            write(answer, "written: ", page, () -> OwnedFile.write(page, TailPage.html(report)));
        }
        return answer;
    }

    private Answer watch(Path page) throws UnreachableException {
        List<String> remarks = new ArrayList<>();
        String noDeep = plain.get() ? "--no-deep was given" : DeepSource.problem();
        try (TailSession session = new TailSession(client(pid()), time.get())) {
            Answer begun = session.begin(noDeep == null, slowNanos(), others.get());
            if (begun.exitCode() != ExitCode.OK) {
                return begun;
            }
            begun.sentences().stream()
                    .filter(sentence -> sentence.contains("compiled code"))
                    .findFirst()
                    .ifPresent(remarks::add);
            await(begun);
            Path recording = Files.createTempFile("latency-probes-", ".jfr", OwnerOnly.file());
            recording.toFile().deleteOnExit(); // after Ctrl-C
            try {
                Answer found = session.end(recording);
                return report(found, recording, noDeep, remarks, page, session.undone());
            } finally {
                Files.deleteIfExists(recording);
            }
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "cannot be written: " + e);
        }
    }

    private Path kept() {
        return Path.of("tail-" + pid() + ".jfr");
    }

    /** 0 for the probes' own thresholds. */
    private long slowNanos() {
        return slow.get() == null ? 0 : slow.get().toNanos();
    }

    private void await(Answer begun) {
        begun.sentences().forEach(console()::progress);
        long endNanos = System.nanoTime() + time.get().toNanos();
        try {
            for (long left = time.get().toNanos(); left > 0; left = endNanos - System.nanoTime()) {
                long seconds = Math.round(left / 1e9);
                console().progress("watching for " + seconds + " s");
                // the time that the user wants watched, in steps between lines of progress
                Thread.sleep(Math.min(PROGRESS_SECONDS * 1_000, Math.max(1, left / 1_000_000)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Work on a file that the user asked for. */
    private interface Writing {
        void run() throws IOException;
    }

    /** Says what is written, or why it is not: all else is still told. */
    private static void write(Answer answer, String done, Path file, Writing writing) {
        try {
            writing.run();
            answer.say(done + file);
        } catch (IOException e) {
            answer.fail(file + " cannot be written: " + e);
        }
    }

    private Answer report(
            Answer found, Path recording, String noDeep, List<String> remarks, Path page, List<String> undone) {
        if (found.exitCode() != ExitCode.OK) {
            return found;
        }
        DeepTimeline deep = DeepSource.read(found, recording, noDeep, remarks);
        TailReport report = TailReport.of(pid(), found, deep, slowNanos(), remarks);
        Answer answer = shown(report, page);
        if (keep.get() && DeepSource.isThere(found) && recording.toFile().length() > 0) {
            write(answer, "kept: ", kept(), () -> Files.move(recording, kept(), StandardCopyOption.REPLACE_EXISTING));
        }
        undone.forEach(answer::say);
        return isJson() ? TailJson.to(answer, report) : answer;
    }
}
