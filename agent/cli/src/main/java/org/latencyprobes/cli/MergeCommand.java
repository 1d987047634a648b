package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.merge.LineFilter;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.LogSource;
import org.latencyprobes.cli.merge.MergeInputs;
import org.latencyprobes.cli.merge.MergeRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Adds logs up. */
@Command(
        name = "merge",
        abbreviateSynopsis = true,
        header = "Add histogram logs up by probe and tags: many hosts and days in one log or table.",
        description = {
            "%nReads the .hlog files of this agent and of any other that writes HdrHistogram's format, compressed by gzip or"
                    + " not, in one pass and in little memory. Sums are exact; no percentile is made of percentiles."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar merge /var/log/acme",
            "  java -jar latency-probes-agent.jar merge 'logs/*/app*.hlog.gz' --by-host -o fleet.hlog",
            "  java -jar latency-probes-agent.jar merge logs --from 2026-11-21T09:00 --to 2026-11-21T10:00 --every 1m",
            "  ssh web1 cat /var/log/acme/app.hlog | java -jar latency-probes-agent.jar merge - --probe 'Orders.*'"
        })
final class MergeCommand implements Callable<Integer> {

    @ParentCommand
    private LatencyProbes root;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "<log>",
            arity = "1..*",
            description = "A file, a folder with .hlog files at any depth, a glob, or - for standard input.")
    private List<String> logs;

    @Option(
            names = "--from",
            paramLabel = "<moment>",
            converter = Moment.class,
            description = "Lines that begin then or later: 2026-11-21T09:30:00Z, 2026-11-21, or seconds since 1970.")
    private Instant from;

    @Option(
            names = "--to",
            paramLabel = "<moment>",
            converter = Moment.class,
            description = "Lines that begin before then.")
    private Instant to;

    @Option(
            names = "--probe",
            paramLabel = "<name>",
            description = "Probes of that name; * stands for any characters. May be given more than once.")
    private List<String> probes = List.of();

    @Option(
            names = "--tag",
            paramLabel = "<key=value>",
            description = "Probes that have the tag. If given more than once, all of them.")
    private Map<String, String> tags = Map.of();

    @Option(
            names = "--outcome",
            paramLabel = "<outcome>",
            split = ",",
            description = "ok, error, cancelled, or some of them with commas between.")
    private Set<String> outcomes = Set.of();

    @Option(
            names = "--every",
            paramLabel = "<duration>",
            converter = Period.class,
            description = "Keep the time: a line for each 10s, 1m, 1h, 1d, aligned to the clock (UTC).")
    private Duration every = Duration.ZERO;

    @Option(names = "--by-host", description = "Keep hosts apart: the folder of a log is its tag host.")
    private boolean byHost;

    @Option(
            names = "--host-from",
            paramLabel = "<regex>",
            converter = Regex.class,
            description = "Keep hosts apart: what the first group finds in the path of a log is its tag host.")
    private Pattern hostFrom;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "<file>",
            description = "Write a .hlog file; - is standard output. Without it, --print is meant.")
    private String output;

    @Option(names = "--print", description = "Print percentiles as report does.")
    private boolean print;

    @Option(
            names = "--skip-bad",
            description = "Pass over lines that are damaged and tell how many; else the first ends the merge.")
    private boolean skipBad;

    @Override
    public Integer call() {
        if (from != null && to != null && !from.isBefore(to)) {
            throw wrong("--from " + from + " is not before --to " + to);
        }
        boolean toStdout = MergeInputs.STREAM.equals(output);
        if (toStdout && (print || root.json())) {
            throw wrong("standard output takes either the log (-o -) or the table (--print, --json)");
        }
        MergeRun run = new MergeRun(
                new LogMerge(sources(), filter(), every.toMillis(), skipBad),
                output,
                print || root.json() || output == null,
                root.console().stdout(),
                root.console().stderr());
        Answer answer = run.answer(!every.isZero());
        return toStdout ? root.console().remark(answer) : root.console().print(answer);
    }

    private LineFilter filter() {
        return new LineFilter(
                from == null ? Long.MIN_VALUE : from.toEpochMilli(),
                to == null ? Long.MAX_VALUE : to.toEpochMilli(),
                probes,
                tags,
                outcomes);
    }

    private List<LogSource> sources() {
        try {
            List<LogSource> sources = new MergeInputs(byHost, hostFrom, System.in).find(logs);
            if (output != null && sources.stream().anyMatch(source -> source.isFile(Path.of(output)))) {
                throw wrong("-o " + output + " is one of the logs to be merged");
            }
            return sources;
        } catch (NoSuchFileException e) {
            throw wrong("there is no file or folder " + e.getFile());
        } catch (IOException e) {
            throw wrong(MergeRun.reason(e));
        } catch (IllegalArgumentException e) { // a malformed path or glob, a path without host
            throw wrong(e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
