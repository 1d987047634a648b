package org.latencyprobes.cli.command;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.base.LogCommand;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.logs.LogSource;
import org.latencyprobes.cli.logs.LogSources;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.MergeRun;

/** The command {@code merge}: adds up histogram logs. */
final class MergeCommand extends LogCommand {

    private final Supplier<Duration> every = value(duration("--every")
            .initialValue(Duration.ZERO)
            .description(
                    "One line for each period of that length, such as 10s, 1m, 1h or 1d, aligned to the clock (UTC).")
            .build());

    MergeCommand() {
        super(
                "merge",
                "Add up histogram logs by probe and tags: many hosts and days in one log or table.",
                "%nReads the .hlog files of this agent and of any other program that writes HdrHistogram's format, with or without gzip, in one pass"
                        + " and in little memory. The sums are exact. No percentile is computed from percentiles.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples(
                "merge /var/log/acme",
                "merge 'logs/*/app*.hlog.gz' --by-host -o hlog=fleet.hlog",
                "merge logs --from 2026-11-21T09:00 --to 2026-11-21T10:00 --every 1m",
                "ssh web1 cat /var/log/acme/app.hlog | latency-probes merge - --probe 'Orders.*'");
    }

    @Override
    protected List<Output.Form> forms() {
        return List.of(Output.Form.TEXT, Output.Form.JSON, Output.Form.HLOG);
    }

    @Override
    public Integer call() {
        check();
        List<Output> asked = console().outputs().stream()
                .filter(output -> output.form() == Output.Form.HLOG)
                .toList();
        if (asked.size() > 1) {
            throw usageError("-o takes one hlog: the merged log is written once");
        }
        Output log = asked.isEmpty() ? null : asked.get(0);
        List<LogSource> sources = sources(false);
        if (log != null && log.file() != null && sources.stream().anyMatch(source -> source.isFile(log.file()))) {
            throw usageError("-o hlog=" + log.file() + " is one of the logs to be merged");
        }
        MergeRun run = new MergeRun(
                new LogMerge(sources, filter(), every.get().toMillis(), skipsBad()),
                log == null
                        ? null
                        : log.file() == null ? LogSources.STREAM : log.file().toString(),
                log == null || console().outputs().size() > 1,
                console().stdout(),
                console().stderr());
        Answer answer = run.answer(!every.get().isZero());
        return log != null && log.file() == null
                ? console().printBeside(answer)
                : console().print(answer);
    }
}
