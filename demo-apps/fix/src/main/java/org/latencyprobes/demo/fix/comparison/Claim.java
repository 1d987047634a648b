package org.latencyprobes.demo.fix.comparison;

/**
 * A published claim and what was measured for it.
 *
 * @param text the claim, shortly
 * @param published the figures that it was published with
 * @param here what was measured in the blocks that are judged, with its interval
 * @param blocks how many these are, and of how many
 * @param inAll the same in all blocks
 * @param ceiling the largest factor that the machine can show, with its interval; a dash where there is none
 * @param evidence what is to be judged
 * @param isPrimary whether it is the one that is judged by itself
 */
public record Claim(
        String text,
        String published,
        String here,
        String blocks,
        String inAll,
        String ceiling,
        Evidence evidence,
        boolean isPrimary) {

    Claim(String text, String published, String here, String blocks, String inAll, String ceiling, Evidence evidence) {
        this(text, published, here, blocks, inAll, ceiling, evidence, false);
    }

    /** The level of every test. */
    private static final double SIGNIFICANT = 0.05;

    /**
     * What a verdict is made from.
     *
     * @param known the verdict, where no test is needed; else empty
     * @param holds whether the estimate is on the claim's side of the limit from which on the claim holds
     * @param pValue of the hypothesis that the figure is at that limit
     */
    public record Evidence(String known, boolean holds, double pValue) {

        static Evidence known(String verdict) {
            return new Evidence(verdict, false, 1);
        }

        static Evidence tested(boolean holds, double pValue) {
            return new Evidence("", holds, pValue);
        }

        boolean isTested() {
            return known.isEmpty();
        }
    }

    /** The same claim with other evidence. */
    Claim with(Evidence other) {
        return new Claim(text, published, here, blocks, inAll, ceiling, other, isPrimary);
    }

    /** The same claim, judged by itself. */
    Claim asPrimary() {
        return new Claim(text, published, here, blocks, inAll, ceiling, evidence, true);
    }

    /** Whether its p-value is corrected for the number of such claims. */
    public boolean isCorrected() {
        return evidence.isTested() && !isPrimary;
    }

    /**
     * The verdict in words.
     *
     * @param pValue the evidence's own, or what the other claims leave of it
     */
    public String verdict(double pValue) {
        if (!evidence.isTested()) {
            return evidence.known();
        }
        if (pValue >= SIGNIFICANT) {
            return "undecided";
        }
        return evidence.holds() ? "reproduced" : "not reproduced";
    }
}
