package org.latencyprobes.agent.backends.dashboard;

import static org.latencyprobes.agent.backends.dashboard.Panel.Type.HEATMAP;
import static org.latencyprobes.agent.backends.dashboard.Panel.Type.LINES;
import static org.latencyprobes.agent.backends.dashboard.Panel.Type.STAT;

import java.util.List;

/**
 * The description of which {@code docs/grafana/latency-probes.json} is made. Percentiles are always of summed histograms, over however
 * many JVMs, and never of percentiles.
 */
public final class Dashboard {

    /** The choices at its top. */
    public static final List<Variable> VARIABLES = List.of(
            new Variable(Variable.Kind.LABELS, "job", "application", "label_values(probe_published, job)"),
            new Variable(
                    Variable.Kind.LABELS, "instance", "JVM", "label_values(probe_published{job=~\"$job\"}, instance)"),
            new Variable(
                    Variable.Kind.LABELS,
                    "probe",
                    "probe",
                    "label_values(probe_duration_max_seconds{job=~\"$job\"}, probe)"),
            new Variable(
                    Variable.Kind.LABELS, "outcome", "outcome", "label_values(probe_duration_max_seconds, outcome)"),
            new Variable(
                    Variable.Kind.LIST,
                    "by",
                    "a line for each",
                    "probe, job, probe\\, instance, probe\\, outcome, probe\\, outcome\\, instance"),
            new Variable(Variable.Kind.LIST, "objective", "SLO: share of calls within it", "0.999, 0.99, 0.9999"));

    private static final String JVMS = "job=~\"$job\", instance=~\"$instance\"";
    private static final String PROBES = JVMS + ", probe=~\"$probe\"";
    private static final String CALLS = PROBES + ", outcome=~\"$outcome\"";
    private static final String RATE = "(rate(probe_duration_seconds{" + CALLS + "}[$__rate_interval]))";
    /** All calls, where the histogram holds those that were timed. */
    private static final String CALL_RATE = rateOfCalls(CALLS);

    private static final String LEGEND = "{{probe}} {{outcome}} {{instance}}";

    private Dashboard() {}

    /** What it shows. */
    public static List<Row> rows() {
        return List.of(
                Row.of("Now", true, now()),
                Row.of("Durations", true, durations()),
                Row.of("Calls", true, calls()),
                Row.of("SLO", true, slo()),
                Row.of("The machine: what the JVM and the host add to any tail", true, machine()),
                Row.of("What knowing costs", true, cost()),
                Row.of("Where the server keeps no native histograms: from classic buckets, coarse", false, classic()));
    }

    private static Panel[] now() {
        return new Panel[] {
            Panel.of(STAT, "Calls per second", "How much is measured?", "cps", new Query("sum" + CALL_RATE, "")),
            Panel.of(
                    STAT,
                    "p99",
                    "How long do all chosen calls together take, but for one in a hundred?",
                    "s",
                    p("0.99")),
            Panel.of(
                    STAT,
                    "Max",
                    "What was the longest call since the publish before?",
                    "s",
                    new Query("max(probe_duration_max_seconds{" + CALLS + "})", "")),
            Panel.of(
                    STAT,
                    "Errors",
                    "Which share of the calls threw?",
                    "percentunit",
                    new Query("sum" + outcome("error") + " / sum" + rateOfCalls(PROBES), "")),
            Panel.of(
                    STAT,
                    "JVMs",
                    "How many JVMs publish?",
                    "short",
                    new Query("count(probe_published{" + JVMS + "})", "")),
            Panel.of(
                    STAT,
                    "Probes and samplers",
                    "How many probes do all JVMs publish, with jitter samplers, kinds of stalls, and causes of slow calls by probe?",
                    "short",
                    new Query("sum(probe_published{" + JVMS + "})", ""))
        };
    }

    private static Query p(String part) {
        return new Query("histogram_quantile(" + part + ", sum" + RATE + ")", "");
    }

    private static Panel[] durations() {
        return new Panel[] {
            Panel.of(
                    HEATMAP,
                    "How long calls take",
                    "How often does which duration occur: one hump or two, and since when?",
                    "s",
                    new Query("sum" + RATE, "")),
            percentile("0.5", "p50", "How long does a call take as a rule?"),
            percentile("0.99", "p99", "How long do 99 of 100 calls take at most?"),
            percentile("0.999", "p99.9", "How long do 999 of 1,000 calls take at most?"),
            Panel.of(
                    LINES,
                    "Max",
                    "What was the longest call of each publish?",
                    "s",
                    new Query("max by ($by) (probe_duration_max_seconds{" + CALLS + "})", LEGEND)),
            Panel.of(
                    LINES,
                    "Percentiles of all chosen calls together",
                    "How far apart are the rule and the tail?",
                    "s",
                    all("0.5", "p50"),
                    all("0.9", "p90"),
                    all("0.99", "p99"),
                    all("0.999", "p99.9"),
                    all("0.9999", "p99.99")),
            Panel.of(
                    LINES,
                    "Mean",
                    "What does a call take on the average: for capacity, not for tails?",
                    "s",
                    new Query("histogram_avg(sum by ($by) " + RATE + ")", LEGEND))
        };
    }

    private static Panel percentile(String part, String name, String question) {
        return Panel.of(
                LINES,
                name,
                question,
                "s",
                new Query("histogram_quantile(" + part + ", sum by ($by) " + RATE + ")", LEGEND));
    }

    private static Query all(String part, String name) {
        return new Query("histogram_quantile(" + part + ", sum" + RATE + ")", name);
    }

    private static Panel[] calls() {
        return new Panel[] {
            Panel.of(
                    LINES,
                    "Throughput",
                    "How many calls come each second?",
                    "cps",
                    new Query("sum by ($by) " + CALL_RATE, LEGEND)),
            Panel.of(
                    LINES,
                    "Errors and cancelled",
                    "Which share of a probe's calls threw, and which was cancelled?",
                    "percentunit",
                    new Query(share("error"), "{{probe}} error"),
                    new Query(share("cancelled"), "{{probe}} cancelled")),
            Panel.of(
                    LINES,
                    "Time in a probe",
                    "How many threads, on the average, are within it?",
                    "short",
                    new Query("sum by ($by) " + timeIn(CALLS), LEGEND)),
            Panel.of(
                    LINES,
                    "Slow calls",
                    "How many timed calls each second are slow?",
                    "cps",
                    new Query("sum by ($by) (rate(probe_slow_calls_total{" + CALLS + "}[$__rate_interval]))", LEGEND))
        };
    }

    private static String rateOfCalls(String chosen) {
        return "(rate(probe_duration_calls_total{" + chosen + "}[$__rate_interval]))";
    }

    /** The mean of the calls that were timed, times all; nothing where none was. */
    private static String timeIn(String chosen) {
        return "(histogram_avg(rate(probe_duration_seconds{" + chosen + "}[$__rate_interval])) * " + rateOfCalls(chosen)
                + " >= 0)";
    }

    private static String outcome(String outcome) {
        return rateOfCalls(PROBES + ", outcome=\"" + outcome + "\"");
    }

    private static String share(String outcome) {
        return "sum by (probe) " + outcome(outcome) + " / sum by (probe) " + rateOfCalls(PROBES);
    }

    private static Panel[] slo() {
        return new Panel[] {
            Panel.of(
                    LINES,
                    "Share of calls over the threshold",
                    "How many calls are slower than was promised?",
                    "percentunit",
                    new Query(over("$__rate_interval"), "{{probe}} {{slo}}")),
            Panel.of(
                    LINES,
                    "Burn rate",
                    "How many times faster than allowed is the budget used up? At 1 it lasts for the time of the SLO;"
                            + " 14.4 for an hour uses 2 % of 30 days, and pages.",
                    "short",
                    new Query(over("1h") + " / (1 - $objective)", "{{probe}} {{slo}} 1 h"),
                    new Query(over("6h") + " / (1 - $objective)", "{{probe}} {{slo}} 6 h"))
        };
    }

    private static String over(String window) {
        return "sum by (probe, slo) (rate(probe_duration_slo_over_total{" + PROBES + "}[" + window + "]))"
                + " / on (probe) group_left sum by (probe) (histogram_count(rate(probe_duration_seconds{" + PROBES
                + "}["
                + window + "])))";
    }

    private static Panel[] machine() {
        String rate = "(rate(probe_jitter_seconds{" + JVMS + "}[$__rate_interval]))";
        String slow = "(histogram_sum(rate(probe_slow_seconds{" + PROBES + "}[$__rate_interval])))";
        return new Panel[] {
            Panel.of(
                    LINES,
                    "Jitter, p99.9",
                    "By how much did a thread that wanted to run not run, at 1 in 1,000 times?",
                    "s",
                    new Query(
                            "histogram_quantile(0.999, sum by (sampler, instance) " + rate + ")",
                            "{{sampler}} {{instance}}")),
            Panel.of(
                    LINES,
                    "Jitter, max",
                    "How long did the JVM or the host stand still at most?",
                    "s",
                    new Query(
                            "max by (sampler, instance) (probe_jitter_max_seconds{" + JVMS + "})",
                            "{{sampler}} {{instance}}")),
            Panel.of(
                    LINES,
                    "Stalls, by kind",
                    "Which share of the time did a JVM stand still, and why?",
                    "percentunit",
                    new Query(
                            "sum by (kind, instance) (histogram_sum(rate(probe_stall_seconds{" + JVMS
                                    + "}[$__rate_interval])))",
                            "{{kind}} {{instance}}")),
            Panel.of(
                    LINES,
                    "Slow calls, by cause",
                    "Of the time of slow calls, which share went where?",
                    "percentunit",
                    new Query("sum by (cause) " + slow + " / on () group_left sum" + slow, "{{cause}}"))
        };
    }

    private static Panel[] cost() {
        return new Panel[] {
            Panel.of(
                    LINES,
                    "Time spent on measuring",
                    "Which share of one core do the probes take, by JVM?",
                    "percentunit",
                    new Query(
                            "sum by (instance) (rate(probe_overhead_seconds_total{" + JVMS + "}[$__rate_interval]))",
                            "{{instance}}")),
            Panel.of(
                    LINES,
                    "Share of the time in probes",
                    "Of the time that calls take, how much is the measuring of them?",
                    "percentunit",
                    new Query(
                            "sum(rate(probe_overhead_seconds_total{" + JVMS + "}[$__rate_interval]))" + " / sum"
                                    + timeIn(JVMS),
                            "measuring / time in probes")),
            Panel.of(
                    LINES,
                    "Measuring within a probe",
                    "Which share of its calls' usual time is the measuring of the probes inside? Do not take the figures of one"
                            + " above 10 % for the method's own.",
                    "percentunit",
                    new Query("max by (probe) (probe_overhead_share{" + PROBES + "})", "{{probe}}"))
        };
    }

    private static Panel[] classic() {
        return new Panel[] {classic("0.5", "p50"), classic("0.99", "p99")};
    }

    private static Panel classic(String part, String name) {
        return Panel.of(
                LINES,
                name + " from classic buckets",
                "The same, as far as the buckets tell: off by up to a bucket's width.",
                "s",
                new Query(
                        "histogram_quantile(" + part + ", sum by (le, $by) (rate(probe_duration_seconds_bucket{" + CALLS
                                + "}[$__rate_interval])))",
                        LEGEND));
    }
}
