package org.latencyprobes.explain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The time of one slow call by cause: each nanosecond is in it once. Immutable. */
public final class Split {

    private static final Cause[] CAUSES = Cause.values();

    private final long[] nanos;
    private final Map<Cause, Map<Detail, Long>> details;
    private final ThreadTime ofThread;
    private final List<Wait> waits;

    /**
     * Takes what nobody changes any more.
     *
     * @param nanos in ns, by the cause's ordinal
     * @param details what is known of each cause, with ns
     * @param ofThread what the call's thread did; null where that is not known
     * @param waits of the call's thread, that it is made from
     */
    Split(long[] nanos, Map<Cause, Map<Detail, Long>> details, ThreadTime ofThread, List<Wait> waits) {
        this.nanos = nanos;
        this.details = details;
        this.ofThread = ofThread;
        this.waits = List.copyOf(waits);
    }

    /**
     * The same time by cause, for whoever keeps it long.
     *
     * @param kept of its waits those that it is to have
     * @return without details
     */
    public Split with(List<Wait> kept) {
        return new Split(nanos, Map.of(), ofThread, kept);
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
     * What is known of a cause.
     *
     * @param cause any
     * @return ns by what is known
     */
    public Map<Detail, Long> details(Cause cause) {
        return Collections.unmodifiableMap(details.getOrDefault(cause, Map.of()));
    }

    /** {@return what the call's thread did; null where that is not known} */
    public ThreadTime ofThread() {
        return ofThread;
    }

    /** {@return the waits that it is made from} */
    public List<Wait> waits() {
        return waits;
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

    /** {@return the cause of most of its time} */
    public Cause main() {
        return main(this::nanos);
    }

    /**
     * The cause of most of a time.
     *
     * @param time that of a cause, in any unit
     * @return the first by precedence where two have the same; {@link Cause#UNKNOWN} where none has any
     */
    public static Cause main(ToDoubleFunction<Cause> time) {
        Cause main = null;
        for (Cause cause : CAUSES) {
            double most = main == null ? 0 : time.applyAsDouble(main);
            main = time.applyAsDouble(cause) > most ? cause : main;
        }
        return main == null ? Cause.UNKNOWN : main;
    }
}
