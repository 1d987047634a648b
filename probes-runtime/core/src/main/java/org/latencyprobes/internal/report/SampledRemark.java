package org.latencyprobes.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.latencyprobes.internal.probe.Hub;

/** The lines below a table that say which rows are of a part of the calls, and how sure their percentiles are. Stateless. */
public final class SampledRemark {

    private static final String ESTIMATED =
            "not every call was timed: total and mean (~) are estimates, the max (≥) is that of the timed calls";
    private static final String BOUNDS = "; 95 % confidence intervals, in µs";

    private SampledRemark() {}

    /**
     * The lines, for people.
     *
     * @param rows those of a table
     * @return lines, not ended; none where every call was timed
     */
    public static List<String> lines(List<Figures> rows) {
        List<String> lines = new ArrayList<>();
        for (Figures row : rows) {
            if (row.isEstimated()) {
                lines.add(row.label() + (row.outcome().isEmpty() ? "" : " " + row.outcome()) + ": " + line(row));
            }
        }
        List<Figures> ofSome = rows.stream()
                .filter(row -> row.isEstimated() && row.timed() > 0 && !isSelf(row))
                .toList();
        if (!ofSome.isEmpty()) {
            lines.add(0, ESTIMATED + (ofSome.stream().anyMatch(SampledRemark::hasBounds) ? BOUNDS : ""));
        }
        return lines;
    }

    private static boolean isSelf(Figures row) {
        return row.outcome().endsWith(Hub.SELF_SUFFIX);
    }

    private static boolean hasBounds(Figures row) {
        return row.bounds().stream().anyMatch(Objects::nonNull);
    }

    private static String line(Figures row) {
        if (isSelf(row)) {
            return "known of " + Numbers.fixed(row.timed(), 0) + " of " + Numbers.fixed(row.count(), 0)
                    + " calls; not where calls inside were not timed, nor on virtual threads, if there are any";
        }
        String timed = Numbers.fixed(row.timed(), 0) + " of " + Numbers.fixed(row.count(), 0) + " calls timed";
        if (row.timed() == 0) {
            return timed;
        }
        if (!row.isUniform()) {
            return timed + "; their share is not known to be the same all the time, so "
                    + (Double.isNaN(row.totalMicros())
                            ? "total and mean are unknown"
                            : "total and mean are added up from parts of the time")
                    + ", and percentiles are of the timed calls alone";
        }
        StringBuilder text = new StringBuilder(timed);
        for (int i = 0; i < row.bounds().size(); i++) {
            PercentileBounds bounds = row.bounds().get(i);
            if (bounds != null) {
                text.append(i == 0 ? ": " : ", ")
                        .append(Percentiles.name(Percentiles.SHOWN.get(i)))
                        .append(' ')
                        .append(Percentiles.text(bounds.lowMicros()))
                        .append('–')
                        .append(Percentiles.text(bounds.highMicros()));
            }
        }
        return text.toString();
    }
}
