package org.latencyprobes.cli.top;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.internal.probe.Hub;

/**
 * Which rows are shown, and in which order.
 *
 * @param sort by this column
 * @param isReversed whether the other way round
 * @param filter a part of the label, whatever its case, in which {@code *} stands for any characters; empty for all
 */
public record TopRows(TopColumn sort, boolean isReversed, String filter) {

    /** All, the most calls first. */
    public static final TopRows ALL = new TopRows(TopColumn.RATE, false, "");

    /**
     * Selects calls and self times and sorts them.
     *
     * @param view what the model knows
     * @return those that are shown; equal ones by name
     */
    public List<LiveRow> of(LiveView view) {
        NameGlob wanted = NameGlob.of('*' + filter.toLowerCase(Locale.ROOT) + '*');
        Comparator<LiveRow> order = isReversed ? sort.order().reversed() : sort.order();
        return view.rows().stream()
                .filter(row -> !row.key().isJitter()
                        && wanted.matches(row.key().label().toLowerCase(Locale.ROOT)))
                .sorted(order.thenComparing(row -> row.key().label()))
                .toList();
    }

    /**
     * The samplers of jitter.
     *
     * @param view what the model knows
     * @return their rows, but for those that hold stalls and slow calls
     */
    static List<LiveRow> jitter(LiveView view) {
        return view.rows().stream()
                .filter(row -> row.key().isJitter()
                        && !row.key().probe().equals(Hub.SLOW_CALLS)
                        && row.key().tags().isEmpty())
                .toList();
    }
}
