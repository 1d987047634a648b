package org.latencyprobes.demo.date;

import java.util.stream.Stream;

/** The four experiments. Each runs in a JVM of its own and calls {@link DateSerialiser#roundTrip}. */
enum Experiment {
    /** JMH, mode SampleTime: calls back to back. */
    MICRO_JMH("micro-jmh", "micro (JMH)"),
    /** JLBH on one thread, at a rate with hardly a gap between calls. */
    MICRO_JLBH("micro-jlbh", "micro (JLBH)"),
    /** JLBH on one thread, at the server's rate: the gap between calls without the socket. */
    SAME_RATE("same-rate", "same rate, no TCP"),
    /** JLBH drives a TCP server over loopback; the server makes the call. */
    IN_SERVER("in-server", "in the server");

    private final String id;
    private final String title;

    Experiment(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** The name in files and arguments. */
    String id() {
        return id;
    }

    String title() {
        return title;
    }

    static Experiment of(String id) {
        return Stream.of(values())
                .filter(experiment -> experiment.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no experiment is called " + id));
    }
}
