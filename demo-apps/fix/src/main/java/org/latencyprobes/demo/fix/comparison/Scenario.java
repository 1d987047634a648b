package org.latencyprobes.demo.fix.comparison;

import java.util.List;
import java.util.Locale;

/** The scenarios that an engine is measured in. */
public enum Scenario {
    /** Orders at several rates, end to end from the time at which they were due. */
    JLBH,
    /** The published conditions: a short warm-up, JLBH's own loop, from the time at which an order was sent. */
    PUBLISHED,
    /** The published conditions, but warmed up. */
    PUBLISHED_WARMED,
    /** Warmed up, and with coordinated omission accounted for: from the time at which an order was due. */
    PUBLISHED_DUE,
    /** Orders at 1,000 a second, from the time at which they were sent, with every round trip kept. */
    LATENCY2,
    /** A message into the engine's data model, without a connection. */
    PARSE,
    /** The same, and each message written to a file. */
    PARSE_LOGGED;

    /** The scenarios that the command line names. {@link #PUBLISHED} there stands for the three, {@link #PARSE} for the two. */
    public static final List<Scenario> NAMED = List.of(JLBH, PUBLISHED, LATENCY2, PARSE);

    /** The rate that was published for {@link #LATENCY2}. */
    public static final int LATENCY2_RATE = 1_000;

    /** The rate in the source of the published comparison. */
    public static final int PUBLISHED_RATE = 10_000;

    /** Whether it is one of the steps from the published conditions to ours. */
    boolean isPublished() {
        return this == PUBLISHED || this == PUBLISHED_WARMED || this == PUBLISHED_DUE;
    }

    /** The scenario under whose name the command line has it. */
    Scenario named() {
        return isPublished() ? PUBLISHED : isParse() ? PARSE : this;
    }

    /** Whether nothing but a parser is measured. */
    public boolean isParse() {
        return this == PARSE || this == PARSE_LOGGED;
    }

    /** The name on the command line and in files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
