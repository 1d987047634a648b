package org.latencyprobes.agent.figures;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.latencyprobes.agent.cause.PercentileBand;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.sample.Share;

/** What slow calls were slow for, as lines for people. Stateless. */
public final class CausesText {

    private static final int MOST_PROBES = 20;
    private static final double LEAST_PERCENT = 0.5;

    /** From this share of calls on of which nothing is known it is said. */
    private static final double MUCH_LOST_PERCENT = 5;

    /** From this share on it is worth to look further. */
    private static final double MUCH_PERCENT = 20;

    private CausesText() {}

    /**
     * A line for each probe, or for each of the first of very many.
     *
     * @param shares those of a probe together, all of its bands first
     * @param withBands whether the bands of a probe follow its line, where it has several
     * @return lines, not ended
     */
    public static List<String> lines(List<CauseShare> shares, boolean withBands) {
        Map<List<Object>, List<List<CauseShare>>> probes = new LinkedHashMap<>();
        shares.stream()
                .collect(Collectors.groupingBy(
                        share -> List.of(share.probe(), share.tags(), share.band()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((key, band) -> probes.computeIfAbsent(key.subList(0, 2), any -> new ArrayList<>())
                        .add(band));
        List<String> lines = new ArrayList<>();
        probes.values().stream().limit(MOST_PROBES).forEach(bands -> lines.addAll(ofProbe(bands, withBands)));
        if (probes.size() > MOST_PROBES) {
            lines.add("  and " + (probes.size() - MOST_PROBES) + " more probes with slow calls");
        }
        return lines;
    }

    private static List<String> ofProbe(List<List<CauseShare>> bands, boolean withBands) {
        List<String> lines = new ArrayList<>();
        for (List<CauseShare> band : bands) {
            boolean isProbe = isOfAll(band.get(0));
            boolean isShown = isProbe || withBands && bands.size() > 2; // one would say what the probe's line says
            if (isShown) {
                lines.add(line(band, isProbe));
                lines.addAll(isProbe ? disturbed(band.get(0)) : List.of());
            }
        }
        return lines;
    }

    private static boolean isOfAll(CauseShare share) {
        return share.band().equals(PercentileBand.ALL.label());
    }

    /**
     * How to find out what calls waited for, where that is not known of many.
     *
     * @param shares as above
     * @return a line, not ended, or none
     */
    public static List<String> advice(List<CauseShare> shares) {
        return shares.stream()
                        .anyMatch(share -> isOfAll(share)
                                && share.cause().equals(Cause.UNKNOWN.label())
                                && share.sharePercent() >= MUCH_PERCENT)
                ? List.of("what is unknown is mostly waits: the command why tells what for")
                : List.of();
    }

    private static String line(List<CauseShare> band, boolean isProbe) {
        CauseShare first = band.get(0);
        String head = isProbe ? "why " + first.probe() + Texts.label(first.tags()) : "  " + first.band();
        String calls = number(first.explained()) + " of " + number(first.calls()) + " calls"
                + (isProbe ? " from p99 on were looked at" : "");
        String lost = first.lostPercent() < MUCH_LOST_PERCENT
                ? ""
                : String.format(Locale.ROOT, ", nothing is known of %.0f %%", first.lostPercent());
        return head + ": " + shares(band) + chance(band) + "; " + calls + lost;
    }

    /** Nothing where these are few. */
    private static List<String> disturbed(CauseShare share) {
        boolean areFew = PERCENT * share.disturbed() < LEAST_PERCENT * share.explained();
        return areFew || share.disturbedBy().isEmpty()
                ? List.of()
                : List.of("  " + DisturbancesTable.calls(share.disturbed(), share.explained(), share.disturbedBy()));
    }

    private static String shares(List<CauseShare> band) {
        return joined(
                band, CauseShare::sharePercent, share -> ' ' + ofTime(share).text());
    }

    private static String chance(List<CauseShare> band) {
        if (band.stream().allMatch(share -> Double.isNaN(share.chancePercent()))
                && band.stream().anyMatch(CausesText::isStall)) {
            return "  (coincidence: not known)";
        }
        String shares = joined(
                band,
                CauseShare::chancePercent,
                share -> String.format(Locale.ROOT, " %.0f %%", share.chancePercent()));
        return shares.isEmpty() ? "" : "  (coincidence: " + shares + ')';
    }

    /**
     * A cause's share of the time.
     *
     * @param share as in the table
     * @return with its interval
     */
    public static Share ofTime(CauseShare share) {
        return share(share.shareLowPercent(), share.sharePercent(), share.shareHighPercent());
    }

    /**
     * A cause's share of the calls.
     *
     * @param share as in the table
     * @return with its interval
     */
    public static Share ofCalls(CauseShare share) {
        return share(share.callsLowPercent(), share.callsPercent(), share.callsHighPercent());
    }

    private static Share share(double low, double estimate, double high) {
        return new Share(low / PERCENT, estimate / PERCENT, high / PERCENT);
    }

    private static String joined(
            List<CauseShare> band, ToDoubleFunction<CauseShare> percent, Function<CauseShare, String> text) {
        return band.stream()
                .filter(share -> percent.applyAsDouble(share) >= LEAST_PERCENT)
                .map(share -> share.cause() + text.apply(share))
                .collect(Collectors.joining(", "));
    }

    private static boolean isStall(CauseShare share) {
        return Cause.labelled(share.cause()).isStall();
    }

    static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
