package org.latencyprobes.agent.select;

/**
 * The number of methods that are probed now. Classes of one name count once, however many class loaders have one: their methods have the
 * same probes. Asked by threads that load classes.
 */
public interface ProbedMethods {

    /** No method at all. */
    ProbedMethods NOTHING = new ProbedMethods() {
        @Override
        public int methods(String exceptClass) {
            return 0;
        }

        @Override
        public int methods(String rule, String exceptClass) {
            return 0;
        }
    };

    /**
     * How many methods are probed.
     *
     * @param exceptClass binary name of a class that is left out
     * @return the number
     */
    int methods(String exceptClass);

    /**
     * How many methods a rule has selected.
     *
     * @param rule as {@link MethodExplanation#rule} tells it
     * @param exceptClass binary name of a class that is left out
     * @return the number
     */
    int methods(String rule, String exceptClass);
}
