package org.latencyprobes.agent.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.ForeignAnnotations;
import org.latencyprobes.agent.select.Selection;

/**
 * What the user asked for, checked. Immutable.
 *
 * @param selection which methods are probed, besides those marked
 * @param report where the report at exit goes: {@code stderr}, {@code stdout}, {@code off} or a file
 * @param intervalNanos period of the interval reports, 0 for none
 * @param hlog the histogram log's file, or null
 * @param hlogIntervalNanos time that one line of it covers
 * @param hlogSizeBytes size from which it is rotated
 * @param hlogFiles how many old files are kept
 * @param jitter {@code hiccup}, {@code os} or {@code off}
 * @param jitterThresholdNanos shortest gap that {@code os} records
 * @param jitterCpu CPU that {@code os} is pinned to, or −1
 * @param memoryBytes cap of all counters, or 0 for the standard one
 * @param mode the mode of probes from the start
 * @param backends where else samples go, or null where nothing of it is asked for
 */
public record Options(
        Selection selection,
        String report,
        long intervalNanos,
        Path hlog,
        long hlogIntervalNanos,
        long hlogSizeBytes,
        int hlogFiles,
        String jitter,
        long jitterThresholdNanos,
        int jitterCpu,
        long memoryBytes,
        Mode mode,
        BackendOptions backends) {

    private static final long SHORTEST_INTERVAL_NANOS = 100_000_000;
    private static final long SHORTEST_GAP_NANOS = 100;
    private static final long SMALLEST_LOG_BYTES = 64L << 10;
    private static final long SMALLEST_MEMORY_BYTES = 1L << 20;
    private static final long MOST_LOG_FILES = 999;
    private static final long HIGHEST_CPU = 65_535;
    private static final long MOST_MATCHES = 1_000_000;
    private static final String NONE = "none";

    /**
     * Reads the options.
     *
     * @param sources where they are set
     * @return the options
     * @throws BadOptionException if any of them cannot be followed
     */
    public static Options of(Sources sources) throws BadOptionException {
        return new Check(sources).options();
    }

    /**
     * Whether samples are to be written somewhere while the JVM runs.
     *
     * @return true for interval reports, a histogram log or backends
     */
    public boolean isSinkWanted() {
        return intervalNanos > 0 || hlog != null || backends != null;
    }

    /** Turns texts into values and collects what is wrong with them. */
    private static final class Check {

        private final Sources sources;
        private final List<String> problems;

        Check(Sources sources) {
            this.sources = sources;
            this.problems = new ArrayList<>(sources.problems());
        }

        Options options() throws BadOptionException {
            boolean exit = "exit".equals(oneOf(Option.ON_ERROR, "continue", "exit"));
            oneOf(Option.DEOPTIMISE, "allow", "refuse");
            Options options = new Options(
                    selection(),
                    notEmpty(Option.REPORT),
                    duration(Option.INTERVAL, "off", SHORTEST_INTERVAL_NANOS),
                    hlog(notEmpty(Option.HLOG)),
                    duration(Option.HLOG_INTERVAL, null, SHORTEST_INTERVAL_NANOS),
                    size(Option.HLOG_SIZE, null, SMALLEST_LOG_BYTES),
                    (int) number(Option.HLOG_FILES, null, MOST_LOG_FILES),
                    oneOf(Option.JITTER, "hiccup", "os", "off"),
                    duration(Option.JITTER_THRESHOLD, null, SHORTEST_GAP_NANOS),
                    (int) number(Option.JITTER_CPU, "any", HIGHEST_CPU),
                    size(Option.MEMORY, "auto", SMALLEST_MEMORY_BYTES),
                    Mode.named(oneOf(Option.MODE, "on", "off")),
                    sources.isBackendOptionGiven() ? BackendOptions.of(sources, problems) : null);
            if (!problems.isEmpty()) {
                throw new BadOptionException(problems, exit);
            }
            return options;
        }

        private Selection selection() {
            return new Selection(patterns(Option.PROBES), patterns(Option.EXCLUDE), names(Option.ANNOTATIONS), (int)
                    quantity(Option.LIMIT, null, 1, 1, MOST_MATCHES));
        }

        private List<MethodPattern> patterns(Option option) {
            Given given = sources.given(option);
            if (given.value().equals(NONE)) {
                return List.of();
            }
            try {
                return MethodPattern.parseAll(given.value());
            } catch (BadPatternException e) {
                problems.add("option " + option.key() + " (" + given.where() + "): " + e.getMessage());
                return List.of();
            }
        }

        private List<String> names(Option option) {
            Given given = sources.given(option);
            List<String> names = new ArrayList<>();
            for (String name :
                    given.value().equals(NONE) ? new String[0] : given.value().split("[;, ]+")) {
                String refusal = name.isEmpty() ? null : ForeignAnnotations.refusal(name);
                if (refusal != null) {
                    problems.add("option " + option.key() + " (" + given.where() + "): " + refusal);
                } else if (!name.isEmpty()) {
                    names.add(name);
                }
            }
            return names;
        }

        private void bad(Option option, Given given) {
            problems.add(Sources.message(option, given));
        }

        private String notEmpty(Option option) {
            Given given = sources.given(option);
            if (given.value().isEmpty()) {
                bad(option, given);
            }
            return given.value();
        }

        private String oneOf(Option option, String... allowed) {
            Given given = sources.given(option);
            if (!List.of(allowed).contains(given.value())) {
                bad(option, given);
            }
            return given.value();
        }

        private Path hlog(String value) {
            if (value.equals(Option.HLOG.standard()) || value.isEmpty()) {
                return null;
            }
            try {
                Path path = Path.of(value);
                return value.endsWith(".hlog") ? path : path.resolve("latency-probes.hlog");
            } catch (IllegalArgumentException e) { // no path on this file system
                bad(Option.HLOG, sources.given(Option.HLOG));
                return null;
            }
        }

        private long duration(Option option, String zero, long leastNanos) {
            return quantity(option, zero, 0, leastNanos, Long.MAX_VALUE);
        }

        private long size(Option option, String zero, long leastBytes) {
            return quantity(option, zero, 0, leastBytes, Long.MAX_VALUE);
        }

        private long number(Option option, String minusOne, long most) {
            return quantity(option, minusOne, -1, 0, most);
        }

        private long quantity(Option option, String word, long valueOfWord, long least, long most) {
            Given given = sources.given(option);
            if (given.value().equals(word)) {
                return valueOfWord;
            }
            try {
                long value = parse(option, given.value());
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (IllegalArgumentException notOfThatForm) { // said below, with what is allowed
            }
            bad(option, given);
            return least;
        }

        private static long parse(Option option, String text) {
            if (option == Option.HLOG_SIZE || option == Option.MEMORY) {
                return Quantity.bytes(text);
            }
            return option == Option.HLOG_FILES || option == Option.JITTER_CPU || option == Option.LIMIT
                    ? Long.parseLong(text)
                    : Quantity.nanos(text);
        }
    }
}
