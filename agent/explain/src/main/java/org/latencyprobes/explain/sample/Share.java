package org.latencyprobes.explain.sample;

/**
 * A share with its confidence interval. Not compared in the JVM: JDK 17 would keep its class for ever.
 *
 * @param low the lower end
 * @param estimate what is most likely, within the ends
 * @param high the upper end
 */
public record Share(double low, double estimate, double high) {

    private static final double PERCENT = 100;

    /** Of a wider interval, or one whose longer side is half of that, the ends are told, and no estimate. */
    private static final double WIDE = 0.3;

    /**
     * The share in words.
     *
     * @return such as {@code 74 % (±4)}, or {@code 20–60 %} of a wide interval
     */
    public String text() {
        double half = Math.max(high - estimate, estimate - low);
        if (2 * half > WIDE) {
            return Math.round(PERCENT * low) + "–" + Math.round(PERCENT * high) + " %";
        }
        String middle = estimate > 0 && PERCENT * estimate < 1 ? "<1" : String.valueOf(Math.round(PERCENT * estimate));
        long points = Math.round(PERCENT * half);
        return middle + " %" + (points == 0 ? "" : " (±" + points + ")");
    }
}
