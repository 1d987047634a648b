package org.latencyprobes.agent.select;

import java.util.LinkedHashMap;
import java.util.Map;

/** The counts of refusals by reason. Reasons beyond the first few dozen are counted together. Thread-safe. */
public final class RefusalCounts {

    private static final int MOST = 30;
    private static final int LONGEST = 160;
    private static final String OTHER = "other reasons";

    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private int total;

    /** Counts nothing yet. */
    public RefusalCounts() {}

    /**
     * Counts one.
     *
     * @param reason of a refusal
     * @return how often it was given so far, this time included
     */
    public int add(String reason) {
        return add(reason, 1);
    }

    private synchronized int add(String reason, int times) {
        String key = counts.containsKey(reason) || counts.size() < MOST ? reason : OTHER;
        Integer before = counts.get(key);
        int count = before == null ? times : before + times;
        counts.put(key, count);
        total += times;
        return count;
    }

    /** Counts those of others too, which nobody changes meanwhile. */
    void addAll(RefusalCounts others) {
        for (Map.Entry<String, Integer> reason : others.counts.entrySet()) {
            add(reason.getKey(), reason.getValue());
        }
    }

    /**
     * How many there were, whatever the reason.
     *
     * @return the number
     */
    public synchronized int total() {
        return total;
    }

    /**
     * All of it in one line.
     *
     * @return {@code 1850 × it is native; 3 × …}, in the order in which the reasons came first; empty where there was none
     */
    public synchronized String text() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Integer> reason : counts.entrySet()) {
            text.append(text.isEmpty() ? "" : "; ")
                    .append(reason.getValue())
                    .append(" \u00d7 ")
                    .append(shortened(reason.getKey()));
        }
        return text.toString();
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST ? reason : reason.substring(0, LONGEST) + "\u2026";
    }
}
