package org.latencyprobes.cli.why;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.cli.why.band.Band;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.band.BandFigures.OfCause;
import org.latencyprobes.cli.why.band.BandFigures.Without;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.explain.sample.Share;

/** The table of the causes of a tail's band, for people, and what follows from it. */
record BandText(WhyReport report, ProbeTail tail) {

    /** The longest line. */
    static final int COLUMNS = 100;

    private static final int LEAST_CAUSE = 18;
    /** Where a line may end: not between a number and its unit. */
    private static final Pattern GAP = Pattern.compile("(?<!\\d) | (?!(?:%|[nµm]?s)(?![\\p{L}\\d]))");

    /** Causes with less of the calls and of their time are left out. */
    private static final double LEAST_SHARE = 0.005;

    /** From this share of lost calls on it is said. */
    private static final double MUCH_LOST = 0.05;

    /** Fewer times that one thing happened say nothing of another period. */
    private static final int FEW_EPISODES = 10;

    List<String> table(int columns) {
        BandFigures figures = tail.figures();
        if (figures.isListed()) {
            return tail.splits().stream()
                    .limit(Band.CALLS_TO_ESTIMATE)
                    .map(split -> "  " + WhyText.single(report, split))
                    .toList();
        }
        if (figures.causes().isEmpty()) {
            return List.of(noFigures(figures));
        }
        List<OfCause> causes = tail.causes().stream()
                .filter(cause -> isShown(cause.calls()) || isShown(cause.time()))
                .toList();
        int width = causes.stream().mapToInt(cause -> cause.cause().length()).reduce(LEAST_CAUSE, Math::max);
        String row = "  %-" + width + "s  %-13s  %-13s  ";
        List<String> lines = new ArrayList<>();
        lines.add(String.format(row, "cause", "calls", "time") + "where");
        for (OfCause cause : causes) {
            String begin = String.format(
                    row, cause.cause(), cause.calls().text(), cause.time().text());
            lines.addAll(wrapped(begin, where(cause), columns));
        }
        int small = figures.causes().size() - causes.size();
        if (small > 0) {
            lines.add("  and " + Plural.of(small, "cause", "causes") + " below 1 %");
        }
        if (figures.lost() > MUCH_LOST) {
            String begin = String.format(row, "not recorded", Math.round(PERCENT * figures.lost()) + " %", "");
            String reason = report.subject().isRecording() ? "not slow for the agent" : "usual when they came";
            lines.addAll(wrapped(begin, reason + ", or too many at once", columns));
        }
        return lines.stream().map(String::stripTrailing).toList();
    }

    static String noFigures(BandFigures figures) {
        return String.format(
                Locale.ROOT,
                "  %.0f %% of these calls were not recorded: no figures%s",
                PERCENT * figures.lost(),
                figures.band().percentile() > 0 && figures.band().percentile() < 99.9
                        ? "; --beyond p99.9 may have some"
                        : "");
    }

    private static boolean isShown(Share share) {
        return share.estimate() >= LEAST_SHARE;
    }

    /** Lines that are not longer than they may be, as far as words allow; those after the first one are indented where there is room. */
    static List<String> wrapped(String begin, String text, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(begin);
        for (String word : GAP.split(text, -1)) {
            if (line.length() + word.length() > columns && !line.toString().isBlank()) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(" ".repeat(Math.max(2, Math.min(begin.length(), columns - word.length()))));
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** What is known of a cause, in words. */
    String where(OfCause cause) {
        List<String> parts = new ArrayList<>(tail.details(cause.cause()));
        if (cause.cause().equals(StallKind.GC.label())
                && report.evidence().deep() != null
                && !report.evidence().deep().mostAllocation().isEmpty()) {
            parts.add("most allocation in " + report.evidence().deep().mostAllocation());
        }
        double chance = tail.chance().getOrDefault(cause.cause(), 0.0);
        String coincidence = chance >= LEAST_SHARE ? "(coincidence: " + Math.round(PERCENT * chance) + " %)" : "";
        return (String.join("; ", parts) + ' ' + coincidence).strip();
    }

    /** One line for each cause. */
    List<String> without() {
        Map<String, List<String>> changed = new LinkedHashMap<>();
        List<String> unchanged = new ArrayList<>();
        for (Without one : tail.figures().without()) {
            if (!isChanged(tail, one)) {
                unchanged.add("without " + one.cause() + ", " + name(one) + " would be about the same");
            } else {
                changed.computeIfAbsent(one.cause(), any -> new ArrayList<>())
                        .add(name(one) + " would be " + value(one));
            }
        }
        List<String> lines = new ArrayList<>();
        changed.forEach((cause, parts) -> lines.add("without " + cause + ", "
                + String.join(" and ", parts).replaceAll("(?<= and )(p[0-9.]+) would be", "$1")));
        lines.addAll(unchanged);
        return lines;
    }

    /** Whether a reader would see another figure. */
    static boolean isChanged(ProbeTail tail, Without one) {
        return !one.isUnchanged() && !shown(one).equals(DurationText.of(tail.percentileNanos(one.percentile())));
    }

    static String name(Without one) {
        return 'p' + String.valueOf(one.percentile()).replaceFirst("\\.0$", "");
    }

    static String shown(Without one) {
        return DurationText.of(one.isAtMost() ? one.highNanos() : one.nanos());
    }

    /** With the ends in the same unit where they have it. */
    static String value(Without one) {
        if (one.isAtMost()) {
            return "≤ " + shown(one);
        }
        if (one.isExact()) {
            return shown(one);
        }
        String[] low = DurationText.of(one.lowNanos()).split(" ");
        String[] high = DurationText.of(one.highNanos()).split(" ");
        String[] value = shown(one).split(" ");
        boolean isSame = low[1].equals(high[1]) && low[1].equals(value[1]);
        return String.join(" ", value) + " ("
                + (isSame ? low[0] + '–' + high[0] : String.join(" ", low) + '–' + String.join(" ", high)) + ')';
    }

    /** What limits the figures. */
    List<String> cautions() {
        List<String> lines = new ArrayList<>();
        if (!tail.figures().isListed()) {
            tail.figures().causes().stream()
                    .limit(1)
                    .map(OfCause::cause)
                    .filter(ProbeTail::isRemovable)
                    .forEach(cause -> {
                        int episodes = tail.episodes(cause);
                        if (episodes < FEW_EPISODES) {
                            lines.add(cause + " came in " + Plural.of(episodes, "episode", "episodes")
                                    + ": another period may have another share of it");
                        }
                    });
        }
        lines.addAll(report.circumstances(tail));
        return lines.stream().map(line -> "caution: " + line.strip()).toList();
    }
}
