package org.latencyprobes.cli.tail;

import java.util.Comparator;
import org.latencyprobes.agent.protocol.Texts;

/**
 * What calls are of.
 *
 * @param probe the probe's name
 * @param tags as they stand in a cell, such as {@code a=b;c=d}; empty for none
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 */
record CallsKey(String probe, String tags, String outcome) implements Comparable<CallsKey> {

    private static final Comparator<CallsKey> ORDER =
            Comparator.comparing(CallsKey::probe).thenComparing(CallsKey::tags).thenComparing(CallsKey::outcome);

    /** The tag of the second series of an asynchronous method. */
    /** The probe's name with its tags. */
    String label() {
        return probe + Texts.label(tags);
    }

    /** The same with the outcome, unless that is the usual one. */
    String title() {
        return label() + (outcome.equals("ok") ? "" : " (" + outcome + ')');
    }

    /** Whether these are the times until methods returned, whose results came later. */
    boolean isUntilReturn() {
        return "return".equals(Texts.parsedTags(tags).get("until"));
    }

    @Override
    public int compareTo(CallsKey other) {
        return ORDER.compare(this, other);
    }
}
