package org.latencyprobes.cli.why;

import static org.latencyprobes.agent.protocol.Column.id;
import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.SlowCallRow;
import org.latencyprobes.agent.protocol.Texts;

/** Slow calls and their causes as tables, for scripts. Stateless. */
public final class TailJson {

    private static final double PERCENT = 100;

    private TailJson() {}

    /**
     * Adds the tables {@code watch}, {@code tails}, {@code causes}, {@code slowCalls}, {@code slowCallCauses} and {@code monitorEntries}.
     *
     * @param report what was found
     * @param answer gets them
     * @return the answer
     */
    public static Answer to(Answer answer, TailReport report) {
        watch(answer, report);
        tails(answer, report);
        causes(answer, report);
        calls(answer, report);
        answer.table("monitorEntries", text("probe"), text("tags"), number("count"), micros("totalus"));
        for (ProbeTail tail : report.tails()) {
            if (!tail.entries().isEmpty()) {
                answer.row(
                        tail.key().probe(),
                        Texts.tags(tail.key().tags()),
                        tail.entries().size(),
                        Texts.micros(tail.entries().stream()
                                .mapToLong(entry -> entry.waited().nanos())
                                .sum()));
            }
        }
        return answer;
    }

    private static void watch(Answer answer, TailReport report) {
        answer.table(
                        "watch",
                        id("pid"),
                        text("recording"),
                        new Column("startMillis", Column.Type.MOMENT),
                        micros("lengthus"))
                .row(
                        report.subject().pid() == 0 ? "" : report.subject().pid(),
                        report.subject().recording(),
                        report.startMillis(),
                        Texts.micros(report.observed().nanos()));
    }

    private static void tails(Answer answer, TailReport report) {
        answer.table(
                "tails",
                text("probe"),
                text("tags"),
                text("outcome"),
                number("count"),
                micros("p50us"),
                micros("p99us"),
                micros("p999us"),
                micros("maxus"),
                text("band"),
                number("calls"),
                number("keptCalls"),
                micros("totalus"));
        for (ProbeTail tail : report.tails()) {
            answer.row(
                    tail.key().probe(),
                    Texts.tags(tail.key().tags()),
                    tail.key().outcome(),
                    tail.isCounted() ? tail.histogram().getTotalCount() : "",
                    percentile(tail, 50),
                    percentile(tail, 99),
                    percentile(tail, 99.9),
                    tail.isCounted() || !tail.splits().isEmpty() ? Texts.micros(tail.maxNanos()) : "",
                    tail.band(),
                    tail.beyond(),
                    tail.splits().size(),
                    Texts.micros(tail.totalNanos()));
        }
    }

    private static String percentile(ProbeTail tail, double percentile) {
        return tail.isCounted() ? Texts.micros(tail.histogram().getValueAtPercentile(percentile)) : "";
    }

    private static void causes(Answer answer, TailReport report) {
        answer.table(
                "causes",
                text("probe"),
                text("tags"),
                text("outcome"),
                text("cause"),
                new Column("percent", Column.Type.PERCENT),
                new Column("byChancePercent", Column.Type.PERCENT),
                micros("totalus"),
                number("calls"),
                text("detail"));
        for (ProbeTail tail : report.tails()) {
            for (ProbeTail.CauseSum cause : tail.causes()) {
                Double chance = tail.chance().get(cause.cause());
                answer.row(
                        tail.key().probe(),
                        Texts.tags(tail.key().tags()),
                        tail.key().outcome(),
                        cause.cause(),
                        Texts.decimal(PERCENT * cause.nanos() / tail.totalNanos()),
                        chance == null ? "" : Texts.decimal(PERCENT * chance),
                        Texts.micros(cause.nanos()),
                        cause.calls(),
                        cause.detail());
            }
        }
    }

    private static void calls(Answer answer, TailReport report) {
        answer.table(
                "slowCalls",
                text("probe"),
                text("tags"),
                text("outcome"),
                new Column("atMillis", Column.Type.MOMENT),
                new Column("startNanos", Column.Type.MOMENT),
                text("trace"),
                text("thread"),
                id("threadId"),
                micros("durationus"),
                text("mainCause"),
                text("stack"),
                text("disturbedBy"),
                text("deoptimised"));
        for (ProbeTail tail : report.tails()) {
            for (CallSplit split : tail.splits()) {
                SlowCallRow call = split.call();
                answer.row(
                        call.probe(),
                        Texts.tags(call.tags()),
                        call.outcome(),
                        report.wallMillis(call.startNanos()),
                        call.startNanos(),
                        call.trace(),
                        name(call),
                        call.threadId(),
                        Texts.decimal(call.durationus()),
                        split.mainCause(),
                        String.join("\n", call.stack()),
                        report.disturbances().kinds(call),
                        report.deoptimisations().sites(call));
            }
        }
        callCauses(answer, report);
    }

    private static void callCauses(Answer answer, TailReport report) {
        answer.table(
                "slowCallCauses",
                text("probe"),
                text("tags"),
                new Column("startNanos", Column.Type.MOMENT),
                id("threadId"),
                text("cause"),
                micros("lengthus"));
        for (ProbeTail tail : report.tails()) {
            for (CallSplit split : tail.splits()) {
                SlowCallRow call = split.call();
                split.nanos()
                        .forEach((cause, nanos) -> answer.row(
                                call.probe(),
                                Texts.tags(call.tags()),
                                call.startNanos(),
                                call.threadId(),
                                cause,
                                Texts.micros(nanos)));
            }
        }
    }

    /** Its thread's name; empty for a virtual thread. */
    static String name(SlowCallRow call) {
        return call.isVirtual() ? "" : call.thread();
    }
}
