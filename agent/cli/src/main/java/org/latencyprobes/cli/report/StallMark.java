package org.latencyprobes.cli.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.latencyprobes.agent.protocol.slow.SingleStall;

/**
 * A time in which the JVM stood still, or all such time of one kind within one line of a log.
 *
 * @param startMillis its start, or that of the line, in ms since 1970
 * @param nanos how long, in ns
 */
public record StallMark(long startMillis, double nanos) {

    /**
     * Single stalls by their kinds.
     *
     * @param stalls in the order of time
     * @return the same order in each kind
     */
    public static Map<String, List<StallMark>> byKind(List<SingleStall> stalls) {
        return stalls.stream()
                .collect(Collectors.groupingBy(
                        SingleStall::kind,
                        TreeMap::new,
                        Collectors.mapping(
                                stall -> new StallMark(stall.atMillis(), stall.nanos()), Collectors.toList())));
    }
}
