package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.deep.DeepTimeline;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.tail.DeepSource;
import org.latencyprobes.cli.tail.TailJson;
import org.latencyprobes.cli.tail.TailPage;
import org.latencyprobes.cli.tail.TailReport;
import org.latencyprobes.cli.tail.TailText;
import org.latencyprobes.log.OwnerOnly;

/** The command {@code tail}: says why calls were slow. */
final class TailCommand extends PidCommand {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final long PROGRESS_SECONDS = 10;

    private final Supplier<List<String>> patterns = value(words("<pattern>", "1..*", "0..*")
            .description("Which methods to probe for this time. Default: the probes that are there.")
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
            .description("Where the page goes. Default: tail-<pid>.html here.")
            .build());

    private final Supplier<Boolean> noHtml = flag("--no-html", "Write no page.");

    private final Supplier<Boolean> keep = flag("--keep", "Keep Flight Recorder's recording, as tail-<pid>.jfr here.");

    TailCommand() {
        super(
                "tail",
                "Say why calls are slow: watch for some time, split slow calls by cause, write a page, leave.",
                "%nProbes the patterns, or takes the probes that are there. Attaches the agent where there is none, and removes it at the end."
                        + " Flight Recorder records meanwhile what threads wait for; --no-deep leaves that out. More: docs/tail.md");
        examples("tail 4711 'com.acme..OrderService#place'", "tail 4711 --for 2m --slow 10ms --html place.html");
    }

    @Override
    Answer answer() throws UnreachableException {
        patterns.get().forEach(this::pattern);
        if (time.get().compareTo(LONGEST) > 0) {
            throw usageError("--for takes a duration up to 1h");
        }
        Path page = html.get() == null ? Path.of("tail-" + pid() + ".html") : html.get();
        String problem = Stream.of(
                        noHtml.get() ? null : OwnedFile.problem("--html", page),
                        keep.get() ? OwnedFile.problem("--keep", kept()) : null)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (problem != null) {
            throw usageError(problem);
        }
        return watch(page);
    }

    private Answer watch(Path page) throws UnreachableException {
        List<String> remarks = new ArrayList<>();
        String noDeep = plain.get() ? "--no-deep was given" : DeepSource.problem();
        try (TailSession session = new TailSession(client(), time.get())) {
            Answer begun = session.begin(noDeep == null, slowNanos(), patterns.get());
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
        Answer answer = new Answer();
        (isJson() ? report.remarks() : TailText.lines(report)).forEach(answer::say);
        if (!noHtml.get()) {
            write(answer, "written: ", page, () -> OwnedFile.write(page, TailPage.html(report)));
        }
        if (keep.get() && DeepSource.isThere(found) && recording.toFile().length() > 0) {
            write(answer, "kept: ", kept(), () -> Files.move(recording, kept(), StandardCopyOption.REPLACE_EXISTING));
        }
        undone.forEach(answer::say);
        return isJson() ? TailJson.to(answer, report) : answer;
    }
}
