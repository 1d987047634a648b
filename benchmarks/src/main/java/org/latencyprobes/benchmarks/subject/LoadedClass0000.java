package org.latencyprobes.benchmarks.subject;

import java.util.HashMap;
import java.util.Map;
import org.latencyprobes.annotation.Probe;

/** A class with three probes, of which {@link ClassCost} loads copies under other names of the same length. */
class LoadedClass0000 {

    private final Map<Integer, String> names = new HashMap<>();

    @Probe
    long loop(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += i * sum;
        }
        return sum;
    }

    @Probe
    String map(int key) {
        return names.computeIfAbsent(key, absent -> "name " + absent);
    }

    @Probe
    int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
