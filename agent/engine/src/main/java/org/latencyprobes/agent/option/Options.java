package org.latencyprobes.agent.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.ClockName;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.annotation.ForeignAnnotationSet;

/**
 * The checked options. Immutable.
 *
 * @param selection which methods are probed, besides those marked
 * @param report where the report at exit goes: {@code stderr}, {@code stdout}, {@code off} or a file
 * @param intervalNanos period of the interval reports, 0 for none
 * @param hlog the histogram log's file, or null
 * @param hlogIntervalNanos time that one line of it covers
 * @param hlogSizeBytes size from which it is rotated
 * @param hlogFiles how many old files are kept
 * @param jitter the source of jitter samples
 * @param jitterThresholdNanos shortest gap that {@code os} records
 * @param jitterCpu CPU that {@code os} is pinned to, or −1
 * @param jitterIdleNanos how long {@code hiccup} sleeps where no probe is called
 * @param stalls whether stalls are looked for, with {@code hiccup}
 * @param slowNanos from where on a call is slow; 0 for a threshold of each probe's own, −1 where none is kept
 * @param slowStacks whether stacks of slow calls are captured while these are in flight
 * @param trace where slow calls get their trace id: {@code auto}, {@code off}, or a key of a diagnostic context
 * @param deepCauses whether Flight Recorder records what slow calls waited for
 * @param memoryBytes cap of all counters, or 0 for the standard one
 * @param mode the mode of probes from the start
 * @param self probes whose self times are recorded, or null for none
 * @param budget what measuring may cost, or null for any
 * @param clock the clock that calls are timed by
 * @param startupNanos for how long after the start of the JVM what the application may configure is left alone
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
        JitterSource jitter,
        long jitterThresholdNanos,
        int jitterCpu,
        long jitterIdleNanos,
        boolean stalls,
        long slowNanos,
        boolean slowStacks,
        String trace,
        boolean deepCauses,
        long memoryBytes,
        Mode mode,
        ProbeNames self,
        BudgetOptions budget,
        ClockName clock,
        long startupNanos,
        BackendOptions backends) {

    private static final long SHORTEST_INTERVAL_NANOS = 100_000_000;
    private static final long SHORTEST_GAP_NANOS = 100;
    private static final long SHORTEST_IDLE_NANOS = 1_000_000;
    private static final long LONGEST_IDLE_NANOS = 100_000_000;
    private static final long SHORTEST_SLOW_NANOS = 1_000;
    private static final long SMALLEST_LOG_BYTES = 64L << 10;
    private static final long SMALLEST_MEMORY_BYTES = 1L << 20;
    private static final int MOST_LOG_FILES = 999;
    private static final int HIGHEST_CPU = 65_535;
    private static final int MOST_MATCHES = 1_000_000;

    /**
     * Reads the options.
     *
     * @param sources where they are set
     * @return the options
     * @throws BadOptionException if any of them cannot be followed
     */
    public static Options of(Sources sources) throws BadOptionException {
        OptionReader reader = new OptionReader(sources);
        boolean exit = "exit".equals(reader.oneOf(Option.ON_ERROR, "continue", "exit"));
        reader.oneOf(Option.DEOPTIMISE, "ask", "allow", "refuse");
        reader.oneOf(Option.TOOLS, "on", "off"); // which the launcher follows
        Options options = new Options(
                selection(reader),
                reader.notEmpty(Option.REPORT),
                reader.nanos(Option.INTERVAL, "off", SHORTEST_INTERVAL_NANOS),
                hlog(reader),
                reader.nanos(Option.HLOG_INTERVAL, null, SHORTEST_INTERVAL_NANOS),
                reader.bytes(Option.HLOG_SIZE, null, SMALLEST_LOG_BYTES),
                reader.number(Option.HLOG_FILES, null, 0, MOST_LOG_FILES),
                reader.choice(Option.JITTER, JitterSource.values()),
                reader.nanos(Option.JITTER_THRESHOLD, null, SHORTEST_GAP_NANOS),
                reader.number(Option.JITTER_CPU, "any", 0, HIGHEST_CPU),
                reader.nanos(Option.JITTER_IDLE, null, SHORTEST_IDLE_NANOS, LONGEST_IDLE_NANOS),
                reader.oneOf(Option.STALLS, "on", "off").equals("on"),
                reader.value(Option.SLOW).equals("off") ? -1 : reader.nanos(Option.SLOW, "auto", SHORTEST_SLOW_NANOS),
                reader.oneOf(Option.SLOW_STACKS, "on", "off").equals("on"),
                reader.notEmpty(Option.SLOW_TRACE),
                reader.oneOf(Option.CAUSES, "standard", "deep").equals("deep"),
                reader.bytes(Option.MEMORY, "auto", SMALLEST_MEMORY_BYTES),
                mode(reader),
                reader.value(Option.SELF).equals("on") ? ProbeNames.of("*") : reader.probes(Option.SELF),
                BudgetOptions.of(reader),
                reader.choice(Option.CLOCK, ClockName.values()),
                reader.nanos(Option.STARTUP, "0s", 0),
                sources.isBackendOptionGiven() ? BackendOptions.of(sources, reader) : null);
        if (!reader.problems().isEmpty()) {
            throw new BadOptionException(reader.problems(), exit);
        }
        return options;
    }

    /**
     * Whether samples are to be written somewhere while the JVM runs.
     *
     * @return true for interval reports, a histogram log or backends
     */
    public boolean isOutputWanted() {
        return intervalNanos > 0 || hlog != null || backends != null;
    }

    private static Selection selection(OptionReader reader) {
        return new Selection(
                patterns(reader, Option.PROBES),
                patterns(reader, Option.EXCLUDE),
                annotations(reader),
                reader.number(Option.LIMIT, null, 1, MOST_MATCHES));
    }

    private static List<MethodPattern> patterns(OptionReader reader, Option option) {
        try {
            return reader.value(option).equals(option.standard())
                    ? List.of()
                    : MethodPattern.parseAll(reader.value(option));
        } catch (BadPatternException e) {
            reader.bad(option, e.getMessage());
            return List.of();
        }
    }

    private static List<String> annotations(OptionReader reader) {
        List<String> names = new ArrayList<>();
        for (String name : OptionReader.names(Option.ANNOTATIONS, reader.value(Option.ANNOTATIONS))) {
            String refusal = ForeignAnnotationSet.refusal(name);
            if (refusal == null) {
                names.add(name);
            } else {
                reader.bad(Option.ANNOTATIONS, refusal);
            }
        }
        return names;
    }

    private static Mode mode(OptionReader reader) {
        Mode mode = Mode.named(reader.value(Option.MODE));
        if (mode == null) {
            reader.bad(Option.MODE);
        }
        return mode;
    }

    private static Path hlog(OptionReader reader) {
        if (reader.isStandard(Option.HLOG)) {
            return null;
        }
        String value = reader.value(Option.HLOG);
        try {
            Path path = Path.of(value);
            return value.endsWith(".hlog") ? path : path.resolve("latency-probes.hlog");
        } catch (IllegalArgumentException e) { // no path on this file system
            reader.bad(Option.HLOG);
            return null;
        }
    }
}
