package org.latencyprobes.agent;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits of tests: for a condition, with a look each few ms, and so long that only something broken is given up. */
public final class Await {

    /** A busy machine may take minutes. */
    public static final Duration LONG = Duration.ofMinutes(5);

    private Await() {}

    public static ConditionFactory patiently() {
        return Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(LONG);
    }
}
