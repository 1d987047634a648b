package org.latencyprobes.cli.tail;

import java.util.Comparator;

/**
 * What calls are of, whatever their tags.
 *
 * @param probe the probe's name
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 */
record CallsKey(String probe, String outcome) implements Comparable<CallsKey> {

    private static final Comparator<CallsKey> ORDER =
            Comparator.comparing(CallsKey::probe).thenComparing(CallsKey::outcome);

    @Override
    public int compareTo(CallsKey other) {
        return ORDER.compare(this, other);
    }
}
