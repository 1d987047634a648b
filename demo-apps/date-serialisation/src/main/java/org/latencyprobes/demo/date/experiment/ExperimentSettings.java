package org.latencyprobes.demo.date.experiment;

/**
 * The settings of all experiments, from the command line. They reach the child JVMs as properties.
 *
 * @param rate calls per second in the server, and in the control without TCP
 * @param iterations calls per run there
 * @param warmUp calls before the first run there
 * @param microRate calls per second of the JLBH micro-benchmark
 * @param microIterations calls per run there
 * @param microWarmUp calls before the first run there
 * @param runs runs per experiment; the first is shown, but not compared
 * @param rounds how often all experiments are repeated
 * @param jmhWarmUps JMH's warm-up iterations
 * @param jmhIterations JMH's measured iterations
 * @param jmhSeconds length of each
 * @param microJlbh whether the JLBH micro-benchmark runs
 * @param spinning whether the verdict is about the server that polls its sockets, rather than the one that waits
 * @param osJitter whether JLBH's spinning sampler stands in for the agent's hiccup sampler
 */
public record ExperimentSettings(
        int rate,
        long iterations,
        int warmUp,
        int microRate,
        long microIterations,
        int microWarmUp,
        int runs,
        int rounds,
        int jmhWarmUps,
        int jmhIterations,
        int jmhSeconds,
        boolean microJlbh,
        boolean spinning,
        boolean osJitter) {}
