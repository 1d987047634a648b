package org.latencyprobes.agent.cause;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Split;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The recording of slow calls by cause, from where backends have counts and sums: a jitter probe for each probe and cause, with the tags
 * {@value #CAUSE} and {@value #NAME}. Where half of the memory is in use there are no more of them: the probes themselves come first. For one
 * thread. The first slow call of a probe and cause allocates.
 */
final class SlowMeters {

    static final String CAUSE = "cause";
    static final String NAME = "probe";

    /** How many probes of these there are at most. */
    static final int MOST = 128;

    private final Map<List<Object>, ProbeRecorder[]> probes = new HashMap<>();
    private int made;

    /** Records the time of each cause that has some, as often as there were such calls. */
    void add(String probe, Map<String, String> tags, Split split, long standsFor) {
        List<Object> key = List.of(probe, tags);
        ProbeRecorder[] ofProbe = probes.get(key);
        if (ofProbe == null) {
            if (made == MOST) {
                return;
            }
            ofProbe = new ProbeRecorder[Cause.values().length];
            probes.put(key, ofProbe);
        }
        for (Cause cause : Cause.values()) {
            if (split.nanos(cause) > 0) {
                add(ofProbe, probe, tags, cause, split.nanos(cause), standsFor);
            }
        }
    }

    private void add(
            ProbeRecorder[] ofProbe, String probe, Map<String, String> tags, Cause cause, long nanos, long standsFor) {
        ProbeRecorder meter = ofProbe[cause.ordinal()];
        if (meter == null && made < MOST && MemoryCap.usedBytes() < MemoryCap.capBytes() / 2) {
            made++;
            meter = ProbeRecorder.jitter(Hub.SLOW_CALLS, keysAndValues(probe, tags, cause));
            ofProbe[cause.ordinal()] = meter;
        }
        if (meter != null) {
            meter.recordNanos(nanos, standsFor);
        }
    }

    /** The probe's own tags, but for those of the same keys. */
    private static String[] keysAndValues(String probe, Map<String, String> tags, Cause cause) {
        List<String> all = new ArrayList<>(List.of(NAME, probe, CAUSE, cause.label()));
        tags.forEach((key, value) -> {
            if (!key.equals(NAME) && !key.equals(CAUSE)) {
                all.add(key);
                all.add(value);
            }
        });
        return all.toArray(new String[0]);
    }
}
