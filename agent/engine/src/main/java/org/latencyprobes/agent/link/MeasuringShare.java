package org.latencyprobes.agent.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latencyprobes.counts.Nesting;
import org.latencyprobes.report.Numbers;

/**
 * What measuring adds to one probe: the calls of other probes inside it, or of itself, and what measuring those takes. An estimate; nothing
 * that was recorded is corrected by it.
 *
 * @param name the probe's name
 * @param tags its tags, in order
 * @param insidePerCall how many calls of probes are inside a call, on average
 * @param share what measuring those takes, as a share of the probe's time, from 0 to 1
 */
public record MeasuringShare(String name, Map<String, String> tags, double insidePerCall, double share) {

    private static final int MOST_SENTENCES = 20;
    private static final double PERCENT = 100;
    private static final double FEW = 10;

    /**
     * For people, below a table.
     *
     * @param shares in order
     * @return a sentence for each, or for the first of very many
     */
    public static List<String> sentences(List<MeasuringShare> shares) {
        List<String> sentences = new ArrayList<>();
        shares.stream().limit(MOST_SENTENCES).forEach(share -> sentences.add(share.sentence()));
        if (shares.size() > MOST_SENTENCES) {
            sentences.add("  and " + (shares.size() - MOST_SENTENCES) + " more probes with probes inside");
        }
        return sentences;
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
     * @return one line, which begins with a mark where the share is high
     */
    public String sentence() {
        return (isMarked() ? "! " : "  ") + name + (tags.isEmpty() ? "" : tags) + ": " + summary();
    }

    /**
     * The same without the probe's name.
     *
     * @return {@code 94 % of it measuring (25 probes inside)}
     */
    public String summary() {
        double inside = Math.round(insidePerCall * 10) / 10.0;
        return Numbers.fixed(PERCENT * share, 0) + " % of it measuring ("
                + Numbers.fixed(inside, inside < FEW && inside % 1 != 0 ? 1 : 0)
                + (inside == 1 ? " probe" : " probes") + " inside)";
    }
}
