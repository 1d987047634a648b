package org.latencyprobes.cli.ui;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.report.StallMark;

/**
 * What one probe recorded in some time.
 *
 * @param total all its samples, in ns
 * @param slices the same by slices of time, each with its times, in order; empty where they are not known
 * @param stalls of the JVM in that time, by kind
 * @param endMillis the end of that time, in ms since 1970: that of the newest snapshot, or of the last slice of logs
 * @param calls slow ones of the last ten minutes, the longest first; empty where they are not known
 * @param causes of calls from p99 on, of all outcomes, since the start; empty where they are not known
 */
record ProbeRecording(
        Histogram total,
        List<Histogram> slices,
        Map<String, List<StallMark>> stalls,
        double endMillis,
        List<SingleCall> calls,
        List<CauseShare> causes) {}
