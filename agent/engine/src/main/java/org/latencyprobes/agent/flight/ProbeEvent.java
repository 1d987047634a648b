package org.latencyprobes.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The calls of one probe and outcome since the event before, in a recording of Flight Recorder. */
@Registered(false)
@Name(ProbeEvent.NAME)
@Label("Probe")
@Category("Latency Probes")
@Description(
        "The calls of a probe since the event before, or since the recording began. Times are N/A where too few calls were timed")
@Period("10 s")
@StackTrace(false)
final class ProbeEvent extends Event {

    static final String NAME = "latencyprobes.Probe";

    @Label("Probe")
    String probe;

    @Label("Tags")
    String tags;

    @Label("Outcome")
    @Description("ok, error or cancelled")
    String outcome;

    @Label("Calls")
    long count;

    @Label("Rate")
    @Frequency
    double rate;

    @Label("p50")
    @Timespan
    long p50;

    @Label("p99")
    @Timespan
    long p99;

    @Label("p99.9")
    @Timespan
    long p999;

    @Label("Max")
    @Timespan
    long max;
}
