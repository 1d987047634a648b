package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.latencyprobes.agent.command.ReportTable;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.report.JvmReading;
import org.latencyprobes.cli.report.LogReading;
import org.latencyprobes.cli.report.ReportContent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code report}: shows what the probes have recorded, in a JVM or in logs. */
@Command(
        name = "report",
        abbreviateSynopsis = true,
        header =
                "Show what probes have recorded, in a JVM or in histogram logs: counts, rates, percentiles; or write a page.",
        description = {
            "%nReports do not affect each other or any other reader. Each one gets every sample of its time. Of logs, a file and what was"
                    + " rotated from it are one run; the page shows the runs beside each other. More: docs/report-page.md"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar report 4711",
            "  java -jar latency-probes-agent.jar report 4711 --sort total --top 20",
            "  java -jar latency-probes-agent.jar report 4711 --causes",
            "  java -jar latency-probes-agent.jar report 4711 --html shop.html --for 30s",
            "  java -jar latency-probes-agent.jar report run1.hlog run2.hlog --html runs.html",
            "  java -jar latency-probes-agent.jar report logs --svg time.svg --picture time --probe 'Orders.place'",
            "  java -jar latency-probes-agent.jar report logs --markdown >> comment.md",
            "  java -jar latency-probes-agent.jar mark 4711 before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since before-deploy",
            "  java -jar latency-probes-agent.jar report 4711 --since last --json"
        })
final class ReportCommand extends JvmCommand {

    private static final String START = "start";

    /** Asking for it moves it. */
    private static final String LAST = "last";

    @Parameters(
            paramLabel = "<pid|log>",
            arity = "1..*",
            description = "A JVM's process id; or logs: files, folders with .hlog files at any depth, or globs.")
    private List<String> sources;

    @Option(
            names = "--since",
            paramLabel = "<moment>",
            defaultValue = START,
            description = {
                "start, the default: since the agent started; last: since the last report with",
                "--since last; or the name of a bookmark, see mark."
            })
    private String since;

    @Option(
            names = "--for",
            paramLabel = "<duration>",
            converter = DurationConverter.class,
            description = {
                "Watch a JVM for this time first, 2s to 10m, so that --html, and --svg with --picture time, show latency over",
                "time. The other figures are still those --since its moment."
            })
    private Duration time;

    @Option(names = "--causes", description = "With what slow calls were slow for, by probe and band of percentiles.")
    private boolean causes;

    @Option(
            names = "--skip-bad",
            description = "Skip damaged lines of logs and say how many; otherwise the first one ends the report.")
    private boolean skipBad;

    @Mixin
    private RowOptions rows;

    @Mixin
    private ReportFiles files;

    @Override
    Answer answer() throws UnreachableException {
        String problem = rows.problem() == null ? files.problem(isJson()) : rows.problem();
        if (problem != null) {
            throw usageError(problem);
        }
        return isOfJvm() ? ofJvm(Long.parseLong(sources.get(0))) : ofLogs();
    }

    private boolean isOfJvm() {
        return sources.size() == 1 && PidConverter.isPid(sources.get(0)) && !Files.exists(Path.of(sources.get(0)));
    }

    private Answer ofJvm(long pid) throws UnreachableException {
        if (time != null && !files.showTime()) {
            throw usageError("--for is for --html, and for --svg with --picture time");
        }
        if (time != null && (time.compareTo(ReportWatch.SHORTEST) < 0 || time.compareTo(ReportWatch.LONGEST) > 0)) {
            throw usageError("--for takes a duration from 2s to 10m; for longer ones, set the option hlog");
        }
        if (!files.areAskedFor()) {
            List<String> arguments = causes ? List.of(since, "causes") : List.of(since);
            return rows.of(ask(pid, "report", arguments), ReportTable.TABLE);
        }
        LiveModel watched = new LiveModel();
        if (time != null) {
            Answer problem = watch(pid, watched);
            if (problem != null) {
                return problem;
            }
        }
        JvmReading.Agent<UnreachableException> agent = (command, arguments) -> ask(pid, command, arguments);
        return shown(JvmReading.read(pid, since, causes, watched, agent));
    }

    /** Returns why there can be no report, or null. A bookmark that is not there is told before the watch. */
    private Answer watch(long pid, LiveModel watched) throws UnreachableException {
        if (!since.equals(START) && !since.equals(LAST)) {
            Answer known = ask(pid, "report", List.of(since));
            if (known.exitCode() != ExitCode.OK) {
                return known;
            }
        }
        AttachClient client = client(pid);
        return new ReportWatch(pid, watched, client::ask, client::isThere, console()::progress).watch(time);
    }

    private Answer ofLogs() {
        if (!since.equals(START)) {
            throw usageError("--since is of a JVM: logs are reported whole");
        }
        if (time != null) {
            throw usageError("--for is of a JVM: logs have their times");
        }
        try {
            return shown(LogReading.read(sources, skipBad));
        } catch (NoSuchFileException e) {
            throw usageError("\"" + e.getFile() + "\" is neither a process id nor a file or folder that exists");
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

    private Answer shown(ReportContent content) {
        if (content.answer().exitCode() != ExitCode.OK) {
            return content.answer();
        }
        rows.of(content.answer(), ReportTable.TABLE);
        return files.areAskedFor() ? files.of(content) : content.answer();
    }
}
