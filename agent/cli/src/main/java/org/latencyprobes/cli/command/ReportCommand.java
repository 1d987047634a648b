package org.latencyprobes.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.cli.base.JvmCommand;
import org.latencyprobes.cli.base.RowOptions;
import org.latencyprobes.cli.base.UnknownProbes;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.NamedJvm;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.report.JvmReading;
import org.latencyprobes.cli.report.LogReading;
import org.latencyprobes.cli.report.ReportContent;
import org.latencyprobes.cli.report.ReportHtml;
import org.latencyprobes.cli.report.ReportMarkdown;
import org.latencyprobes.cli.report.ReportPictures;
import org.latencyprobes.cli.report.ReportText;
import org.latencyprobes.cli.report.ReportWatch;

/** The command {@code report}: shows what the probes have recorded, in a JVM or in logs. */
final class ReportCommand extends JvmCommand {

    private static final List<Output.Form> FORMS =
            List.of(Output.Form.TEXT, Output.Form.JSON, Output.Form.MARKDOWN, Output.Form.HTML, Output.Form.SVG);

    private static final String START = "start";
    private static final String TIME = "time";

    /** Asking for it moves it. */
    private static final String LAST = "last";

    private final Supplier<List<String>> sources = value(words("<jvm|log>", "0..*", "1..*")
            .description(
                    "A JVM's process id or main class; or logs: files, folders with .hlog files at any depth, or globs.")
            .build());

    private final Supplier<String> since = value(option(String.class, "<moment>", "--since")
            .defaultValue(START)
            .description(
                    "start, the default: since the agent started; last: since the last report with",
                    "--since last; or a name that the command mark gave.")
            .build());

    private final Supplier<Duration> time = value(duration("--for")
            .description(
                    "Watch a JVM for this time first, 2s to 10m, so that -o html, and -o svg with --picture time, show latency over",
                    "time. The other figures are still those --since its moment.")
            .build());

    private final Supplier<Boolean> causes =
            flag("--causes", "With what slow calls were slow for, by probe and band of percentiles.");

    private final Supplier<Boolean> verbose = verbose("the clock, and what weaving took.");

    private final Supplier<Boolean> skipBad =
            flag("--skip-bad", "Skip damaged lines of logs and say how many; otherwise the first one ends the report.");

    private final RowOptions rows = new RowOptions(this, RowOptions.OF_REPORT);

    private final Supplier<String> picture = value(option(String.class, "<which>", "--picture")
            .defaultValue("percentiles")
            .description(
                    "What -o svg shows: percentiles, the default, of the eight probes with most time; or time, a heat map of",
                    "the one with most time, from .hlog files or with --for.")
            .build());

    ReportCommand() {
        super(
                "report",
                "Show what probes have recorded, in a JVM or in histogram logs: counts, rates, percentiles; or write a page.",
                "%nReports do not affect each other or any other reader. Each one gets every sample of its time. Of logs, a file and what was"
                        + " rotated from it are one run; the page shows the runs beside each other. ");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "report 4711",
                "report 4711 --sort total -n 20",
                "report 4711 --causes",
                "report 4711 -o html=shop.html --for 30s",
                "report run1.hlog run2.hlog -o html=runs.html",
                "report logs -o svg=time.svg --picture time --probe 'Orders.place'",
                "report logs -o markdown >> comment.md",
                "mark 4711 before-deploy",
                "report 4711 --since before-deploy",
                "report 4711 --since last -o json");
    }

    @Override
    protected List<Output.Form> forms() {
        return FORMS;
    }

    @Override
    protected Answer answer() throws UnreachableException {
        rows.check();
        if (!picture.get().equals("percentiles") && !picture.get().equals(TIME)) {
            throw usageError("--picture " + picture.get() + " is not allowed; it takes percentiles or time");
        }
        return isOfJvm() ? ofJvm(jvm(sources.get().get(0))) : ofLogs();
    }

    private boolean isOfJvm() throws UnreachableException {
        return sources.get().size() == 1
                && !isFile(sources.get().get(0))
                && NamedJvm.isOne(sources.get().get(0));
    }

    private Answer ofJvm(long pid) throws UnreachableException {
        if (time.get() != null && !showsTime()) {
            throw usageError("--for is for -o html, and for -o svg with --picture time");
        }
        if (time.get() != null && !ReportWatch.isAllowed(time.get())) {
            throw usageError(ReportWatch.ALLOWED);
        }
        if (!areFilesAskedFor()) {
            Answer answer = client(pid).ask(new Request.Report(since.get(), null, causes.get(), false));
            long millis = ReportText.millis(answer);
            return forPeople(rows.of(answer, ReportRow.TABLE, probesOf(client(pid))), head(pid), millis);
        }
        LiveModel watched = new LiveModel();
        if (time.get() != null) {
            Answer problem = watch(pid, watched);
            if (problem != null) {
                return problem;
            }
        }
        ReportContent read = JvmReading.read(pid, since.get(), causes.get(), watched, client(pid)::ask);
        long millis = ReportText.millis(read.answer());
        return forPeople(shown(read, probesOf(client(pid))), head(pid), millis);
    }

    private Answer forPeople(Answer answer, String head, long coveredMillis) {
        return isJson() || answer.exitCode() != ExitCode.OK
                ? answer
                : ReportText.of(answer, head, coveredMillis, verbose.get());
    }

    /** Moments of tables are in UTC, since reports of several hosts are laid beside each other. */
    private static String head(long pid) {
        String offset = OffsetDateTime.now().getOffset().getId();
        return NamedJvm.said(pid) + ", moments in UTC" + (offset.equals("Z") ? "" : " (here " + offset + ')');
    }

    /** Returns why there can be no report, or null. A bookmark that is not there is told before the watch. */
    private Answer watch(long pid, LiveModel watched) throws UnreachableException {
        if (!since.get().equals(START) && !since.get().equals(LAST)) {
            Answer known = client(pid).ask(new Request.Report(since.get(), null, false, false));
            if (known.exitCode() != ExitCode.OK) {
                return known;
            }
        }
        AttachClient client = client(pid);
        return new ReportWatch(pid, watched, client::ask, client::isThere, console()::progress).watch(time.get());
    }

    private Answer ofLogs() throws UnreachableException {
        if (!since.get().equals(START)) {
            throw usageError("--since is of a JVM: logs are reported whole");
        }
        if (time.get() != null) {
            throw usageError("--for is of a JVM: logs have their times");
        }
        try {
            LogReading.Read read = LogReading.read(sources.get(), skipBad.get());
            return forPeople(shown(read.content(), List::of), "", read.coveredMillis());
        } catch (NoSuchFileException e) {
            refuseMoreThanProcess();
            throw noFile(e.getFile());
        } catch (InvalidPathException e) {
            throw usageError("\"" + e.getInput() + "\" is not a path: " + e.getReason());
        } catch (IllegalArgumentException e) { // a malformed glob
            throw usageError(e.getMessage());
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, MergeRun.reason(e));
        } catch (OutOfMemoryError e) {
            return Answer.failed(ExitCode.FAILED, "out of memory: give more with java -Xmx, or merge the logs before");
        }
    }

    /** Where a process id stands among several arguments and no file has that name, what is wrong is the others. */
    private void refuseMoreThanProcess() {
        List<String> others = new ArrayList<>(sources.get());
        others.removeIf(source -> NamedJvm.isPid(source) && !Files.exists(Path.of(source)));
        String pids = String.join(
                ", ",
                sources.get().stream()
                        .filter(source -> !others.contains(source))
                        .toList());
        if (!pids.isEmpty()) {
            throw usageError(
                    others.isEmpty()
                            ? pids + " are more than one process id; report takes one"
                            : "\"" + String.join("\", \"", others) + "\" beside the process id " + pids
                                    + " is not allowed; report takes one process id, or logs");
        }
    }

    private Answer shown(ReportContent content, UnknownProbes.Others others) throws UnreachableException {
        if (content.answer().exitCode() != ExitCode.OK) {
            return content.answer();
        }
        Answer answer = rows.of(content.answer(), ReportRow.TABLE, others);
        if (answer.exitCode() != ExitCode.OK) {
            return answer;
        }
        return areFilesAskedFor() ? written(content) : content.answer();
    }

    /** Whether a table alone is not all that is asked for. */
    private boolean areFilesAskedFor() {
        for (Output.Form form : FORMS) {
            if (!form.isAnswer() && console().wants(form)) {
                return true;
            }
        }
        return false;
    }

    /** Whether latency over time is asked for. */
    private boolean showsTime() {
        return console().wants(Output.Form.HTML)
                || console().wants(Output.Form.SVG) && picture.get().equals(TIME);
    }

    /** Writes files. Returns what is printed beside. */
    private Answer written(ReportContent content) {
        Answer answer = content.answer();
        try {
            if (console().wants(Output.Form.MARKDOWN)) {
                console().write(Output.Form.MARKDOWN, answer, ReportMarkdown.of(content));
            }
            if (console().wants(Output.Form.HTML)) {
                console().write(Output.Form.HTML, answer, ReportHtml.of(content));
            }
            if (console().wants(Output.Form.SVG)) {
                Picture drawn =
                        picture.get().equals(TIME) ? ReportPictures.heat(content) : ReportPictures.spectrum(content);
                console().write(Output.Form.SVG, answer, drawn.svg());
            }
            return answer;
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "cannot be written: " + e);
        } catch (IllegalArgumentException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }
}
