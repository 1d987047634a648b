package org.latencyprobes.cli.live;

import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleStall;

/** The single stalls and slow calls of the last ten minutes, a bounded number of each. For one thread. */
final class LiveEvents {

    private static final int MOST = 5_000;

    private final TreeMap<Long, SingleStall> stalls = new TreeMap<>();
    private final Map<List<Object>, SingleCall> calls = new LinkedHashMap<>();

    /** Takes those of a snapshot; what came before may come again, a call then explained. */
    void add(LiveSnapshot snapshot, long keptNanos) {
        long oldestMillis = snapshot.millis() - TimeUnit.NANOSECONDS.toMillis(keptNanos);
        snapshot.stalls().forEach(stall -> stalls.put(stall.startNanos(), stall));
        snapshot.calls().forEach(call -> calls.put(identity(call), call));
        while (!stalls.isEmpty()
                && (stalls.size() > MOST || stalls.firstEntry().getValue().atMillis() < oldestMillis)) {
            stalls.pollFirstEntry();
        }
        Iterator<SingleCall> oldest = calls.values().iterator();
        int tooMany = calls.size() - MOST;
        while (oldest.hasNext()) {
            if (oldest.next().atMillis() < oldestMillis || tooMany > 0) {
                oldest.remove();
                tooMany--;
            }
        }
    }

    /** What tells a call from others. */
    private static List<Object> identity(SingleCall call) {
        return List.of(call.probe(), call.tags(), call.outcome(), call.startNanos(), call.durationus());
    }

    void clear() {
        stalls.clear();
        calls.clear();
    }

    List<SingleStall> stalls() {
        return List.copyOf(stalls.values());
    }

    List<SingleCall> calls() {
        return calls.values().stream()
                .sorted(Comparator.comparingLong(SingleCall::atMillis))
                .toList();
    }
}
