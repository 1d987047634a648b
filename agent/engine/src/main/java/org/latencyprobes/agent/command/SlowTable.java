package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Table;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.id;
import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.latencyprobes.agent.cause.Cause;
import org.latencyprobes.agent.cause.CauseSplit;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowProbe;
import org.latencyprobes.histogram.Interval;

/** The tables of slow calls: the single calls, and the probes that had any. Stateless. */
public final class SlowTable {

    /** Name of the table of single calls in an answer. */
    public static final String CALLS = "slow";

    /** Name of the table of stacks: a row for each frame. */
    public static final String STACKS = "stacks";

    /** Name of the table of probes. */
    public static final String PROBES = "thresholds";

    /** In place of a cause: the call ended a moment ago, or before its probe had a threshold. */
    public static final String NOT_EXPLAINED = "not-explained";

    private static final Column[] CALL_COLUMNS = {
        text("probe"),
        text("tags"),
        text("outcome"),
        text("start"),
        micros("durationus"),
        text("cause"),
        number("inside"),
        micros("insideus"),
        text("trace"),
        text("thread"),
        id("threadId"),
        text("parts"),
        new Column("atMillis", Column.Type.MOMENT),
        new Column("startNanos", Column.Type.MOMENT)
    };
    private static final Column[] STACK_COLUMNS = {
        text("start"), id("threadId"), text("frame"), new Column("startNanos", Column.Type.MOMENT)
    };
    private static final Column[] PROBE_COLUMNS = {
        text("probe"), text("tags"), micros("thresholdus"), number("over"), number("dropped")
    };

    private SlowTable() {}

    /**
     * Makes the tables.
     *
     * @param calls in the order of the rows
     * @param most how many of them at most; 0 for all
     * @param stacks of how many of all calls whose stack was captured it is told, the first of them
     * @param probes all; those without a slow call are left out
     * @param causes explains calls
     * @param total what all probes recorded
     * @return an answer with tables {@code slow}, {@code thresholds}, by the number of calls, and {@code stacks}
     */
    public static Answer of(
            List<SlowCall> calls,
            int most,
            int stacks,
            List<SlowProbe> probes,
            SlowCallCauses causes,
            List<Interval> total) {
        Answer answer = new Answer().table(CALLS, CALL_COLUMNS);
        Medians medians = new Medians(total);
        List<SlowCall> told = calls.subList(0, most == 0 ? calls.size() : Math.min(most, calls.size()));
        long nowMillis = System.currentTimeMillis();
        long nowNanos = System.nanoTime(); // one pair of readings, so that both tables have the same start
        ToLongFunction<SlowCall> millis =
                call -> nowMillis - TimeUnit.NANOSECONDS.toMillis(nowNanos - call.startNanos());
        told.forEach(call -> add(answer, call, millis.applyAsLong(call), causes.split(call), medians));
        answer.table(PROBES, PROBE_COLUMNS);
        probes.stream()
                .filter(probe -> probe.over() > 0)
                .sorted(Comparator.comparingLong(SlowProbe::over).reversed().thenComparing(SlowProbe::probe))
                .forEach(probe -> answer.row(
                        probe.probe(),
                        Texts.tags(probe.tags()),
                        probe.isThresholdKnown() ? Texts.micros(probe.thresholdNanos()) : "",
                        probe.over(),
                        probe.dropped()));
        answer.table(STACKS, STACK_COLUMNS);
        Set<List<Long>> known = new HashSet<>();
        calls.stream()
                .filter(call ->
                        !call.stack().lines().isEmpty() && known.add(List.of(call.threadId(), call.startNanos())))
                .limit(stacks)
                .forEach(call -> addStack(answer, call, millis.applyAsLong(call)));
        return answer;
    }

    /**
     * What tells a call from others, in the tables {@value #CALLS} and {@value #STACKS}.
     *
     * @param table one of them
     * @param row of it
     * @return a text that only rows of the same call have
     */
    public static String identity(Table table, List<String> row) {
        return row.get(table.indexOf("threadId")) + ' ' + row.get(table.indexOf("startNanos"));
    }

    private static void addStack(Answer answer, SlowCall call, long startMillis) {
        String start = Texts.exactMoment(startMillis);
        call.stack()
                .lines()
                .forEach(
                        line -> answer.row(start, call.threadId() < 0 ? "" : call.threadId(), line, call.startNanos()));
    }

    private static void add(Answer answer, SlowCall call, long startMillis, CauseSplit split, Medians medians) {
        boolean isInsideKnown = call.callsInside() >= 0;
        answer.row(
                call.probe(),
                Texts.tags(call.tags()),
                call.outcome(),
                Texts.exactMoment(startMillis),
                Texts.micros(call.nanos()),
                split == null
                        ? NOT_EXPLAINED
                        : split.main(medians.nanos(call.probe(), call.tags())).label(),
                isInsideKnown ? call.callsInside() : "",
                isInsideKnown ? Texts.micros(call.insideNanos()) : "",
                call.trace(),
                Texts.thread(call.threadName(), call.threadId()),
                call.threadId() < 0 ? "" : call.threadId(),
                split == null ? "" : parts(split::nanos),
                startMillis,
                call.startNanos());
    }

    /**
     * The causes with a time.
     *
     * @param nanos gives the time of a cause, in ns
     * @return in µs, such as {@code gc=12.5;not-known=3}
     */
    public static String parts(ToLongFunction<Cause> nanos) {
        return Arrays.stream(Cause.values())
                .filter(cause -> nanos.applyAsLong(cause) > 0)
                .map(cause -> cause.label() + '=' + Texts.micros(nanos.applyAsLong(cause)))
                .collect(Collectors.joining(";"));
    }
}
