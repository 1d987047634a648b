package org.latencyprobes.cli.why.recording;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.explain.Attribution;
import org.latencyprobes.explain.Span;

/**
 * Which waits of threads a recording was told to hold, from when on. Whoever starts a recording chooses that, and Flight Recorder writes it
 * into each chunk. Filled by its reader, then not changed.
 */
final class WaitSettings {

    private static final String EVENT = "jdk.ActiveSetting";
    private static final String ENABLED = "enabled";
    private static final String THRESHOLD = "threshold";
    private static final String THROTTLE = "throttle";
    private static final String OFF = "off";

    private final Map<Long, String> names = new HashMap<>();

    /** By event and setting, the values with the times from which on they held. */
    private final Map<String, Map<String, TreeMap<Long, String>>> values = new TreeMap<>();

    /**
     * Prepares.
     *
     * @param types all that the recording knows
     */
    WaitSettings(List<EventType> types) {
        for (EventType type : types) {
            if (WaitEvents.OF_PLATFORM_THREADS.contains(type.getName())) {
                names.put(type.getId(), type.getName());
                values.put(type.getName(), new HashMap<>());
            }
        }
    }

    /**
     * Takes an event, which may be a setting of a wait.
     *
     * @param event any
     * @param scale maps its ticks
     */
    void accept(RecordedEvent event, TickScale scale) {
        if (event.getEventType().getName().equals(EVENT)) {
            String name = names.get(event.getLong("id"));
            if (name != null) {
                add(
                        name,
                        EventTexts.of(event, "name"),
                        scale.nanoTime(event.getLong("startTime")),
                        EventTexts.of(event, "value"));
            }
        }
    }

    void add(String event, String setting, long nanos, String value) {
        values.computeIfAbsent(event, any -> new HashMap<>())
                .computeIfAbsent(setting, any -> new TreeMap<>())
                .put(nanos, value);
    }

    /** Whether the recording says anything of what it was to hold. */
    boolean areKnown() {
        return !values.values().stream().allMatch(Map::isEmpty);
    }

    /** Whether every wait of a thread from 1 ms on was to be recorded in a time. */
    boolean tellAll(Span time) {
        return values.keySet().stream().allMatch(event -> shortest(event, time) <= Attribution.SHORTEST_WAIT_NANOS);
    }

    /** The length of the shortest waits that were all recorded in a time; the greatest number where even long ones were not. */
    private long shortest(String event, Span time) {
        Collection<String> enabled = inForce(event, ENABLED, time);
        boolean isOn = !enabled.isEmpty() && enabled.stream().allMatch(Boolean::parseBoolean);
        return isOn && !isThrottled(event, time)
                ? inForce(event, THRESHOLD, time).stream()
                        .mapToLong(WaitSettings::nanos)
                        .max()
                        .orElse(0)
                : Long.MAX_VALUE;
    }

    private boolean isThrottled(String event, Span time) {
        return !inForce(event, THROTTLE, time).stream().allMatch(WaitSettings::isNoLimit);
    }

    /** As the agent's own recordings have it: a rate that no JVM reaches, beside which lower ones of other recordings do not count. */
    private static boolean isNoLimit(String throttle) {
        return throttle.equals(OFF) || throttle.matches("[1-9]\\d{6,15} */ *(s|ms)");
    }

    private Collection<String> inForce(String event, String setting, Span time) {
        TreeMap<Long, String> all = values.get(event).getOrDefault(setting, new TreeMap<>());
        if (all.isEmpty()) {
            return List.of();
        }
        Long before = all.floorKey(time.from());
        long from = before == null ? all.firstKey() : before; // the first ones are written after the chunk's start
        return all.subMap(from, true, Math.max(from, time.to()), true).values();
    }

    /** Of {@code 20 ms}; the greatest number where it is not understood. */
    static long nanos(String text) {
        String[] parts = text.strip().split(" +");
        if (parts.length != 2 || !parts[0].matches("\\d{1,15}")) {
            return Long.MAX_VALUE;
        }
        TimeUnit unit = switch (parts[1]) {
            case "ns" -> TimeUnit.NANOSECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            case "m" -> TimeUnit.MINUTES;
            case "h" -> TimeUnit.HOURS;
            case "d" -> TimeUnit.DAYS;
            default -> null;
        };
        return unit == null ? Long.MAX_VALUE : unit.toNanos(Long.parseLong(parts[0]));
    }

    /**
     * What the recording was not told to hold.
     *
     * @param time the recording's
     * @return sentences; empty where it holds all waits from 1 ms on
     */
    List<String> missing(Span time) {
        if (!areKnown()) {
            return List.of("this recording does not tell which waits it was to hold (" + EVENT + ")");
        }
        Map<Long, List<String>> shortest = new TreeMap<>();
        List<String> throttled = new ArrayList<>();
        for (String event : values.keySet()) {
            long nanos = shortest(event, time);
            boolean isThrottled = isThrottled(event, time);
            if (nanos > Attribution.SHORTEST_WAIT_NANOS) {
                (isThrottled ? throttled : shortest.computeIfAbsent(nanos, any -> new ArrayList<>()))
                        .add(event.replace("jdk.", ""));
            }
        }
        List<String> sentences = new ArrayList<>();
        shortest.forEach((nanos, events) -> sentences.add((nanos == Long.MAX_VALUE
                        ? "not in this recording: "
                        : "waits shorter than " + DurationText.of(nanos) + " are not in this recording: ")
                + String.join(", ", events)));
        if (!throttled.isEmpty()) {
            sentences.add("a limited number of waits is in this recording (throttle): "
                    + throttled.stream().collect(Collectors.joining(", ")));
        }
        return sentences;
    }
}
