package org.latencyprobes.cli.merge;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.analysis.statistics.TailSamples;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogSource;
import org.latencyprobes.cli.logs.MergeCounts;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Numbers;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.UnitFactors;

/**
 * A run of the command {@code rank}: which hosts, versions or hours hold the fleet's tail.
 *
 * @param sources files; a stream can't be read twice
 * @param filter the lines to include
 * @param skipsBad whether malformed lines are skipped
 * @param by the key of a tag, or {@code hour}
 * @param percentile 0 to 100
 * @param top how many parts of each probe to show
 */
public record RankRun(
        List<LogSource> sources, LineFilter filter, boolean skipsBad, String by, double percentile, int top) {

    /** A part, which is a value of the tag's key, or an hour. */
    private record Part(
            String probe,
            String outcome,
            String part,
            long calls,
            BigDecimal callsPercent,
            long beyond,
            BigDecimal tailPercent,
            BigDecimal lowPercent,
            BigDecimal highPercent,
            String verdict) {}

    /**
     * Reads the logs and ranks.
     *
     * @param stderr the stream for the progress if it is a terminal
     * @return a sentence for each probe, and the table {@code rank}
     */
    public Answer answer(PrintStream stderr) {
        if (sources.isEmpty()) {
            return Answer.failed(ExitCode.FAILED, "there is no histogram log");
        }
        TailRank ranking = new TailRank(this, stderr);
        try {
            MergeCounts counts = ranking.run();
            Answer answer = new Answer()
                    .say("read " + Plural.of(counts.lines(), "line", "lines") + " of "
                            + Plural.of(sources.size(), "log", "logs") + ", twice");
            counts.remarks().forEach(answer::say);
            if (ranking.probes().isEmpty()) {
                return Answer.failed(ExitCode.FAILED, ranking.reading().nothing());
            }
            return ranked(answer, ranking);
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, MergeRun.reason(e));
        } catch (OutOfMemoryError e) {
            return Answer.failed(
                    ExitCode.FAILED, "out of memory; choose probes by --probe, or give more with java -Xmx");
        }
    }

    private Answer ranked(Answer answer, TailRank ranking) {
        if (ranking.untimed() > 0) {
            answer.say(String.format(
                    Locale.ROOT,
                    "%,d calls were counted and not timed: all shares are of the calls that were timed",
                    ranking.untimed()));
        }
        if (ranking.probes().stream()
                .flatMap(probe -> ranking.tail(probe).shares().stream())
                .allMatch(share -> share.part().equals(RankKey.NONE))) {
            Set<String> keys = ranking.reading().tagKeys();
            return Answer.failed(
                    ExitCode.FAILED,
                    "no line has the tag " + by + "; --by takes hour, host with a log's folder, "
                            + (keys.isEmpty() ? "and keys of tags" : "or " + String.join(", ", keys)));
        }
        ranking.probes().forEach(probe -> answer.say(sentence(probe, ranking.tail(probe))));
        List<Part> parts = ranking.probes().stream()
                .filter(probe -> ranking.tail(probe).beyond() >= TailSamples.TO_PRINT)
                .flatMap(probe ->
                        ranking.tail(probe).shares().stream().limit(top).map(share -> part(probe, share)))
                .toList();
        Table table = Table.of("rank", Part.class, parts);
        table.columns().set(table.indexOf("part"), Column.text(by));
        answer.tables().add(table);
        return answer;
    }

    private static Part part(Tag probe, TailCounts.Share share) {
        boolean isBounded = share.tailShare().isBounded();
        return new Part(
                MergeTable.name(probe),
                probe.outcome(),
                share.part(),
                share.calls(),
                percents(share.callShare()),
                share.beyond(),
                percents(share.tailShare().estimate()),
                isBounded ? percents(share.tailShare().low()) : null,
                isBounded ? percents(share.tailShare().high()) : null,
                share.verdict());
    }

    /** Null where it is not known. */
    private static BigDecimal percents(double share) {
        return Double.isNaN(share) ? null : BigDecimal.valueOf(PERCENT * share).setScale(2, RoundingMode.HALF_UP);
    }

    private String sentence(Tag probe, TailCounts tail) {
        String tailName = String.format(
                Locale.ROOT,
                "beyond %s, %s",
                Percentiles.name(percentile),
                Durations.text(tail.beyondNanos() / UnitFactors.NANOS_PER_MICRO));
        String subject = (MergeTable.name(probe) + ' ' + probe.outcome()).strip() + ": ";
        if (tail.beyond() == 0) {
            return subject + "no call is " + tailName;
        }
        if (tail.beyond() < TailSamples.TO_PRINT) {
            return subject + "too few calls beyond " + Percentiles.name(percentile) + ": " + tail.beyond() + ", "
                    + TailSamples.TO_PRINT + " are needed";
        }
        List<TailCounts.Share> shares = tail.shares();
        if (shares.size() == 1) {
            return subject + "all calls have the same " + by + ", "
                    + shares.get(0).part();
        }
        TailCounts.Share first = shares.get(0);
        String text = String.format(
                Locale.ROOT,
                "%s%s %s has %s %% of the %,d calls %s, and %s %% of all calls",
                subject,
                by,
                first.part(),
                Numbers.percent(PERCENT * first.tailShare().estimate()),
                tail.beyond(),
                tailName,
                Numbers.percent(PERCENT * first.callShare()));
        return tail.hasIntervals()
                ? text
                : text + "; no intervals, as they need calls beyond in " + QuantileEstimate.LEAST_BLOCKS
                        + " stretches of time";
    }
}
