package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.agent.cause.Band;
import org.latencyprobes.agent.cause.Cause;

/** Rows of {@link CausesTable} as lines for people. Stateless. */
public final class CausesText {

    private static final int MOST_PROBES = 20;
    private static final double LEAST_PERCENT = 0.5;
    private static final double PERCENT = 100;

    /** From this share on it is worth to look further. */
    private static final double MUCH_PERCENT = 20;

    private CausesText() {}

    /**
     * A line for each probe, or for each of the first of very many.
     *
     * @param rows as {@link CausesTable#to} made them
     * @param withBands whether the bands of a probe follow its line, where it has several
     * @return lines, not ended
     * @throws RuntimeException if they are others
     */
    public static List<String> lines(List<List<String>> rows, boolean withBands) {
        Map<List<String>, List<List<String>>> bands = rows.stream()
                .collect(Collectors.groupingBy(row -> row.subList(0, 3), LinkedHashMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        int probes = 0;
        for (List<List<String>> band : bands.values()) {
            boolean isProbe = band.get(0).get(2).equals(Band.ALL.label());
            probes += isProbe ? 1 : 0;
            if (probes <= MOST_PROBES && (isProbe || withBands && hasSeveral(bands, band.get(0)))) {
                lines.add(line(band, isProbe));
                lines.addAll(isProbe ? disturbed(band.get(0)) : List.of());
            }
        }
        if (probes > MOST_PROBES) {
            lines.add("  and " + (probes - MOST_PROBES) + " more probes with slow calls");
        }
        return lines;
    }

    /**
     * How to find out what calls waited for, where that is not known of many.
     *
     * @param rows as {@link CausesTable#to} made them
     * @return a line, not ended, or none
     * @throws RuntimeException if they are others
     */
    public static List<String> advice(List<List<String>> rows) {
        return rows.stream()
                        .anyMatch(row -> row.get(2).equals(Band.ALL.label())
                                && row.get(7).equals(Cause.NOT_KNOWN.label())
                                && percent(row, 9) >= MUCH_PERCENT)
                ? List.of("what is not known is mostly waits: the command tail tells what for")
                : List.of();
    }

    /** One of them would say what the probe's line says. */
    private static boolean hasSeveral(Map<List<String>, List<List<String>>> bands, List<String> row) {
        return bands.keySet().stream()
                        .filter(key -> key.subList(0, 2).equals(row.subList(0, 2)))
                        .count()
                > 2;
    }

    private static String line(List<List<String>> band, boolean isProbe) {
        List<String> first = band.get(0);
        String head = isProbe ? "why " + first.get(0) + Texts.label(first.get(1)) : "  " + first.get(2);
        String calls = number(first.get(5)) + " of " + number(first.get(4)) + " calls"
                + (isProbe ? " from p99 on were kept" : "");
        return head + ": " + shares(band) + chance(band) + "; " + calls;
    }

    /** Nothing where these are few, and where an agent of an earlier version has made the row. */
    private static List<String> disturbed(List<String> row) {
        if (row.size() <= 12 || PERCENT * Long.parseLong(row.get(11)) < LEAST_PERCENT * Long.parseLong(row.get(5))) {
            return List.of();
        }
        return row.get(12).isEmpty()
                ? List.of()
                : List.of("  " + DisturbancesTable.calls(row.get(11), row.get(5), row.get(12)));
    }

    private static String shares(List<List<String>> band) {
        List<String> shares = new ArrayList<>();
        for (List<String> row : band) {
            if (percent(row, 9) >= LEAST_PERCENT) {
                shares.add(words(row)
                        + percentText(row, 9)
                        + (isStall(row) ? " (" + number(row.get(8)) + " of " + number(row.get(5)) + " calls)" : ""));
            }
        }
        return shares.isEmpty() ? "nothing above the median" : String.join(", ", shares);
    }

    private static String chance(List<List<String>> band) {
        if (band.stream().allMatch(row -> row.get(10).isEmpty())
                && band.stream().anyMatch(CausesText::isStall)) {
            return "  (chance: not known)";
        }
        String shares = band.stream()
                .filter(row -> percent(row, 10) >= LEAST_PERCENT)
                .map(row -> words(row) + percentText(row, 10))
                .collect(Collectors.joining(", "));
        return shares.isEmpty() ? "" : "  (chance: " + shares + ')';
    }

    private static boolean isStall(List<String> row) {
        return Arrays.stream(Cause.values())
                .anyMatch(cause -> cause.isStall() && cause.label().equals(row.get(7)));
    }

    private static String words(List<String> row) {
        return row.get(7).replace('-', ' ');
    }

    private static double percent(List<String> row, int at) {
        return row.get(at).isEmpty() ? 0 : Double.parseDouble(row.get(at));
    }

    private static String percentText(List<String> row, int at) {
        return String.format(Locale.ROOT, " %.0f %%", percent(row, at));
    }

    static String number(String cell) {
        return String.format(Locale.ROOT, "%,d", Long.parseLong(cell));
    }
}
