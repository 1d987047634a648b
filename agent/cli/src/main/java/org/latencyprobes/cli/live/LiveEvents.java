package org.latencyprobes.cli.live;

import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The single stalls and slow calls of the last ten minutes, a bounded number of each. For one thread. */
final class LiveEvents {

    private static final int MOST = 5_000;

    private final TreeMap<Long, LiveStall> stalls = new TreeMap<>();
    private final Map<List<Object>, LiveCall> calls = new LinkedHashMap<>();

    /** Takes those of a snapshot; what came before may come again, a call then explained. */
    void add(LiveSnapshot snapshot, long keptNanos) {
        long oldestMillis = snapshot.millis() - TimeUnit.NANOSECONDS.toMillis(keptNanos);
        snapshot.stalls().forEach(stall -> stalls.put(stall.startNanos(), stall));
        snapshot.calls().forEach(call -> calls.put(call.identity(), call));
        while (!stalls.isEmpty()
                && (stalls.size() > MOST || stalls.firstEntry().getValue().startMillis() < oldestMillis)) {
            stalls.pollFirstEntry();
        }
        Iterator<LiveCall> oldest = calls.values().iterator();
        int tooMany = calls.size() - MOST;
        while (oldest.hasNext()) {
            if (oldest.next().startMillis() < oldestMillis || tooMany > 0) {
                oldest.remove();
                tooMany--;
            }
        }
    }

    void clear() {
        stalls.clear();
        calls.clear();
    }

    List<LiveStall> stalls() {
        return List.copyOf(stalls.values());
    }

    List<LiveCall> calls() {
        return calls.values().stream()
                .sorted(Comparator.comparingLong(LiveCall::startMillis))
                .toList();
    }
}
