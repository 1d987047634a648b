package org.latencyprobes.agent.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.latencyprobes.agent.protocol.codec.BadArgumentException;
import org.latencyprobes.agent.protocol.codec.Component;
import org.latencyprobes.agent.protocol.codec.JsonReader;
import org.latencyprobes.agent.protocol.codec.Records;

/** One command to the agent: its name is that of the record, in words joined by {@code -}. Immutable. */
public sealed interface Request {

    /** To keep 0 rows is to keep all. */
    private static void requireCount(String name, long count) {
        if (count < 0) {
            throw new BadArgumentException(
                    name + " \"" + count + "\" is not allowed; it takes whole numbers from 0 on");
        }
    }

    private static void requireLease(String id, long leaseMillis) {
        if (orEmpty(id).isEmpty()) {
            throw new BadArgumentException("id is missing; it takes any text");
        }
        if (leaseMillis <= 0) {
            throw new BadArgumentException(
                    "leaseMillis \"" + leaseMillis + "\" is not allowed; it takes whole numbers from 1 on");
        }
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    /**
     * Starts the agent where it is not, or changes its options where it is.
     *
     * @param options as after the jar's name in {@code -javaagent}
     * @param leaseMillis after this time, in ms, an agent that starts leaves by itself, unless that is renewed; 0 to stay
     * @param visit whether an agent that starts comes for a question alone, and no loaded class is woven
     */
    record Attach(String options, long leaseMillis, boolean visit) implements Request {

        /** Refuses what is not allowed. */
        public Attach {
            options = orEmpty(options);
            requireCount("leaseMillis", leaseMillis);
        }

        /**
         * For an agent that stays.
         *
         * @param options as after the jar's name in {@code -javaagent}
         */
        public Attach(String options) {
            this(options, 0, false);
        }
    }

    /** Asks who answers. */
    record Hello() implements Request {}

    /**
     * Asks how the agent is.
     *
     * @param jvm whether facts about the JVM are wanted, for which classes are loaded
     */
    record Status(boolean jvm) implements Request {}

    /**
     * Asks for all probes.
     *
     * @param methods whether the woven methods are wanted
     * @param probe whose methods, and whose that have not been called: names, perhaps with stars; none for all
     */
    record Probes(boolean methods, List<String> probe) implements Request {

        /** Takes missing names for none. */
        public Probes {
            probe = probe == null ? List.of() : probe;
        }
    }

    /**
     * Adds patterns, all or none.
     *
     * @param patterns one or more
     * @param future whether they need not match anything yet
     * @param summary whether the list of methods is not wanted
     */
    record Probe(List<String> patterns, boolean future, boolean summary) implements Request {}

    /**
     * Takes a pattern or a probe away.
     *
     * @param pattern the pattern, or a probe's name
     * @param summary whether the list of methods is not wanted
     */
    record Unprobe(String pattern, boolean summary) implements Request {

        /** Takes a missing one for an empty one. */
        public Unprobe {
            pattern = orEmpty(pattern);
        }
    }

    /**
     * Switches probes.
     *
     * @param mode the mode
     * @param probe name of one; null or {@code *} for all
     */
    record Mode(String mode, String probe) implements Request {

        /** The name for all. */
        public static final String ALL = "*";

        /** Takes a missing probe for all. */
        public Mode {
            mode = orEmpty(mode);
            probe = orEmpty(probe).isEmpty() ? ALL : probe;
        }
    }

    /**
     * Asks what was recorded.
     *
     * @param since {@code start}, {@code last} or a bookmark; null for the start
     * @param until a bookmark, whose own tables come behind those since the other; null for none
     * @param causes whether causes of slow calls are wanted
     * @param histograms whether histograms are wanted
     */
    record Report(String since, String until, boolean causes, boolean histograms) implements Request {

        /** Takes a missing moment for the start. */
        public Report {
            since = orEmpty(since).isEmpty() ? "start" : since;
            until = orEmpty(until);
        }

        /** A report from the last one is the last one from then on. */
        @Override
        public boolean isChange() {
            return since.equals("last");
        }
    }

    /**
     * Asks for what watchers show.
     *
     * @param since number of a snapshot that the asker has: only what has changed since is wanted; 0 for all
     * @param sinceNanos only stalls and slow calls that ended later, as {@link System#nanoTime} counts; null for the last minute
     */
    record Snapshot(long since, Long sinceNanos) implements Request {}

    /**
     * Asks for the last stalls.
     *
     * @param most how many; 0 for all
     */
    record Stalls(int most) implements Request {

        /** Refuses what is not allowed. */
        public Stalls {
            requireCount("most", most);
        }
    }

    /**
     * Asks for slow calls.
     *
     * @param most how many; null for 20, 0 for all
     * @param stacks of how many the stack, if it is known; null for one
     * @param lastNanos only those that ended in the last ns; null for all
     */
    record Slow(Integer most, Integer stacks, Long lastNanos) implements Request {

        /** Refuses what is not allowed. */
        public Slow {
            most = most == null ? 20 : most;
            stacks = stacks == null ? 1 : stacks;
            lastNanos = lastNanos == null ? Long.MAX_VALUE : lastNanos;
            requireCount("most", most);
            requireCount("stacks", stacks);
            requireCount("lastNanos", lastNanos);
        }
    }

    /**
     * Asks for calls in flight.
     *
     * @param fromNanos for so long at least, in ns; null for 10 ms
     * @param most how many; null for 20, 0 for all
     * @param stacks of how many the stack; null for one
     */
    record InFlight(Long fromNanos, Integer most, Integer stacks) implements Request {

        /** Refuses what is not allowed. */
        public InFlight {
            fromNanos = fromNanos == null ? 10_000_000 : fromNanos;
            most = most == null ? 20 : most;
            stacks = stacks == null ? 1 : stacks;
            requireCount("fromNanos", fromNanos);
            requireCount("most", most);
            requireCount("stacks", stacks);
        }
    }

    /**
     * Sets a bookmark.
     *
     * @param name its name
     */
    record Mark(String name) implements Request {

        /** Takes a missing name for an empty one. */
        public Mark {
            name = orEmpty(name);
        }
    }

    /**
     * Asks what the agent decides on methods, and why.
     *
     * @param pattern that matches them
     */
    record Explain(String pattern) implements Request {

        /** Takes a missing one for an empty one. */
        public Explain {
            pattern = orEmpty(pattern);
        }
    }

    /**
     * Asks what a pattern would probe.
     *
     * @param pattern the pattern
     * @param forecastMillis for so long, in ms, its calls are counted, to tell what timing them would cost; null for none
     * @param summary whether the list of methods is not wanted
     */
    record DryRun(String pattern, Long forecastMillis, boolean summary) implements Request {

        /** Refuses what is not allowed. */
        public DryRun {
            pattern = orEmpty(pattern);
            requireCount("forecastMillis", forecastMillis == null ? 0 : forecastMillis);
        }
    }

    /** Asks for what Flight Recorder has of the last time. */
    record Recording() implements Request {}

    /**
     * Begins to observe slow calls.
     *
     * @param id what the command calls itself
     * @param leaseMillis all is undone after this time, in ms, unless that is renewed
     * @param watchMillis how long the command is going to watch, in ms
     * @param deep whether Flight Recorder is to record
     * @param slowNanos from which duration on a call is slow, in ns; 0 for what the agent takes for slow
     * @param patterns to probe meanwhile; may be none
     */
    record WhyBegin(String id, long leaseMillis, long watchMillis, boolean deep, long slowNanos, List<String> patterns)
            implements Request {

        /** Refuses what is not allowed. */
        public WhyBegin {
            requireLease(id, leaseMillis);
            requireCount("watchMillis", watchMillis);
            requireCount("slowNanos", slowNanos);
        }
    }

    /**
     * Tells that the command goes on. It waits for nobody's turn.
     *
     * @param id what the command calls itself
     * @param leaseMillis the lease from now on, in ms
     */
    record WhyRenew(String id, long leaseMillis) implements Request {

        /** Refuses what is not allowed. */
        public WhyRenew {
            requireLease(id, leaseMillis);
        }
    }

    /**
     * Ends it: all that was found, and everything is undone. It writes a file first, to a disk that may hang, and takes its turn after that.
     *
     * @param id what the command calls itself
     * @param recording whether the recording is wanted
     */
    record WhyEnd(String id, boolean recording) implements Request {

        /** Takes a missing id for an empty one. */
        public WhyEnd {
            id = orEmpty(id);
        }
    }

    /** Has the agent leave. */
    record Detach() implements Request {}

    /**
     * Whether it, and the lines that answer it, stay as they are in all versions.
     *
     * @return true for what finds out who answers, how that is, and has it leave
     */
    default boolean isOfAllVersions() {
        return this instanceof Hello || this instanceof Status || this instanceof Detach; // loads no other for a status
    }

    /**
     * Whether it changes something, so that HTTP's {@code GET} does not do.
     *
     * @return false for what only reads
     */
    default boolean isChange() {
        return isInTurn()
                || Set.of(Mark.class, WhyRenew.class, WhyEnd.class, Detach.class)
                        .contains(getClass());
    }

    /**
     * Whether it changes what is probed. Such requests are answered one after the other.
     *
     * @return false for what waits for nobody
     */
    default boolean isInTurn() {
        return Set.of(Attach.class, Probe.class, Unprobe.class, Mode.class, WhyBegin.class)
                .contains(getClass());
    }

    /**
     * The command's name.
     *
     * @return such as {@code in-flight}
     */
    default String command() {
        return command(getClass());
    }

    private static String command(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /**
     * The names of all commands.
     *
     * @return in the order of the records
     */
    static List<String> commands() {
        return List.of(
                "attach",
                "hello",
                "status",
                "probes",
                "probe",
                "unprobe",
                "mode",
                "report",
                "snapshot",
                "stalls",
                "slow",
                "in-flight",
                "mark",
                "explain",
                "dry-run",
                "recording",
                "why-begin",
                "why-renew",
                "why-end",
                "detach");
    }

    /**
     * Reads a request.
     *
     * @param name of the command
     * @param arguments names with values, as a JSON object has them or as texts
     * @return the request
     * @throws BadArgumentException if there is no such command or argument, or a value is not allowed
     */
    static Request of(String name, Map<?, ?> arguments) {
        Class<? extends Record> type = type(name);
        if (type == null) {
            throw new BadArgumentException(
                    "unknown command \"" + name + "\"; allowed are " + String.join(", ", commands()));
        }
        requireKnown(name, type, arguments);
        return (Request) Records.read(type, arguments);
    }

    /**
     * Reads a request.
     *
     * @param name of the command
     * @param json its arguments, a JSON object
     * @return the request
     * @throws IllegalArgumentException if it is none
     */
    static Request ofJson(String name, String json) {
        return of(name, JsonReader.object(json));
    }

    /** Null where there is none. Loads no other. */
    private static Class<? extends Record> type(String name) {
        if (!commands().contains(name)) {
            return null; // no class is looked for under another name: its loader would remember that
        }
        StringBuilder type = new StringBuilder(Request.class.getName()).append('$');
        for (String word : name.split("-")) {
            type.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        }
        try {
            return Class.forName(type.toString()).asSubclass(Record.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void requireKnown(String name, Class<? extends Record> type, Map<?, ?> arguments) {
        List<String> known = new ArrayList<>();
        for (Component component : Component.of(type)) {
            known.add(component.name());
        }
        for (Object argument : arguments.keySet()) {
            if (!known.contains(String.valueOf(argument))) {
                throw new BadArgumentException(name + " has no argument \"" + argument + "\"; "
                        + (known.isEmpty() ? "it has none" : "it takes " + String.join(", ", known)));
            }
        }
    }
}
