package org.latencyprobes.cli;

import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.Table;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.latencyprobes.agent.command.SlowTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.merge.LineFilter;

/** The command {@code slow}: lists single slow calls. */
final class SlowCommand extends PidCommand {

    private final Supplier<List<String>> probes = probeNames();

    private final Supplier<Duration> newest = value(duration("--newer-than")
            .description("Only calls that ended at most that long ago. Default: all that are kept.")
            .build());

    private final Supplier<Integer> top = value(option(Integer.class, "<n>", "--top")
            .defaultValue("20")
            .description("At most that many calls. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<Integer> stacks = value(option(Integer.class, "<n>", "--stacks")
            .defaultValue("1")
            .description("The stacks of so many calls, the longest that were captured. Default: ${DEFAULT-VALUE}.")
            .build());

    SlowCommand() {
        super(
                "slow",
                "List slow calls one by one: when, how long, on which thread.",
                "%nThe calls that were longer than their probe's threshold, the longest first, as far as the agent",
                "keeps them; then how many there were of each probe, and how many were not kept; then the stack of",
                "the longest that was captured while it was in flight. The threshold is the probe's p99.9 so far,",
                "or the agent's option slow.");
        examples("slow 4711", "slow 4711 --newer-than 5m", "slow 4711 --probe 'Shop*' --top 100 --stacks 5 --json");
    }

    @Override
    Answer answer() throws UnreachableException {
        requireAtLeast("--top", top.get(), 1);
        requireAtLeast("--stacks", stacks.get(), 0);
        boolean ofAll = probes.get().isEmpty();
        Answer answer = ask(new Request.Slow(
                ofAll ? top.get() : 0,
                ofAll ? stacks.get() : Integer.MAX_VALUE,
                newest.get() == null ? null : newest.get().toNanos()));
        return remarked(ofAll ? answer : ofProbes(answer));
    }

    private Answer ofProbes(Answer answer) throws UnreachableException {
        List<Table> tables = answer.tables().stream()
                .filter(table -> table.indexOf("probe") == 0)
                .toList();
        Answer checked = UnknownProbes.check(answer, names(tables), probes.get(), probesOf(client()));
        if (checked == answer) {
            tables.forEach(this::select);
            answer.find(SlowTable.CALLS).ifPresent(calls -> {
                selectStacks(calls, answer.find(SlowTable.STACKS).orElseThrow());
                cut(calls.rows());
            });
        }
        return checked;
    }

    private static List<String> names(List<Table> tables) {
        return tables.stream()
                .flatMap(table -> table.rows().stream())
                .map(row -> row.get(0))
                .toList();
    }

    /** Says why a call has no cause. */
    static Answer remarked(Answer answer) {
        boolean isAnyNotExplained = answer.find(SlowTable.CALLS).stream()
                .anyMatch(calls -> calls.rows().stream()
                        .anyMatch(row -> row.get(calls.indexOf("cause")).equals(SlowTable.NOT_EXPLAINED)));
        return isAnyNotExplained
                ? answer.say(SlowTable.NOT_EXPLAINED
                        + ": the call ended before its probe had a threshold, or less than 5 s ago")
                : answer;
    }

    private void select(Table table) {
        List<NameGlob> globs = NameGlob.ofAll(probes.get());
        table.rows().removeIf(row -> !LineFilter.matches(globs, row.get(0)));
    }

    private void cut(List<List<String>> rows) {
        rows.subList(Math.min(top.get(), rows.size()), rows.size()).clear();
    }

    /** Those of the first calls that have one. */
    private void selectStacks(Table calls, Table frames) {
        Set<String> captured = frames.rows().stream()
                .map(row -> SlowTable.identity(frames, row))
                .collect(Collectors.toSet());
        Set<String> wanted = calls.rows().stream()
                .map(row -> SlowTable.identity(calls, row))
                .filter(captured::contains)
                .distinct()
                .limit(stacks.get())
                .collect(Collectors.toSet());
        frames.rows().removeIf(row -> !wanted.contains(SlowTable.identity(frames, row)));
    }
}
