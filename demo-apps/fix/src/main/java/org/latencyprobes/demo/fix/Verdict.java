package org.latencyprobes.demo.fix;

/**
 * What became of one published claim.
 *
 * @param claim as it was published, shortly
 * @param finding in one word
 * @param because the figures that say so
 */
record Verdict(String claim, Finding finding, String because) {

    enum Finding {
        REPRODUCED("reproduced: "),
        NOT_REPRODUCED("not reproduced here, because "),
        TOO_NOISY("too noisy to say: "),
        NOT_MEASURED("no verdict: ");

        private final String opening;

        Finding(String opening) {
            this.opening = opening;
        }
    }

    /** For people. */
    String sentence() {
        return claim + ": " + finding.opening + because + ".";
    }
}
