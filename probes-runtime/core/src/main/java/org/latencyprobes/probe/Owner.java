package org.latencyprobes.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.latencyprobes.counts.Counts;

/**
 * This copy of the library as the holder of its probes: it registers them and publishes, once, a function that reads them all.
 *
 * <p>Thread-safe. Finding a present probe takes no lock.
 */
final class Owner {

    static final Owner INSTANCE = new Owner();

    private final ConcurrentMap<ProbeKey, LatencyProbe> probes = new ConcurrentHashMap<>();
    private final long startMillis = System.currentTimeMillis();

    /** Held here, strongly; the hub holds it weakly, so that the hub keeps no class loader of ours alive. */
    private final Supplier<List<Map<String, Object>>> reading = this::read;

    private Owner() {
        Hub.publish(reading);
    }

    LatencyProbe probe(ProbeKey key, Kind kind) {
        LatencyProbe present = probes.get(key);
        return present != null ? present : add(key, kind);
    }

    /** Without a lambda, which would be linked here at the first call, perhaps with little stack left. */
    private synchronized LatencyProbe add(ProbeKey key, Kind kind) {
        LatencyProbe present = probes.get(key);
        if (present == null) {
            present = LatencyProbe.create(key, kind);
            probes.put(key, present);
        }
        return present;
    }

    private List<Map<String, Object>> read() {
        List<Map<String, Object>> readings = new ArrayList<>(2 * probes.size());
        for (LatencyProbe probe : probes.values()) {
            for (Outcome outcome : Outcome.values()) {
                Counts counts = probe.present(outcome);
                if (counts != null) {
                    readings.add(reading(probe, outcome, counts));
                }
            }
        }
        return Collections.unmodifiableList(readings);
    }

    private Map<String, Object> reading(LatencyProbe probe, Outcome outcome, Counts counts) {
        return Map.of(
                Hub.NAME, probe.name(),
                Hub.TAGS, probe.tags(),
                Hub.OUTCOME, outcome.label(),
                Hub.KIND, probe.kind().label(),
                Hub.START_MILLIS, startMillis,
                Hub.SNAPSHOT, counts.snapshot());
    }
}
