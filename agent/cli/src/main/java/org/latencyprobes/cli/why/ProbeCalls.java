package org.latencyprobes.cli.why;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.recording.MonitorEntry;

/**
 * What is known of a probe's calls before they are explained.
 *
 * @param key which calls
 * @param histogram of all timed calls, in ns; empty where it is not known
 * @param counted of the calls that the sample is of, in ns
 * @param kept those that are known one by one, slowest first
 * @param lost how many of those counted had no chance to be in the sample, by stratum
 * @param entries waits for the monitor of its methods before the calls
 * @param nothingKept what is said if there is no slow call
 */
record ProbeCalls(
        CallsKey key,
        Histogram histogram,
        Histogram counted,
        List<SingleCall> kept,
        double[] lost,
        List<MonitorEntry> entries,
        String nothingKept) {}
