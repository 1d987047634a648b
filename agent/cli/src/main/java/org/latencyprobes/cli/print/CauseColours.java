package org.latencyprobes.cli.print;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.StallKind;

/** The colours that causes have in all pictures of a page. Stateless. */
public final class CauseColours {

    /** The colour of all calls, and of all time on a CPU, which has no line beside theirs. */
    public static final int ALL_CALLS = 0;

    /** What the stripes behind single calls are. */
    public static final String STRIPES =
            "Stripes are stalls: the JVM stood still, or (cpu-wait) threads had to wait for a CPU. Of many the longest are shown.";

    private static final int UNKNOWN = 7;
    private static final int COLOURS = 8;

    private CauseColours() {}

    /**
     * The colours of causes, and of stalls.
     *
     * @param causes by their names, those that matter most first; some may come more than once
     * @return indices of series' colours by cause, in that order and then those that stalls have; what is no cause has the colour of unknown ones
     */
    public static Map<String, Integer> of(Stream<String> causes) {
        Map<String, Integer> colours = new LinkedHashMap<>();
        List<String> all = causes.toList();
        Stream.concat(
                        all.stream(),
                        Stream.of(StallKind.values()).map(kind -> Cause.of(kind).label()))
                .distinct()
                .filter(cause -> isCause(cause) && !cause.equals(Cause.UNKNOWN.label()))
                .forEach(cause -> {
                    int place = (int) colours.keySet().stream()
                            .filter(other -> isOnCpu(other) == isOnCpu(cause))
                            .count();
                    int own = UNKNOWN - 1; // where colours come again, shapes differ
                    colours.put(
                            cause,
                            isOnCpu(cause) ? ALL_CALLS + place * COLOURS : 1 + place / own * COLOURS + place % own);
                });
        all.stream().filter(cause -> !isCause(cause)).forEach(cause -> colours.put(cause, UNKNOWN));
        colours.put(Cause.UNKNOWN.label(), UNKNOWN);
        return colours;
    }

    /**
     * Whether a name is that of a cause.
     *
     * @param name any text
     * @return false also where a later version knows it
     */
    public static boolean isCause(String name) {
        return Stream.of(Cause.values()).anyMatch(cause -> cause.label().equals(name));
    }

    private static boolean isOnCpu(String cause) {
        return cause.startsWith(Cause.ON_CPU.label());
    }
}
