package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.merge.LineFilter;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.LogSource;
import org.latencyprobes.cli.merge.LogSources;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.merge.RankRun;

/** The command {@code merge}: adds up histogram logs. */
final class MergeCommand extends Subcommand {

    private final Supplier<List<String>> logs = value(words("<log>", "0..*", "1..*")
            .description("A file, a folder with .hlog files at any depth, a glob, or - for standard input.")
            .build());

    private final Supplier<Instant> from = value(option(Instant.class, "<moment>", "--from")
            .converters(new InstantConverter())
            .description(
                    "Only lines that begin then or later: 2026-11-21T09:30:00Z, 2026-11-21, or seconds since 1970.")
            .build());

    private final Supplier<Instant> to = value(option(Instant.class, "<moment>", "--to")
            .converters(new InstantConverter())
            .description("Only lines that begin before then.")
            .build());

    private final Supplier<List<String>> probes = probeNames();

    private final Supplier<Map<String, String>> tags = tags();

    private final Supplier<Set<String>> outcomes = value(option(Set.class, "<outcome>", "--outcome")
            .auxiliaryTypes(String.class)
            .splitRegex(",")
            .initialValue(Set.of())
            .description("ok, error or cancelled, or several of them, separated by commas.")
            .build());

    private final Supplier<Duration> every = value(duration("--every")
            .initialValue(Duration.ZERO)
            .description(
                    "One line for each period of that length, such as 10s, 1m, 1h or 1d, aligned to the clock (UTC).")
            .build());

    private final Supplier<Boolean> byHost =
            flag("--by-host", "Keep hosts apart. The name of a log's folder becomes the tag host.");

    private final Supplier<Pattern> hostFrom = value(option(Pattern.class, "<regex>", "--host-from")
            .converters(new RegexConverter())
            .description("Keep hosts apart. What the first group matches in a log's path becomes the tag host.")
            .build());

    private final Supplier<Double> rank = value(option(Double.class, "<percentile>", "--rank")
            .converters(new PercentileConverter())
            .description("Tell which values of --by hold the calls beyond that percentile of all logs, such as p99.9.")
            .build());

    private final Supplier<String> by = value(option(String.class, "<tag>", "--by")
            .description(
                    "With --rank: the key of a tag, such as version; host, which is --by-host where no line has the tag; or hour.")
            .build());

    private final Supplier<Integer> top = value(option(Integer.class, "<n>", "--top")
            .description("With --rank: at most that many values of each probe.")
            .build());

    private final Supplier<String> output = value(option(String.class, "<file>", "-o", "--output")
            .description("Write a .hlog file; - is standard output. Without -o, --print is the default.")
            .build());

    private final Supplier<Boolean> print = flag("--print", "Print percentiles as report does.");

    private final Supplier<Boolean> skipBad =
            flag("--skip-bad", "Skip damaged lines and say how many; otherwise the first one ends the merge.");

    MergeCommand() {
        super(
                "merge",
                "Add up histogram logs by probe and tags: many hosts and days in one log or table.",
                "%nReads the .hlog files of this agent and of any other program that writes HdrHistogram's format, with or without gzip, in one pass"
                        + " and in little memory. The sums are exact. No percentile is computed from percentiles.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "merge /var/log/acme",
                "merge logs --by host --rank p99.9",
                "merge 'logs/*/app*.hlog.gz' --by-host -o fleet.hlog",
                "merge logs --from 2026-11-21T09:00 --to 2026-11-21T10:00 --every 1m",
                "ssh web1 cat /var/log/acme/app.hlog | java -jar latency-probes-agent.jar merge - --probe 'Orders.*'");
    }

    @Override
    public Integer call() {
        if (from.get() != null && to.get() != null && !from.get().isBefore(to.get())) {
            throw usageError("--from " + from.get() + " is not before --to " + to.get());
        }
        if (rank.get() != null || by.get() != null || top.get() != null) {
            return rank();
        }
        boolean toStdout = LogSources.STREAM.equals(output.get());
        if (toStdout && (print.get() || isJson())) {
            throw usageError("standard output takes either the log (-o -) or the table (--print, --json)");
        }
        MergeRun run = new MergeRun(
                new LogMerge(sources(byHost.get()), filter(), every.get().toMillis(), skipBad.get()),
                output.get(),
                print.get() || isJson() || output.get() == null,
                console().stdout(),
                console().stderr());
        Answer answer = run.answer(!every.get().isZero());
        return toStdout ? console().printToStderr(answer) : console().print(answer);
    }

    private int rank() {
        if (rank.get() == null || by.get() == null || by.get().isEmpty()) {
            throw usageError("--rank, --by and --top belong together, such as --by host --rank p99.9");
        }
        int most = top.get() == null ? Integer.MAX_VALUE : top.get();
        requireAtLeast("--top", most, 1);
        if (output.get() != null || print.get() || !every.get().isZero()) {
            throw usageError("--rank has a table of its own, without -o, --print and --every");
        }
        if (logs.get().contains(LogSources.STREAM)) {
            throw usageError("--rank reads the logs twice, which standard input does not allow; take files");
        }
        boolean isByHost = byHost.get() || by.get().equals("host") && hostFrom.get() == null;
        return console()
                .print(new RankRun(sources(isByHost), filter(), skipBad.get(), by.get(), rank.get(), most)
                        .answer(console().stderr()));
    }

    private LineFilter filter() {
        return new LineFilter(
                from.get() == null ? Long.MIN_VALUE : from.get().toEpochMilli(),
                to.get() == null ? Long.MAX_VALUE : to.get().toEpochMilli(),
                NameGlob.ofAll(probes.get()),
                tags.get(),
                outcomes.get());
    }

    private List<LogSource> sources(boolean isByHost) {
        try {
            List<LogSource> sources = new LogSources(isByHost, hostFrom.get(), System.in).find(logs.get());
            if (output.get() != null && sources.stream().anyMatch(source -> source.isFile(Path.of(output.get())))) {
                throw usageError("-o " + output.get() + " is one of the logs to be merged");
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
