package org.latencyprobes.explain;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The time of one slow call by cause: each nanosecond is in it once. Immutable. */
public final class Split {

    private static final Cause[] CAUSES = Cause.values();

    private final long[] nanos;
    private final long[] lacking;
    private final Map<Cause, Map<String, Long>> details;
    private final ThreadTime ofThread;

    Split(long[] nanos, long[] lacking, Map<Cause, Map<String, Long>> details, ThreadTime ofThread) {
        this.nanos = nanos;
        this.lacking = lacking;
        this.details = details;
        this.ofThread = ofThread;
    }

    /**
     * The time of one cause.
     *
     * @param cause any
     * @return in ns, 0 or more
     */
    public long nanos(Cause cause) {
        return nanos[cause.ordinal()];
    }

    /**
     * How much of the time of a wait may have been without a CPU: the thread was woken, and did not run yet, in this wait or in another one.
     *
     * @param cause any
     * @return in ns; 0 where none was, or where it is {@link Cause#CPU_WAIT}
     */
    public long nanosLackingCpu(Cause cause) {
        return lacking[cause.ordinal()];
    }

    /**
     * What is known of a cause in words.
     *
     * @param cause any
     * @return ns by the words
     */
    public Map<String, Long> details(Cause cause) {
        return details.getOrDefault(cause, Map.of());
    }

    /** {@return ns by the label of each cause that has some, by precedence} */
    public Map<String, Long> byLabel() {
        return byLabel(this::nanos);
    }

    /**
     * The causes that have some time.
     *
     * @param nanos gives that of a cause
     * @return ns by label, by precedence
     */
    public static Map<String, Long> byLabel(ToLongFunction<Cause> nanos) {
        Map<String, Long> byLabel = new LinkedHashMap<>();
        for (Cause cause : CAUSES) {
            if (nanos.applyAsLong(cause) > 0) {
                byLabel.put(cause.label(), nanos.applyAsLong(cause));
            }
        }
        return byLabel;
    }

    /**
     * The cause of most of the time by which the call was slower than usual.
     *
     * @param usualNanos what a call of the probe usually takes, such as the median, in ns; 0 for the cause of most of its time
     * @return the first in order where two have the same time
     */
    public Cause main(double usualNanos) {
        return main(nanos, usualNanos);
    }

    /**
     * The cause of most of the time by which calls were slower than usual.
     *
     * @param nanosByCause the time of the calls, in ns, by the cause's ordinal
     * @param usualNanos what as many calls usually take, in ns
     * @return the first in order where two have the same time
     */
    public static Cause main(long[] nanosByCause, double usualNanos) {
        double[] above = aboveUsual(nanosByCause, usualNanos);
        if (Arrays.stream(above).noneMatch(nanos -> nanos > 0)) { // no slower than usual: by all of its time
            Arrays.setAll(above, at -> nanosByCause[at]);
        }
        Cause main = Cause.UNKNOWN;
        for (Cause cause : CAUSES) {
            if (above[cause.ordinal()] > above[main.ordinal()]) {
                main = cause;
            }
        }
        return main;
    }

    /**
     * Takes the usual time off: in proportion off what a usual call consists of, and only what is missing there off the stalls.
     *
     * @param nanosByCause of one call or of several, by the cause's ordinal
     * @param usualNanos of as many calls
     * @return what is left, 0 or more each
     */
    public static double[] aboveUsual(long[] nanosByCause, double usualNanos) {
        double stallNanos = 0;
        double ownNanos = 0;
        for (Cause cause : CAUSES) {
            if (cause.isStall()) {
                stallNanos += nanosByCause[cause.ordinal()];
            } else {
                ownNanos += nanosByCause[cause.ordinal()];
            }
        }
        double ownFactor = left(ownNanos, usualNanos);
        double stallFactor = left(stallNanos, usualNanos - ownNanos);
        double[] above = new double[CAUSES.length];
        for (Cause cause : CAUSES) {
            above[cause.ordinal()] = nanosByCause[cause.ordinal()] * (cause.isStall() ? stallFactor : ownFactor);
        }
        return above;
    }

    private static double left(double nanos, double lessNanos) {
        return nanos <= 0 || lessNanos >= nanos ? 0 : (nanos - Math.max(0, lessNanos)) / nanos;
    }

    /**
     * What the call's thread did.
     *
     * @return null where that is not known
     */
    public ThreadTime ofThread() {
        return ofThread;
    }
}
