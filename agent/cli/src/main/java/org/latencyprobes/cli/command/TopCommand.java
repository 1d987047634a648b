package org.latencyprobes.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.DurationConverter;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.top.TopColumn;
import org.latencyprobes.cli.top.TopRows;
import org.latencyprobes.cli.top.TopTerminal;
import org.latencyprobes.cli.top.TopText;
import picocli.CommandLine.TypeConversionException;

/** The command {@code top}: a live table of all probes. */
final class TopCommand extends PidCommand {

    private static final Duration LONGEST = Duration.ofSeconds(LiveModel.LONGEST_WINDOW_SECONDS);
    private static final String START = "start";

    private final Supplier<Duration> interval = value(duration("--interval")
            .defaultValue("1s")
            .description("From one table to the next, 1s to 60s. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<String> window = value(option(String.class, "<duration>", "--window")
            .description(
                    "The time that figures are of: 1s to 60s, or start for all since the start.",
                    "Default: 10s in a terminal, else the interval.")
            .build());

    private final Supplier<Duration> time = value(duration("--for")
            .description("End after this time. Default: when the user or the JVM ends it.")
            .build());

    private final Supplier<String> sort = value(option(String.class, "<by>", "--sort")
            .defaultValue("rate")
            .description(
                    "The largest first: rate, the default; p50, p99, p99.9, max, total, cost.",
                    "By alphabet: probe, cause, mode.")
            .build());

    private final Supplier<String> filter = value(option(String.class, "<text>", "--filter")
            .defaultValue("")
            .description("Only probes with this in their name; * stands for any characters.")
            .build());

    private final Supplier<Integer> top = value(most("rows in a printed table"));

    private final Supplier<Boolean> lines = flag("--lines", "Print tables, also in a terminal.");

    TopCommand() {
        super(
                "top",
                "Watch the probes of a JVM live: rates, percentiles, max, cost and cause of the tail.",
                "%nIn a terminal, a table that keys sort and filter; ? lists the keys. Elsewhere, or with --lines or -o json, the",
                "table is printed once an interval. The agent takes one snapshot a second, however many watch.");
        examples(
                "top 4711",
                "top 4711 --sort p99 --filter 'Service.find'",
                "top 4711 --lines --interval 10s --for 5m > top.txt",
                "top 4711 -o json --window start --for 1s");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        check();
        boolean isPrinted = lines.get() || isJson() || !TopTerminal.isThere();
        LiveModel model = new LiveModel();
        model.window(windowSeconds(isPrinted));
        AttachClient client = isPrinted ? client() : quiet();
        Answer first = client.ask(model.next());
        if (first.exitCode() != ExitCode.OK) {
            return first;
        }
        model.update(first);
        TopRows rows = new TopRows(TopColumn.named(sort.get()), false, filter.get());
        return isPrinted ? print(model, client, rows) : show(model, client, rows);
    }

    private void check() {
        if (TopColumn.named(sort.get()) == null) {
            throw usageError("--sort " + NearestName.notAllowed(sort.get(), TopColumn.names()));
        }
        requireAtLeast("-n", top.get(), 1);
        if (console().outputs().stream().anyMatch(output -> output.file() != null)) {
            throw usageError("top prints one table after another: -o takes text or json, without a file");
        }
        if (isOutOfRange(interval.get())) {
            throw usageError("--interval takes a duration from 1s to 60s");
        }
    }

    private static boolean isOutOfRange(Duration duration) {
        return duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(LONGEST) > 0;
    }

    private int windowSeconds(boolean isPrinted) {
        if (window.get() == null) {
            return isPrinted ? (int) interval.get().toSeconds() : 10;
        }
        if (window.get().equals(START)) {
            return 0;
        }
        Duration duration;
        try {
            duration = new DurationConverter().convert(window.get());
        } catch (TypeConversionException e) {
            duration = Duration.ZERO; // said below, with what is allowed
        }
        if (isOutOfRange(duration)) {
            throw usageError("--window " + window.get() + " is not allowed; it takes 1s to 60s, or " + START);
        }
        return (int) duration.toSeconds();
    }

    /** One whose progress does not go over the table. */
    private AttachClient quiet() throws UnreachableException {
        return client(pid(), progress -> {});
    }

    private Answer show(LiveModel model, AttachClient client, TopRows rows) throws UnreachableException {
        long nanos =
                time.get() == null ? TimeUnit.DAYS.toNanos(365) : time.get().toNanos();
        try {
            TopTerminal.show(
                    model,
                    client::ask,
                    quiet().asking(question -> AttachClient.Consent.GIVEN)::ask,
                    rows,
                    nanos,
                    changed -> new LiveFeed(model, client::ask, interval.get(), changed));
            return new Answer();
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "the terminal cannot be used: " + e.getMessage() + "; try --lines");
        }
    }

    private Answer print(LiveModel model, AttachClient client, TopRows rows) throws UnreachableException {
        long beginNanos = System.nanoTime();
        long askedNanos = beginNanos; // the snapshot was taken just now, however long it took to reach the agent
        boolean isAnyPrinted = false;
        boolean isAnswered = true;
        while (true) {
            LiveView view = model.view();
            if (!view.problem().isEmpty()) {
                return Answer.failed(ExitCode.FAILED, view.problem());
            }
            if (isAnswered && (view.windowSeconds() == 0 || view.spanMillis() > 0)) {
                TopText table = new TopText(view, rows, top.get());
                console().print(isJson() ? table.forScripts() : table.forPeople());
                isAnyPrinted = true;
            }
            if ((isAnyPrinted || !isAnswered) && isOver(beginNanos)) {
                return isAnyPrinted ? new Answer() : Answer.failed(ExitCode.FAILED, "the JVM has not answered again");
            }
            try {
                LiveFeed.sleep(askedNanos, interval.get().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Answer();
            }
            askedNanos = System.nanoTime();
            isAnswered = isAnswered(model, client, isAnswered);
        }
    }

    private boolean isOver(long beginNanos) {
        return time.get() != null
                && System.nanoTime() - beginNanos >= time.get().toNanos();
    }

    /** A JVM that is stopped may go on: the first of some failures is said. */
    private boolean isAnswered(LiveModel model, AttachClient client, boolean wasAnswered) throws UnreachableException {
        try {
            model.update(client.ask(model.next()));
            return true;
        } catch (UnreachableException e) {
            if (!client.isThere()) {
                throw e;
            }
            if (wasAnswered) {
                console().progress(e.getMessage() + "; it is asked again");
            }
            return false;
        }
    }

    /** All has been printed, unless it failed. */
    @Override
    protected int finish(Answer answer) {
        return answer.exitCode() == ExitCode.OK ? ExitCode.OK : super.finish(answer);
    }
}
