package org.latencyprobes.cli.command;

import java.util.function.Supplier;
import org.latencyprobes.cli.base.LogCommand;
import org.latencyprobes.cli.base.PercentileConverter;
import org.latencyprobes.cli.merge.RankRun;

/** The command {@code rank}: which hosts, versions or hours hold the tail of histogram logs. */
final class RankCommand extends LogCommand {

    private final Supplier<String> by = value(option(String.class, "<tag>", "--by")
            .required(true)
            .description(
                    "The key of a tag, such as version; host, which is --by-host where no line has the tag; or hour.")
            .build());

    private final Supplier<Double> beyond = value(option(Double.class, "<percentile>", "--beyond")
            .converters(new PercentileConverter())
            .defaultValue("p99.9")
            .description("The percentile of all logs, beyond which calls are looked for. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<Integer> most = value(most("values of each probe"));

    RankCommand() {
        super(
                "rank",
                "Rank hosts, versions or hours by how much of the tail they hold, beyond their share of the calls.",
                "%nReads the logs twice: first for the percentile of all, then for who has the calls beyond it. The verdict on a value says"
                        + " whether it has more of them than its calls explain.");
        spec().usageMessage().abbreviateSynopsis(true);
        examples("rank logs --by host", "rank logs --by version --beyond p99 --probe 'Orders.*'");
    }

    @Override
    public Integer call() {
        check();
        requireAtLeast("-n", most.get(), 1);
        if (by.get().isEmpty()) {
            throw usageError("--by takes the key of a tag, or host or hour");
        }
        if (haveStream()) {
            throw usageError("rank reads the logs twice, which standard input does not allow; take files");
        }
        return console()
                .print(new RankRun(
                                sources(by.get().equals("host")),
                                filter(),
                                skipsBad(),
                                by.get(),
                                beyond.get(),
                                most.get())
                        .answer(console().stderr()));
    }
}
