package org.latencyprobes.cli.compare;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.analysis.statistics.Confidence;

/**
 * A rule of a gate, such as {@code p99 of "price" <= 200us}.
 *
 * @param text as written
 * @param place where it is written: the file and the line
 * @param kind what is limited
 * @param probe a name in which {@code *} stands for any characters; of jitter and of errors without name, all
 * @param percentile above 0 and below 100; 0 of errors
 * @param limit in ns, as a factor of the baseline, or in % of the calls
 * @param confidence of the interval, if all other rules were not there
 * @param isElseInconclusive of jitter: whether more jitter makes failures inconclusive
 */
record GateRule(
        String text,
        String place,
        Kind kind,
        String probe,
        double percentile,
        double limit,
        double confidence,
        boolean isElseInconclusive) {

    /** What a rule limits. */
    enum Kind {
        /** A percentile, by a duration. */
        LATENCY,
        /** A percentile, by a factor of the baseline's. */
        BASELINE,
        /** The share of calls that threw. */
        ERRORS,
        /** A percentile of the jitter. */
        JITTER
    }

    private static final Map<String, Double> UNITS = Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

    private static final String NUMBER = "(\\d{1,12}(?:\\.\\d{1,9})?)";
    private static final String PERCENTILE = "p(\\d{1,2}(?:\\.\\d{1,6})?)";
    private static final String OF = "of \"([^\"]+)\"";
    private static final Pattern LATENCY =
            Pattern.compile(PERCENTILE + " " + OF + " <= " + NUMBER + " ?(ns|us|µs|ms|s)");
    private static final Pattern BASELINE = Pattern.compile(
            PERCENTILE + " " + OF + " <= " + NUMBER + " ?x baseline(?: \\(confidence " + NUMBER + " ?%\\))?");
    private static final Pattern ERRORS = Pattern.compile("errors(?: " + OF + ")? <= " + NUMBER + " ?%");
    private static final Pattern JITTER =
            Pattern.compile("jitter " + PERCENTILE + " <= " + NUMBER + " ?(ns|us|µs|ms|s)( else inconclusive)?");

    /**
     * Reads rules, one a line. Empty lines, and those that begin with {@code #}, are comments.
     *
     * @throws IllegalArgumentException if a line is no rule, or there is none; the message says so
     */
    static List<GateRule> all(String file, List<String> lines) {
        List<GateRule> rules = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i).strip().replaceAll("\\s+", " ");
            if (!text.isEmpty() && !text.startsWith("#")) {
                rules.add(of(text, file + " line " + (i + 1)));
            }
        }
        if (rules.isEmpty()) {
            throw new IllegalArgumentException(file + ": no rule");
        }
        return rules;
    }

    private static GateRule of(String text, String place) {
        GateRule rule = parsed(text, place);
        boolean isNegligible = rule != null && rule.kind != Kind.ERRORS && !(rule.percentile > 0 && rule.limit > 0);
        if (rule == null || isNegligible || !(rule.confidence > 0 && rule.confidence < 1)) {
            throw new IllegalArgumentException(place + ": this is no rule: " + text
                    + "; rules are such as: p99 of \"price\" <= 200us; p99 of \"price\" <= 1.2 x baseline;"
                    + " errors <= 0.1 %; jitter p99.9 <= 5ms else inconclusive");
        }
        return rule;
    }

    private static GateRule parsed(String text, String place) {
        Matcher m = LATENCY.matcher(text);
        if (m.matches()) {
            double nanos = number(m, 3) * UNITS.get(m.group(4));
            return new GateRule(text, place, Kind.LATENCY, m.group(2), number(m, 1), nanos, Confidence.USUAL, false);
        }
        m = BASELINE.matcher(text);
        if (m.matches()) {
            double confidence = m.group(4) == null ? Confidence.USUAL : number(m, 4) / PERCENT;
            return new GateRule(text, place, Kind.BASELINE, m.group(2), number(m, 1), number(m, 3), confidence, false);
        }
        m = ERRORS.matcher(text);
        if (m.matches()) {
            String probe = m.group(1) == null ? "*" : m.group(1);
            return new GateRule(text, place, Kind.ERRORS, probe, 0, number(m, 2), Confidence.USUAL, false);
        }
        m = JITTER.matcher(text);
        return m.matches()
                ? new GateRule(
                        text,
                        place,
                        Kind.JITTER,
                        "jitter.hiccup",
                        number(m, 1),
                        number(m, 2) * UNITS.get(m.group(3)),
                        Confidence.USUAL,
                        m.group(4) != null)
                : null;
    }

    private static double number(Matcher matcher, int group) {
        return Double.parseDouble(matcher.group(group));
    }
}
