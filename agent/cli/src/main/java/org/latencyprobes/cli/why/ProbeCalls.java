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
 * @param kept its slow calls, slowest first
 * @param seen how many slow calls there were at least, of those that are asked for
 * @param entries waits for the monitor of its methods before the calls
 * @param nothingKept what is said if there is no slow call
 */
record ProbeCalls(
        CallsKey key,
        Histogram histogram,
        List<SingleCall> kept,
        long seen,
        List<MonitorEntry> entries,
        String nothingKept) {}
