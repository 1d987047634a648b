package org.latencyprobes.agent.cost;

import static org.latencyprobes.internal.report.UnitFactors.MILLIS_PER_SECOND;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/**
 * The look at the calls that follow a change of what is probed: whether much of a probe's time is the measuring of others inside it, or a probe
 * is inside itself, which was not so before. For one thread, the selection thread.
 *
 * <p>It waits no longer than it has to. Where nothing is called within {@value #CALL_MILLIS} ms, or {@value #PLAIN_CALLS} calls have nothing
 * inside, or those of {@value #PLAIN_MILLIS} ms, it ends there. Else it looks for {@value #LOOK_MILLIS} ms in all.
 */
public final class NestingWatch {

    static final long CALL_MILLIS = 600;
    static final long PLAIN_CALLS = 1_000;
    static final long PLAIN_MILLIS = 1_000;
    static final long LOOK_MILLIS = 1_500;

    private static final long STEP_MILLIS = 50;

    /** Fewer calls may be slow ones, of code that is not compiled yet. */
    private static final long FEWEST_CALLS = 100;

    private final Linker linker;
    private final Set<List<Object>> markedBefore = new HashSet<>();

    /** Remembers which probes are marked now, before the change. */
    public NestingWatch(Linker linker) {
        this.linker = linker;
        for (NestingRow row : marked(NestingSums.of(new IntervalReader().total()), null)) {
            markedBefore.add(key(row));
        }
    }

    private static List<Object> key(NestingRow row) {
        return List.of(row.probe(), row.tags());
    }

    /** Looks, and adds a sentence for each probe that is marked now. */
    public Answer look(Answer answer, Progress progress) {
        IntervalReader reader = IntervalReader.fromNow();
        InPlaceCost.Mark mark = InPlaceCost.mark();
        long startNanos = System.nanoTime();
        List<Interval> calls = List.of();
        long millis = 0;
        while (isWorthWaiting(calls, millis) && progress.isAwaited()) {
            try {
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return answer;
            }
            calls = reader.read();
            reader.unread();
            millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        }
        return say(answer, marked(NestingSums.of(calls).ofAtLeast(FEWEST_CALLS), mark), millis);
    }

    static boolean isWorthWaiting(List<Interval> intervals, long millis) {
        long calls = 0;
        for (Interval interval : intervals) {
            if (interval.isCalls()) {
                if (interval.nesting().hasInside()) {
                    return millis < LOOK_MILLIS;
                }
                calls += interval.count();
            }
        }
        return millis < (calls == 0 ? CALL_MILLIS : PLAIN_MILLIS) && calls < PLAIN_CALLS;
    }

    private Answer say(Answer answer, List<NestingRow> marked, long millis) {
        List<NestingRow> fresh =
                marked.stream().filter(row -> !markedBefore.contains(key(row))).toList();
        if (fresh.stream().noneMatch(NestingWatch::isMarked)) {
            fresh.forEach(row -> answer.say(NestingText.nestedInItself(row)));
        } else {
            NestingText.lines(fresh).forEach(answer::say);
            answer.say(String.format(
                    Locale.ROOT,
                    "  seen in the first %.1f s; do not take the figures of these for the methods' own: probe fewer methods inside",
                    millis / MILLIS_PER_SECOND));
        }
        return answer;
    }

    /** The clock is chosen where anything is inside a probe. */
    private List<NestingRow> marked(NestingSums nesting, InPlaceCost.Mark sinceOrNull) {
        if (nesting.isEmpty()) {
            return List.of();
        }
        ModeCosts costs = CallCost.since(linker.clock(), sinceOrNull);
        return nesting.rows(costs.timedNanos(), costs.untimedNanos()).stream()
                .filter(row -> isMarked(row) || row.withItself() > 0)
                .toList();
    }

    private static boolean isMarked(NestingRow row) {
        return row.mark().equals(NestingRow.MARKED);
    }
}
