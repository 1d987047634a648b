package org.latencyprobes.demo.date.experiment;

import org.latencyprobes.demo.common.figures.Distribution;

/**
 * The recordings of one run of an experiment, without its warm-up and the other runs.
 *
 * @param seconds how long it took
 * @param probe what the agent's probe recorded
 * @param outer what the harness recorded around the same calls: JLBH all of them, JMH a part
 * @param endToEnd JLBH's sample from the time at which a call was due, coordinated omission accounted for; empty under JMH
 * @param hiccups what the agent's hiccup sampler recorded meanwhile
 * @param osJitter what JLBH's spinning sampler recorded meanwhile; empty where it did not run
 */
public record ExperimentRun(
        double seconds,
        Distribution probe,
        Distribution outer,
        Distribution endToEnd,
        Distribution hiccups,
        Distribution osJitter) {

    public double callsPerSecond() {
        return probe.count() / seconds;
    }

    public ExperimentRun withOuter(Distribution recorder) {
        return new ExperimentRun(seconds, probe, recorder, endToEnd, hiccups, osJitter);
    }
}
