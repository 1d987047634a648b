package org.latencyprobes.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.top.TopColumn;
import org.latencyprobes.cli.top.TopLines;
import org.latencyprobes.cli.top.TopRows;
import org.latencyprobes.cli.top.TopTerminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command {@code top}: a live table of all probes. */
@Command(
        name = "top",
        header = "Watch the probes of a JVM live: rates, percentiles, worst, cost and cause of the tail.",
        description = {
            "%nIn a terminal, a table that keys sort and filter; ? lists the keys. Elsewhere, or with --lines or --json, the",
            "table is printed once an interval. The agent takes one snapshot a second, however many watch."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar top 4711",
            "  java -jar latency-probes-agent.jar top 4711 --sort p99 --filter 'Service.find'",
            "  java -jar latency-probes-agent.jar top 4711 --lines --interval 10s --for 5m > top.txt",
            "  java -jar latency-probes-agent.jar top 4711 --json --window start --for 1s"
        })
final class TopCommand extends PidCommand {

    private static final Duration LONGEST = Duration.ofSeconds(LiveModel.LONGEST_WINDOW_SECONDS);
    private static final String START = "start";

    @Option(
            names = "--interval",
            paramLabel = "<duration>",
            converter = DurationConverter.class,
            defaultValue = "1s",
            description = "From one table to the next, 1s to 60s. Default: ${DEFAULT-VALUE}.")
    private Duration interval;

    @Option(
            names = "--window",
            paramLabel = "<duration>",
            description = {
                "The time that figures are of: 1s to 60s, or start for all since the start.",
                "Default: 10s in a terminal, else the interval."
            })
    private String window;

    @Option(
            names = "--for",
            paramLabel = "<duration>",
            converter = DurationConverter.class,
            description = "End after this time. Default: when the user or the JVM ends it.")
    private Duration time;

    @Option(
            names = "--sort",
            paramLabel = "<by>",
            defaultValue = "rate",
            description = {
                "The largest first: rate, the default; p50, p99, p99.9, worst, total, cost.",
                "By alphabet: probe, cause, mode."
            })
    private String sort;

    @Option(
            names = "--filter",
            paramLabel = "<text>",
            defaultValue = "",
            description = "Only probes with this in their name; * stands for any characters.")
    private String filter;

    @Option(
            names = "--top",
            paramLabel = "<n>",
            defaultValue = "20",
            description = "At most that many rows in a printed table. Default: ${DEFAULT-VALUE}.")
    private int top;

    @Option(names = "--lines", description = "Print tables, also in a terminal.")
    private boolean lines;

    @Override
    Answer answer() throws UnreachableException {
        check();
        boolean isPrinted = lines || isJson() || !TopTerminal.isThere();
        LiveModel model = new LiveModel();
        model.window(windowSeconds(isPrinted));
        AttachClient client = client();
        Answer first = client.ask(model.next());
        if (first.exitCode() != ExitCode.OK) {
            return first;
        }
        model.update(first);
        TopRows rows = new TopRows(TopColumn.named(sort), false, filter);
        return isPrinted ? print(model, client, rows) : show(model, client, rows);
    }

    private void check() {
        if (TopColumn.named(sort) == null) {
            String nearest = NearestName.to(sort, TopColumn.names());
            throw usageError("--sort " + sort + " is not allowed; it takes " + String.join(", ", TopColumn.names())
                    + (nearest == null ? "" : "; did you mean " + nearest));
        }
        if (top < 1) {
            throw usageError("--top " + top + " is not allowed; it takes a number from 1");
        }
        if (isOutOfRange(interval)) {
            throw usageError("--interval takes a duration from 1s to 60s");
        }
    }

    private static boolean isOutOfRange(Duration duration) {
        return duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(LONGEST) > 0;
    }

    private int windowSeconds(boolean isPrinted) {
        if (window == null) {
            return isPrinted ? (int) interval.toSeconds() : 10;
        }
        if (window.equals(START)) {
            return 0;
        }
        Duration duration;
        try {
            duration = new DurationConverter().convert(window);
        } catch (TypeConversionException e) {
            duration = Duration.ZERO; // said below, with what is allowed
        }
        if (isOutOfRange(duration)) {
            throw usageError("--window " + window + " is not allowed; it takes 1s to 60s, or " + START);
        }
        return (int) duration.toSeconds();
    }

    private Answer show(LiveModel model, AttachClient client, TopRows rows) {
        long nanos = time == null ? TimeUnit.DAYS.toNanos(365) : time.toNanos();
        try {
            TopTerminal.show(
                    model, client::ask, rows, nanos, changed -> new LiveFeed(model, client::ask, interval, changed));
            return new Answer();
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "the terminal cannot be used: " + e.getMessage() + "; try --lines");
        }
    }

    private Answer print(LiveModel model, AttachClient client, TopRows rows) throws UnreachableException {
        long beginNanos = System.nanoTime();
        long askedNanos = beginNanos; // the snapshot was taken just now, however long it took to reach the agent
        boolean isAnyPrinted = false;
        while (true) {
            LiveView view = model.view();
            if (!view.problem().isEmpty()) {
                return Answer.failed(ExitCode.FAILED, view.problem());
            }
            if (view.windowSeconds() == 0 || view.spanMillis() > 0) {
                TopLines table = new TopLines(view, rows, top);
                console().print(isJson() ? table.forScripts() : table.forPeople());
                isAnyPrinted = true;
            }
            if (isAnyPrinted && time != null && System.nanoTime() - beginNanos >= time.toNanos()) {
                return new Answer();
            }
            try {
                LiveFeed.sleep(askedNanos, interval.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Answer();
            }
            askedNanos = System.nanoTime();
            model.update(client.ask(model.next()));
        }
    }

    /** All has been printed, unless it failed. */
    @Override
    int finish(Answer answer) {
        return answer.exitCode() == ExitCode.OK ? ExitCode.OK : super.finish(answer);
    }
}
