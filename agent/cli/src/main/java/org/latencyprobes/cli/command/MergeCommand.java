package org.latencyprobes.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.base.LogOptions;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.logs.LogSource;
import org.latencyprobes.cli.logs.LogSources;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.MergeRun;

/** The command {@code merge}: adds up histogram logs. */
final class MergeCommand extends Subcommand {

    private final LogOptions logs = new LogOptions(this);

    private final Supplier<Duration> every = value(duration("--every")
            .initialValue(Duration.ZERO)
            .description(
                    "One line for each period of that length, such as 10s, 1m, 1h or 1d, aligned to the clock (UTC).")
            .build());

    private final Supplier<String> output = value(option(String.class, "<file>", "-o", "--output")
            .description("Write a .hlog file; - is standard output. Without -o, --print is the default.")
            .build());

    private final Supplier<Boolean> print = flag("--print", "Print percentiles as report does.");

    MergeCommand() {
        super(
                "merge",
                "Add up histogram logs by probe and tags: many hosts and days in one log or table.",
                "%nReads the .hlog files of this agent and of any other program that writes HdrHistogram's format, with or without gzip, in one pass"
                        + " and in little memory. The sums are exact. No percentile is computed from percentiles.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "merge /var/log/acme",
                "merge 'logs/*/app*.hlog.gz' --by-host -o fleet.hlog",
                "merge logs --from 2026-11-21T09:00 --to 2026-11-21T10:00 --every 1m",
                "ssh web1 cat /var/log/acme/app.hlog | latency-probes merge - --probe 'Orders.*'");
    }

    @Override
    public Integer call() {
        logs.check();
        boolean toStdout = LogSources.STREAM.equals(output.get());
        if (toStdout && (print.get() || isJson())) {
            throw usageError("standard output takes either the log (-o -) or the table (--print, --json)");
        }
        List<LogSource> sources = logs.sources(false);
        if (output.get() != null && sources.stream().anyMatch(source -> source.isFile(Path.of(output.get())))) {
            throw usageError("-o " + output.get() + " is one of the logs to be merged");
        }
        MergeRun run = new MergeRun(
                new LogMerge(sources, logs.filter(), every.get().toMillis(), logs.skipsBad()),
                output.get(),
                print.get() || isJson() || output.get() == null,
                console().stdout(),
                console().stderr());
        Answer answer = run.answer(!every.get().isZero());
        return toStdout ? console().printToStderr(answer) : console().print(answer);
    }
}
