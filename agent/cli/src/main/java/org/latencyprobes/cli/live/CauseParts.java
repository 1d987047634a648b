package org.latencyprobes.cli.live;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.util.Arrays;
import java.util.Map;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Split;

/** The time of slow calls by cause. Immutable. */
public final class CauseParts {

    /** None. */
    public static final CauseParts NONE = new CauseParts(new long[Cause.values().length]);

    private final long[] byCause; // in ns, by the cause's ordinal

    private CauseParts(long[] byCause) {
        this.byCause = byCause;
    }

    /** Of µs by the cause's name; causes of a later version are left out. */
    static CauseParts of(Map<String, Double> parts) {
        long[] nanos = new long[Cause.values().length];
        for (Cause cause : Cause.values()) {
            nanos[cause.ordinal()] = Math.round(parts.getOrDefault(cause.label(), 0.0) * NANOS_PER_MICRO);
        }
        return new CauseParts(nanos);
    }

    CauseParts plus(CauseParts other, int sign) {
        long[] sum = new long[byCause.length];
        Arrays.setAll(sum, at -> byCause[at] + sign * other.byCause[at]);
        return new CauseParts(sum);
    }

    /**
     * The causes with a time.
     *
     * @return in ns by the cause's name, by precedence
     */
    public Map<String, Long> nanos() {
        return Split.byLabel(cause -> byCause[cause.ordinal()]);
    }

    /**
     * The cause of most of the time.
     *
     * @return its name; empty where there is no time
     */
    public String main() {
        return Arrays.stream(byCause).sum() == 0
                ? ""
                : Split.main(cause -> byCause[cause.ordinal()]).label();
    }
}
