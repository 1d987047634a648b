package org.latencyprobes.cli.live;

import java.util.Comparator;
import java.util.HashMap;
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
        calls.values().removeIf(call -> call.atMillis() + TimeUnit.NANOSECONDS.toMillis(call.nanos()) < oldestMillis);
        limitCalls();
    }

    /** Of too many the shortest of each probe go, so that the slowest of all the time stay. */
    private void limitCalls() {
        if (calls.size() <= MOST) {
            return;
        }
        Map<List<Object>, Integer> ofProbe = new HashMap<>();
        Map<List<Object>, Integer> places = new HashMap<>();
        calls.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> -entry.getValue().nanos()))
                .forEach(entry ->
                        places.put(entry.getKey(), ofProbe.merge(entry.getKey().subList(0, 3), 1, Integer::sum)));
        places.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue()))
                .limit(calls.size() - MOST)
                .forEach(entry -> calls.remove(entry.getKey()));
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
