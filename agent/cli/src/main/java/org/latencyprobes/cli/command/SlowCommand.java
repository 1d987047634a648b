package org.latencyprobes.cli.command;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SlowThreshold;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.cli.base.DurationConverter;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.base.UnknownProbes;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.logs.LineFilter;

/** The command {@code slow}: lists single slow calls. */
final class SlowCommand extends PidCommand {

    private final Supplier<List<String>> probes = probeNames();

    private final Supplier<Boolean> isRunning = flag(
            "--running",
            "Calls that have not returned, which no histogram has: for how long, on which thread, and where.");

    private final Supplier<Duration> newest = value(duration("--since")
            .description("Only calls that ended at most that long ago. Default: all that are kept.")
            .build());

    private final Supplier<Duration> least = value(option(Duration.class, "<duration>", "--min")
            .converters(new DurationConverter.OfCalls())
            .description("Only calls at least so long; with --running 10ms by default.")
            .build());

    private final Supplier<Integer> most = value(most("calls"));

    private final Supplier<Integer> stacks = value(option(Integer.class, "<n>", "--stacks")
            .defaultValue("1")
            .description("The stacks of so many calls, the longest that were captured. Default: ${DEFAULT-VALUE}.")
            .build());

    SlowCommand() {
        super(
                "slow",
                "List slow calls one by one: when, how long, on which thread; with --running those that have not returned.",
                "%nThe calls that were longer than their probe's threshold, the longest first, as far as the agent",
                "keeps them; then how many there were of each probe; then the stack of",
                "the longest that was captured while it was in flight. The threshold is about the probe's p99 of late,",
                "or the agent's option slow.",
                "%nWith --running, each thread's outermost call counts; the innermost ones are summed up. Left out are virtual threads, calls that complete later, calls of probes",
                "that are off or counted, and calls that began before their method was probed.");
        examples("slow 4711", "slow 4711 --since 5m --probe 'Shop*' -n 100 --stacks 5", "slow 4711 --running --min 1s");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        requireAtLeast("-n", most.get(), 1);
        requireAtLeast("--stacks", stacks.get(), 0);
        if (isRunning.get()) {
            return running();
        }
        boolean ofAll = probes.get().isEmpty() && least.get() == null;
        Answer answer = ask(new Request.Slow(
                ofAll ? most.get() : 0,
                ofAll ? stacks.get() : Integer.MAX_VALUE,
                newest.get() == null ? null : newest.get().toNanos()));
        return remarked(ofAll ? answer : ofProbes(answer));
    }

    private Answer running() throws UnreachableException {
        if (!probes.get().isEmpty() || newest.get() != null) {
            throw usageError("--running lists calls of all probes that have not returned, without --probe and --since");
        }
        return ask(new Request.InFlight(least.get() == null ? null : least.get().toNanos(), most.get(), stacks.get()));
    }

    private Answer ofProbes(Answer answer) throws UnreachableException {
        List<String> wanted = UnknownProbes.read(answer, names(answer), probes.get());
        Answer checked = UnknownProbes.check(answer, names(answer), wanted, probesOf(client()));
        if (checked == answer && answer.exitCode() == ExitCode.OK) {
            select(answer, NameGlob.ofAll(wanted));
        }
        return checked;
    }

    private static List<String> names(Answer answer) {
        return Stream.concat(
                        answer.all(SingleCall.LISTED, SingleCall.class).stream().map(SingleCall::probe),
                        answer.all(SlowThreshold.TABLE, SlowThreshold.class).stream()
                                .map(SlowThreshold::probe))
                .toList();
    }

    /** Says why a call has no cause. */
    static Answer remarked(Answer answer) {
        return answer.all(SingleCall.LISTED, SingleCall.class).stream().allMatch(SingleCall::isExplained)
                ? answer
                : answer.say(
                        SingleCall.NOT_EXPLAINED
                                + ": the call ended among too many others, before its probe had a threshold, or less than 5 s ago");
    }

    private void select(Answer answer, List<NameGlob> globs) {
        List<SingleCall> calls = answer.all(SingleCall.LISTED, SingleCall.class).stream()
                .filter(call -> LineFilter.matches(globs, call.probe()))
                .filter(call ->
                        least.get() == null || call.durationus() >= least.get().toNanos() / 1e3)
                .toList();
        List<SlowThreshold> thresholds = answer.all(SlowThreshold.TABLE, SlowThreshold.class).stream()
                .filter(threshold -> LineFilter.matches(globs, threshold.probe()))
                .toList();
        List<StackFrame> frames = frames(calls, answer.all(StackFrame.TABLE, StackFrame.class));
        answer.tables().clear();
        answer.add(
                        SingleCall.LISTED,
                        SingleCall.class,
                        calls.stream().limit(most.get()).toList())
                .add(SlowThreshold.TABLE, SlowThreshold.class, thresholds)
                .add(StackFrame.TABLE, StackFrame.class, frames);
    }

    /** Those of the first calls that have some. */
    private List<StackFrame> frames(List<SingleCall> calls, List<StackFrame> all) {
        Set<List<Long>> captured = all.stream().map(StackFrame::call).collect(Collectors.toSet());
        Set<List<Long>> wanted = calls.stream()
                .map(SingleCall::identity)
                .filter(captured::contains)
                .distinct()
                .limit(stacks.get())
                .collect(Collectors.toSet());
        return all.stream().filter(frame -> wanted.contains(frame.call())).toList();
    }
}
