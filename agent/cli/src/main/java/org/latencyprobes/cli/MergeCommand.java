package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.merge.LineFilter;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.LogSource;
import org.latencyprobes.cli.merge.LogSources;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.merge.RankRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code merge}: adds up histogram logs. */
@Command(
        name = "merge",
        abbreviateSynopsis = true,
        header = "Add up histogram logs by probe and tags: many hosts and days in one log or table.",
        description = {
            "%nReads the .hlog files of this agent and of any other program that writes HdrHistogram's format, with or without gzip, in one pass"
                    + " and in little memory. The sums are exact. No percentile is computed from percentiles."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar merge /var/log/acme",
            "  java -jar latency-probes-agent.jar merge logs --by host --rank p99.9",
            "  java -jar latency-probes-agent.jar merge 'logs/*/app*.hlog.gz' --by-host -o fleet.hlog",
            "  java -jar latency-probes-agent.jar merge logs --from 2026-11-21T09:00 --to 2026-11-21T10:00 --every 1m",
            "  ssh web1 cat /var/log/acme/app.hlog | java -jar latency-probes-agent.jar merge - --probe 'Orders.*'"
        })
final class MergeCommand extends Subcommand {

    @Parameters(
            paramLabel = "<log>",
            arity = "1..*",
            description = "A file, a folder with .hlog files at any depth, a glob, or - for standard input.")
    private List<String> logs;

    @Option(
            names = "--from",
            paramLabel = "<moment>",
            converter = InstantConverter.class,
            description =
                    "Only lines that begin then or later: 2026-11-21T09:30:00Z, 2026-11-21, or seconds since 1970.")
    private Instant from;

    @Option(
            names = "--to",
            paramLabel = "<moment>",
            converter = InstantConverter.class,
            description = "Only lines that begin before then.")
    private Instant to;

    @Option(
            names = "--probe",
            paramLabel = "<name>",
            description = "Only probes of that name; * stands for any characters. May be given more than once.")
    private List<String> probes = List.of();

    @Option(
            names = "--tag",
            paramLabel = "<key=value>",
            description = "Only probes with that tag. May be given more than once; then with all of them.")
    private Map<String, String> tags = Map.of();

    @Option(
            names = "--outcome",
            paramLabel = "<outcome>",
            split = ",",
            description = "ok, error or cancelled, or several of them, separated by commas.")
    private Set<String> outcomes = Set.of();

    @Option(
            names = "--every",
            paramLabel = "<duration>",
            converter = DurationConverter.class,
            description =
                    "One line for each period of that length, such as 10s, 1m, 1h or 1d, aligned to the clock (UTC).")
    private Duration every = Duration.ZERO;

    @Option(names = "--by-host", description = "Keep hosts apart. The name of a log's folder becomes the tag host.")
    private boolean byHost;

    @Option(
            names = "--host-from",
            paramLabel = "<regex>",
            converter = RegexConverter.class,
            description = "Keep hosts apart. What the first group matches in a log's path becomes the tag host.")
    private Pattern hostFrom;

    @Option(
            names = "--rank",
            paramLabel = "<percentile>",
            converter = PercentileConverter.class,
            description = "Tell which values of --by hold the calls beyond that percentile of all logs, such as p99.9.")
    private Double rank;

    @Option(
            names = "--by",
            paramLabel = "<tag>",
            description =
                    "With --rank: the key of a tag, such as version; host, which is --by-host where no line has the tag; or hour.")
    private String by;

    @Option(names = "--top", paramLabel = "<n>", description = "With --rank: at most that many values of each probe.")
    private Integer top;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "<file>",
            description = "Write a .hlog file; - is standard output. Without -o, --print is the default.")
    private String output;

    @Option(names = "--print", description = "Print percentiles as report does.")
    private boolean print;

    @Option(
            names = "--skip-bad",
            description = "Skip damaged lines and say how many; otherwise the first one ends the merge.")
    private boolean skipBad;

    @Override
    public Integer call() {
        if (from != null && to != null && !from.isBefore(to)) {
            throw usageError("--from " + from + " is not before --to " + to);
        }
        if (rank != null || by != null || top != null) {
            return rank();
        }
        boolean toStdout = LogSources.STREAM.equals(output);
        if (toStdout && (print || isJson())) {
            throw usageError("standard output takes either the log (-o -) or the table (--print, --json)");
        }
        MergeRun run = new MergeRun(
                new LogMerge(sources(), filter(), every.toMillis(), skipBad),
                output,
                print || isJson() || output == null,
                console().stdout(),
                console().stderr());
        Answer answer = run.answer(!every.isZero());
        return toStdout ? console().printToStderr(answer) : console().print(answer);
    }

    private int rank() {
        if (rank == null || by == null || by.isEmpty()) {
            throw usageError("--rank, --by and --top belong together, such as --by host --rank p99.9");
        }
        if (top != null && top < 1) {
            throw usageError("--top " + top + " is not allowed; it takes a number from 1");
        }
        if (output != null || print || !every.isZero()) {
            throw usageError("--rank has a table of its own, without -o, --print and --every");
        }
        if (logs.contains(LogSources.STREAM)) {
            throw usageError("--rank reads the logs twice, which standard input does not allow; take files");
        }
        byHost |= by.equals("host") && hostFrom == null;
        return console()
                .print(new RankRun(sources(), filter(), skipBad, by, rank, top == null ? Integer.MAX_VALUE : top)
                        .answer(console().stderr()));
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
            List<LogSource> sources = new LogSources(byHost, hostFrom, System.in).find(logs);
            if (output != null && sources.stream().anyMatch(source -> source.isFile(Path.of(output)))) {
                throw usageError("-o " + output + " is one of the logs to be merged");
            }
            return sources;
        } catch (NoSuchFileException e) {
            throw usageError("there is no file or folder " + e.getFile());
        } catch (IOException e) {
            throw usageError(MergeRun.reason(e));
        } catch (IllegalArgumentException e) { // a malformed path or glob, or a path without a host
            throw usageError(e.getMessage());
        }
    }
}
