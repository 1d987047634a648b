package org.latencyprobes.probe;

import java.lang.ref.WeakReference;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.latencyprobes.counts.Counts;
import org.latencyprobes.counts.Memory;

/**
 * The holder of the probes of this copy of the library. It registers them and publishes, once, a function that reads them all.
 *
 * <p>Probes that the memory cap has no room for wait here. They are held weakly, so that an application that makes names without
 * end fills no memory with probes that it has forgotten itself.
 *
 * <p>Thread-safe. Finding a present probe takes no lock.
 */
final class Owner {

    static final Owner INSTANCE = new Owner();

    private final ConcurrentMap<ProbeKey, LatencyProbe> probes = new ConcurrentHashMap<>();
    /** By the key that the probe itself holds: an entry lasts as long as its probe. */
    private final Map<ProbeKey, WeakReference<LatencyProbe>> waiting = new WeakHashMap<>();

    private final long startMillis = Timeline.OURS.nowMillis();

    /** Held here, strongly; the hub holds it weakly, so that the hub keeps no class loader of ours alive. */
    private final Supplier<List<Map<String, Object>>> reading = this::read;

    private Owner() {
        Hub.publish(reading);
        Memory.whenRaised(this::admit);
    }

    LatencyProbe probe(ProbeKey key, Kind kind) {
        LatencyProbe present = probes.get(key);
        return present != null ? present : added(key, kind);
    }

    /** What there is to say is said without our monitor: whoever holds the stream's lock may wait for it. */
    private LatencyProbe added(ProbeKey key, Kind kind) {
        LatencyProbe probe = add(key, kind);
        if (!probe.isRecording()) {
            Memory.warn(key.name());
        }
        return probe;
    }

    /** Without a lambda, which would be linked here at the first call, perhaps with little stack left. */
    private synchronized LatencyProbe add(ProbeKey key, Kind kind) {
        LatencyProbe present = probes.get(key);
        if (present != null) {
            return present;
        }
        LatencyProbe probe = waiting(key);
        if (probe == null) {
            probe = new LatencyProbe(key, kind);
        }
        if (probe.openWithinCap()) {
            waiting.remove(key);
            probes.put(key, probe);
        } else {
            waiting.putIfAbsent(probe.key(), new WeakReference<>(probe));
        }
        return probe;
    }

    private LatencyProbe waiting(ProbeKey key) {
        WeakReference<LatencyProbe> reference = waiting.get(key);
        return reference == null ? null : reference.get();
    }

    synchronized int waiting() {
        return waiting.size();
    }

    /** Gives counters to those that wait, as far as there is room. */
    private synchronized void admit() {
        Iterator<WeakReference<LatencyProbe>> all = waiting.values().iterator();
        boolean room = true;
        while (room && all.hasNext()) {
            LatencyProbe probe = all.next().get();
            room = probe == null || probe.openWithinCap();
            if (probe != null && room) {
                all.remove();
                probes.put(probe.key(), probe);
            }
        }
    }

    /** A list whose elements are read when they are asked for, so that there is one snapshot at a time and not all of them. */
    private List<Map<String, Object>> read() {
        admit(); // others may have given room back
        List<Place> places = new ArrayList<>(2 * probes.size());
        for (LatencyProbe probe : probes.values()) {
            for (Outcome outcome : Outcome.values()) {
                Counts counts = probe.present(outcome);
                if (counts != null) {
                    places.add(new Place(probe, outcome, counts));
                }
            }
        }
        return new Readings(places);
    }

    /** What one element of a reading is of. */
    private static final class Place {

        private final LatencyProbe probe;
        private final Outcome outcome;
        private final Counts counts;

        Place(LatencyProbe probe, Outcome outcome, Counts counts) {
            this.probe = probe;
            this.outcome = outcome;
            this.counts = counts;
        }
    }

    private final class Readings extends AbstractList<Map<String, Object>> implements RandomAccess {

        private final List<Place> places;

        Readings(List<Place> places) {
            this.places = places;
        }

        @Override
        public Map<String, Object> get(int index) {
            Place place = places.get(index);
            return reading(place.probe, place.outcome, place.counts);
        }

        @Override
        public int size() {
            return places.size();
        }
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
