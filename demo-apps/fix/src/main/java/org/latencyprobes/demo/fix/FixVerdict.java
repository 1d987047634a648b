package org.latencyprobes.demo.fix;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The verdict on one published claim.
 *
 * @param claim as it was published, shortly
 * @param finding in one word
 * @param because the figures that say so
 */
record FixVerdict(String claim, Finding finding, String because) {

    enum Finding {
        REPRODUCED("reproduced: "),
        IN_PART("reproduced in part: "),
        NOT_REPRODUCED("not reproduced here, because "),
        TOO_NOISY("too noisy to say: "),
        NOT_MEASURED("no verdict: ");

        private final String opening;

        Finding(String opening) {
            this.opening = opening;
        }
    }

    /**
     * A figure to check the claim against, over all its runs.
     *
     * @param figure what the claim is about
     * @param least from which on it holds
     * @param disturbed whether others used the machine during all of its runs
     * @param text the figure in words
     */
    record Evidence(Range figure, double least, boolean disturbed, String text) {

        boolean holds() {
            return !disturbed && figure.isAtLeast(least);
        }

        boolean fails() {
            return !disturbed && figure.isBelow(least);
        }

        private String sentence() {
            if (disturbed) {
                return text + ", while others used the machine";
            }
            return text + (holds() || fails() || Double.isInfinite(figure.middle()) ? "" : ", runs disagree");
        }
    }

    static FixVerdict notMeasured(String claim) {
        return new FixVerdict(claim, Finding.NOT_MEASURED, "the measurements that it needs were not made");
    }

    /**
     * Decides. A claim is reproduced if every figure shows it in all its runs. A figure with runs on both sides of the claim says nothing.
     */
    static FixVerdict of(String claim, String opening, List<Evidence> evidence) {
        if (evidence.isEmpty()) {
            return notMeasured(claim);
        }
        Finding finding;
        if (evidence.stream().allMatch(Evidence::holds)) {
            finding = Finding.REPRODUCED;
        } else if (evidence.stream().anyMatch(Evidence::holds)) {
            finding = Finding.IN_PART;
        } else {
            finding = evidence.stream().anyMatch(Evidence::fails) ? Finding.NOT_REPRODUCED : Finding.TOO_NOISY;
        }
        return new FixVerdict(
                claim,
                finding,
                opening + evidence.stream().map(Evidence::sentence).collect(Collectors.joining("; ")));
    }

    /** For people. */
    String sentence() {
        return claim + ": " + finding.opening + because + ".";
    }
}
