package org.latencyprobes.agent.inflight;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.slow.ThreadStack;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.report.Figures;

/**
 * The calls that make a good report false: they have not returned, and are in flight for longer than all that their probe has recorded since
 * the start, and for {@value #LEAST_SECONDS} s at least.
 *
 * <p>Each thread counts once, with the innermost such call: a loop that never returns may be outside one that should. Nothing is read of
 * probes, and no stack, unless a call is in flight for so long.
 *
 * <p>For one thread at a time.
 */
public final class StuckCalls {

    private static final int LEAST_SECONDS = 1;
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(LEAST_SECONDS);
    private static final int MOST_PROBES = 3;
    private static final long DECIMALS_BELOW_SECONDS = 10;
    private static final long MINUTES_FROM_SECONDS = 600;
    private static final long SECONDS_PER_MINUTE = 60;

    private final Supplier<? extends Collection<MethodExplanation>> woven;
    private final Supplier<? extends Collection<Linker.Linked>> linked;
    private final Stacks stacks;
    private final Supplier<? extends Collection<Interval>> recorded;

    /** The threads that are in a probed call for so long. */
    @FunctionalInterface
    interface Stacks {

        void forEach(Predicate<String> probed, Predicate<String> unsure, OpenStacks.Visitor visitor);
    }

    /** A probe with such calls. */
    private static final class Stuck {

        private final String probe;
        private final boolean hasRecorded;
        private int calls;
        private long oldestNanos;
        private String where;

        private Stuck(String probe, boolean hasRecorded) {
            this.probe = probe;
            this.hasRecorded = hasRecorded;
        }

        private void add(long nanos, Thread thread, StackTraceElement[] stack) {
            calls++;
            if (nanos > oldestNanos) {
                oldestNanos = nanos;
                List<String> lines = ThreadStack.of(stack).lines();
                where = "on thread " + Figures.inOneLine(thread.getName())
                        + (lines.isEmpty() ? "" : " at " + lines.get(0));
            }
        }

        private String said() {
            return Plural.of(calls, "call", "calls") + " of " + Figures.inOneLine(probe)
                    + (calls == 1 ? " has not returned after " : " have not returned, the oldest after ")
                    + text(oldestNanos);
        }
    }

    public StuckCalls(Weaving weaving, Linker linker) {
        this(
                weaving::woven,
                linker::linked,
                (probed, unsure, visitor) ->
                        new OpenStacks(probed, unsure, linker::clock, LEAST_NANOS).forEach(visitor),
                () -> new IntervalReader().total());
    }

    StuckCalls(
            Supplier<? extends Collection<MethodExplanation>> woven,
            Supplier<? extends Collection<Linker.Linked>> linked,
            Stacks stacks,
            Supplier<? extends Collection<Interval>> recorded) {
        this.woven = woven;
        this.linked = linked;
        this.stacks = stacks;
        this.recorded = recorded;
    }

    /** For those who can ask where. */
    public List<String> sentences() {
        return sentences(stuck -> stuck.said() + ": slow --running shows where");
    }

    /** For those who can't: the JVM is at its end. */
    public List<String> lastSentences() {
        return sentences(stuck -> stuck.said() + ", " + stuck.where);
    }

    private List<String> sentences(Function<Stuck, String> said) {
        List<Stuck> found = find();
        List<String> sentences =
                new ArrayList<>(found.stream().limit(MOST_PROBES).map(said).toList());
        int more = found.size() - sentences.size();
        if (more > 0) {
            sentences.add(Plural.of(more, "more probe has", "more probes have") + " calls that have not returned");
        }
        return sentences;
    }

    /** Probes that have recorded calls come first, since of others a call may be meant to go on for ever. Then those of the oldest calls. */
    private List<Stuck> find() {
        Timed timed = new Timed();
        Map<String, Stuck> found = new HashMap<>();
        LongestKnown longest = new LongestKnown();
        stacks.forEach(timed::isTimed, timed::isSampled, (thread, stack, open) -> {
            for (OpenStacks.Open call : open) {
                String probe = timed.probe(call.method());
                if (call.nanos() >= LEAST_NANOS && call.nanos() > longest.nanos(probe)) {
                    found.computeIfAbsent(probe, any -> new Stuck(probe, longest.isKnown(probe)))
                            .add(call.nanos(), thread, stack);
                    return;
                }
            }
        });
        List<Stuck> sorted = new ArrayList<>(found.values());
        sorted.sort(StuckCalls::compare);
        return sorted;
    }

    private static int compare(Stuck one, Stuck other) {
        int order = Boolean.compare(other.hasRecorded, one.hasRecorded);
        order = order == 0 ? Long.compare(other.oldestNanos, one.oldestNanos) : order;
        return order == 0 ? one.probe.compareTo(other.probe) : order;
    }

    /** The methods whose calls are timed, which are read when one is asked for. */
    private final class Timed {

        /** Probes with their tags, since one that finds no memory is off beside others of its name. */
        private final Set<String> sampled = new HashSet<>();

        private Map<String, String> probes;

        private boolean isTimed(String method) {
            if (probes == null) {
                probes = new HashMap<>();
                woven.get().forEach(each -> probes.putIfAbsent(RunningCalls.name(each), each.probe()));
                linked.get().forEach(this::leaveOut);
            }
            return probes.containsKey(method);
        }

        private void leaveOut(Linker.Linked probe) {
            String label = Figures.label(probe.name(), probe.tags());
            if (probe.mode().isOff() || probe.mode().equals(Mode.COUNTED)) {
                probes.values().removeIf(label::equals);
            } else if (!probe.mode().isOn()) {
                sampled.add(label);
            }
        }

        private String probe(String method) {
            return Explanations.withoutTags(probes.get(method));
        }

        private boolean isSampled(String method) {
            return sampled.contains(probes.get(method));
        }
    }

    /** The longest recorded calls, which are read when they are asked for. */
    private final class LongestKnown {

        private Map<String, Long> nanos;

        private boolean isKnown(String probe) {
            return nanos.containsKey(probe);
        }

        private long nanos(String probe) {
            if (nanos == null) {
                nanos = new HashMap<>();
                recorded.get().stream()
                        .filter(Interval::isCalls)
                        .forEach(interval -> nanos.merge(interval.name(), interval.maxNanos(), Math::max));
            }
            return nanos.getOrDefault(probe, 0L);
        }
    }

    private static String text(long nanos) {
        double seconds = nanos / NANOS_PER_SECOND;
        if (seconds < DECIMALS_BELOW_SECONDS) {
            return Math.floor(seconds * 10) / 10 + " s";
        }
        return seconds < MINUTES_FROM_SECONDS ? (long) seconds + " s" : (long) seconds / SECONDS_PER_MINUTE + " min";
    }
}
