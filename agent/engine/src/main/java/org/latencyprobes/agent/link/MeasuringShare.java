package org.latencyprobes.agent.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.counts.Nesting;
import org.latencyprobes.report.Numbers;

/**
 * What measuring adds to one probe: the calls of other probes inside it, or of itself, and what measuring those takes. An estimate; nothing
 * that was recorded is corrected by it.
 *
 * @param name the probe's name
 * @param tags its tags, in order
 * @param insidePerCall how many calls of probes are inside a call, timed or not, on average; NaN where none is known
 * @param timedInside how many of them are timed; NaN likewise
 * @param share what measuring those takes, as a share of the probe's time, from 0 to 1; NaN likewise
 * @param calls how many calls the probe has that were timed
 * @param unknown of how many of them it is not known what was inside
 * @param withItself how many of them had a call of the same probe inside
 * @param most what the share of measuring in these is at most, from 0 to 1; 0 where there are none
 */
public record MeasuringShare(
        String name,
        Map<String, String> tags,
        double insidePerCall,
        double timedInside,
        double share,
        long calls,
        long unknown,
        long withItself,
        double most) {

    private static final int MOST_SENTENCES = 20;

    /** How the names of constructors end, which have no clause {@code outermost}. */
    private static final String CONSTRUCTOR = ".new";

    private static final int MOST_NAMED = 5;
    private static final double PERCENT = 100;
    private static final double FEW = 10;

    /**
     * For people, below a table.
     *
     * @param shares in order
     * @return a sentence for each, or for the first of very many, and one for all of which nothing is known
     */
    public static List<String> sentences(List<MeasuringShare> shares) {
        List<String> sentences = new ArrayList<>();
        List<MeasuringShare> known =
                shares.stream().filter(MeasuringShare::isKnown).toList();
        known.stream().limit(MOST_SENTENCES).forEach(share -> sentences.add(share.sentence()));
        if (known.size() > MOST_SENTENCES) {
            sentences.add("  and " + (known.size() - MOST_SENTENCES) + " more probes with probes inside");
        }
        if (known.size() < shares.size()) {
            sentences.add(
                    notKnown(shares.stream().filter(share -> !share.isKnown()).toList()));
        }
        return sentences;
    }

    private static String notKnown(List<MeasuringShare> shares) {
        return "? how much is measuring is not known of calls that no thread's own lane counts, such as those of virtual threads: "
                + shares.stream()
                        .limit(MOST_NAMED)
                        .map(share -> share.label() + " (" + Numbers.fixed(share.unknown, 0) + " of "
                                + Numbers.fixed(share.calls, 0) + " calls, at most "
                                + Numbers.fixed(PERCENT * share.most, 0) + " %)")
                        .collect(Collectors.joining(", "))
                + (shares.size() > MOST_NAMED ? " and " + (shares.size() - MOST_NAMED) + " more" : "");
    }

    /**
     * That calls of one probe are inside each other, as of an override that calls {@code super}, of overloads, or in recursion.
     *
     * @return a sentence; empty where none was seen to be
     */
    public String nestedInItself() {
        return withItself == 0 ? "" : label() + ": " + inItself();
    }

    private String label() {
        return name + (tags.isEmpty() ? "" : tags);
    }

    /**
     * Whether any call of a probe was seen inside.
     *
     * @return false where no share can be told
     */
    public boolean isKnown() {
        return !Double.isNaN(share);
    }

    /**
     * Whether the share may be high in those calls of which it is not known.
     *
     * @return true where it may be above a tenth
     */
    public boolean isUnclear() {
        return most > Nesting.MARKED_SHARE;
    }

    /**
     * What stands before it.
     *
     * @return {@code !} where the share is high, {@code ?} where it may be, else nothing
     */
    public String mark() {
        return isMarked() ? "!" : isUnclear() ? "?" : "";
    }

    /**
     * Whether the share is such that figures should not be taken for the method's own.
     *
     * @return true above a tenth
     */
    public boolean isMarked() {
        return share > Nesting.MARKED_SHARE;
    }

    /**
     * For people.
     *
     * @return one line, which begins with the mark
     */
    private String sentence() {
        return (mark().isEmpty() ? " " : mark()) + ' ' + label() + ": " + summary();
    }

    /**
     * The same without the probe's name.
     *
     * @return {@code 94 % of it measuring (25 probes inside)}
     */
    private String summary() {
        String inside = number(insidePerCall);
        String timed = number(timedInside);
        return Numbers.fixed(PERCENT * share, 0) + " % of it measuring (" + inside
                + (inside.equals("1") ? " probe" : " probes") + " inside"
                + (timed.equals(inside) ? "" : ", " + timed + " timed")
                + (unknown == 0
                        ? ")"
                        : "; known of " + Numbers.fixed(calls - unknown, 0) + " of " + Numbers.fixed(calls, 0)
                                + " calls)")
                + (withItself == 0 ? "" : ", " + inItself());
    }

    /** In how many of its calls it is inside itself, and what counts each only once. */
    private String inItself() {
        return "inside itself in " + Numbers.fixed(withItself, 0) + " of " + Numbers.fixed(calls, 0) + " calls"
                + (name.endsWith(CONSTRUCTOR) ? "" : ": outermost would count those around them alone");
    }

    private static String number(double calls) {
        double rounded = Math.round(calls * 10) / 10.0;
        return rounded == 0 && calls > 0
                ? "fewer than 0.1"
                : Numbers.fixed(rounded, rounded < FEW && rounded % 1 != 0 ? 1 : 0);
    }
}
