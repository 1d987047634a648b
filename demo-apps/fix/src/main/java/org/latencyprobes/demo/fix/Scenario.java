package org.latencyprobes.demo.fix;

import java.util.Locale;

/** The scenarios that an engine is measured in. */
enum Scenario {
    /** Orders at several rates, end to end from the time at which they were due. */
    JLBH,
    /** Orders at 1,000 a second, from the time at which they were sent, with every round trip kept. */
    LATENCY2,
    /** A message into the engine's data model, without a connection. */
    PARSE;

    /** The rate that was published for {@link #LATENCY2}. */
    static final int LATENCY2_RATE = 1_000;

    /** The name on the command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
