package org.latencyprobes.internal.probe;

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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.MemoryCap;

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

    private final ConcurrentMap<ProbeKey, ProbeRecorder> probes = new ConcurrentHashMap<>();
    /** The key is the one that the probe itself holds: an entry lasts as long as its probe. */
    private final Map<ProbeKey, WeakReference<ProbeRecorder>> waiting = new WeakHashMap<>();

    /** When the first probe came, in ms since 1970: this copy of the library may be loaded long before. */
    private volatile long startMillis;

    /** Held here strongly and by the hub weakly, so that the hub keeps no class loader of ours alive. */
    private final Supplier<List<Map<String, Object>>> reading =
            new Supplier<>() { // no lambda: the first probe waits for its linking
                @Override
                public List<Map<String, Object>> get() {
                    return read();
                }
            };

    private final Runnable admission = new Runnable() {
        @Override
        public void run() {
            admit();
        }
    };

    private Owner() {
        Hub.publish(reading);
        MemoryCap.whenRaised(admission);
    }

    ProbeRecorder probe(ProbeKey key, Kind kind) {
        ProbeRecorder present = probes.get(key);
        return present != null ? present : added(key, kind);
    }

    /** Warns without our monitor: whoever holds the stream's lock may wait for that. */
    private ProbeRecorder added(ProbeKey key, Kind kind) {
        ProbeRecorder probe = add(key, kind);
        if (!probe.isRecording()) {
            MemoryCap.warn(key.name());
        }
        return probe;
    }

    /** Has no lambda, which would be linked at the first call, perhaps with little stack left. */
    private synchronized ProbeRecorder add(ProbeKey key, Kind kind) {
        ProbeRecorder present = probes.get(key);
        if (present != null) {
            return present;
        }
        if (startMillis == 0) {
            startMillis = Timeline.OURS.nowMillis();
        }
        ProbeRecorder probe = waiting(key);
        if (probe == null) {
            probe = new ProbeRecorder(key, kind);
        }
        if (probe.openWithinCap()) {
            waiting.remove(key);
            probes.put(key, probe);
        } else {
            waiting.putIfAbsent(probe.key(), new WeakReference<>(probe));
        }
        return probe;
    }

    private ProbeRecorder waiting(ProbeKey key) {
        WeakReference<ProbeRecorder> reference = waiting.get(key);
        return reference == null ? null : reference.get();
    }

    boolean isPresent(ProbeRecorder probe) {
        return probes.get(probe.key()) == probe;
    }

    void forEach(Consumer<ProbeRecorder> action) {
        probes.values().forEach(action);
    }

    /** Without jitter samplers, stalls and parts of slow calls, which nobody has asked to be a probe. */
    synchronized int waitingForMemory() {
        int probes = 0;
        for (WeakReference<ProbeRecorder> reference : waiting.values()) {
            ProbeRecorder probe = reference.get();
            probes += probe != null && probe.kind() == Kind.PROBE ? 1 : 0;
        }
        return probes;
    }

    /** Gives counters to those that wait, as far as there is room. */
    private synchronized void admit() {
        Iterator<WeakReference<ProbeRecorder>> all = waiting.values().iterator();
        boolean room = true;
        while (room && all.hasNext()) {
            ProbeRecorder probe = all.next().get();
            room = probe == null || probe.openWithinCap();
            if (probe != null && room) {
                all.remove();
                probes.put(probe.key(), probe);
            }
        }
    }

    /** A list whose elements are made when they are asked for, so that there is one snapshot at a time and not all of them. */
    private List<Map<String, Object>> read() {
        admit(); // others may have given room back
        List<Supplier<Map<String, Object>>> series = new ArrayList<>(2 * probes.size());
        for (ProbeRecorder probe : probes.values()) {
            for (Outcome outcome : Outcome.values()) {
                Counts counts = probe.present(outcome);
                if (counts != null) {
                    series.add(() -> new Reading(probe, outcome, counts, false, startMillis));
                }
                Counts self = probe.self().present(outcome);
                if (self != null) {
                    series.add(() -> new Reading(probe, outcome, self, true, startMillis));
                }
            }
        }
        return new Readings(series);
    }

    private static final class Readings extends AbstractList<Map<String, Object>> implements RandomAccess {

        private final List<Supplier<Map<String, Object>>> series;

        Readings(List<Supplier<Map<String, Object>>> series) {
            this.series = series;
        }

        @Override
        public Map<String, Object> get(int index) {
            return series.get(index).get();
        }

        @Override
        public int size() {
            return series.size();
        }
    }
}
