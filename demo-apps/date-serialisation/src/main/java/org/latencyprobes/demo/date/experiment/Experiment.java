package org.latencyprobes.demo.date.experiment;

import java.util.List;
import java.util.stream.Stream;

/**
 * The experiments. Each runs in a JVM of its own and calls {@link DateSerialiser#roundTrip}. The last four are at one rate and differ in two
 * ways: with or without a socket, and whether the calling thread spins or sleeps until the next call.
 */
public enum Experiment {
    /** JMH, mode SampleTime: calls back to back. */
    MICRO_JMH("micro-jmh", "micro (JMH)"),
    /** JLBH on one thread, at a rate with short gaps between calls. */
    MICRO_JLBH("micro-jlbh", "micro (JLBH)"),
    /** JLBH on one thread, which looks at the clock until the call is due: the gap between calls alone. */
    LOCAL_SPINNING("local-spinning", "no socket, spinning"),
    /** JLBH wakes a thread for each call. */
    LOCAL_SLEEPING("local-sleeping", "no socket, sleeping"),
    /** JLBH drives a TCP server over loopback; both threads poll their sockets. */
    SERVER_SPINNING("server-spinning", "socket, spinning"),
    /** The same, but both threads wait in the kernel. */
    SERVER_SLEEPING("server-sleeping", "socket, sleeping");

    /** The experiments at the server's rate. */
    public static final List<Experiment> AT_ONE_RATE =
            List.of(LOCAL_SPINNING, LOCAL_SLEEPING, SERVER_SPINNING, SERVER_SLEEPING);

    private final String id;
    private final String title;

    Experiment(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** The name in files and arguments. */
    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    /** The server that the verdict is about. */
    public static Experiment server(boolean spinning) {
        return spinning ? SERVER_SPINNING : SERVER_SLEEPING;
    }

    /** Those that are run. */
    public static List<Experiment> of(ExperimentSettings settings) {
        return Stream.of(values())
                .filter(experiment -> experiment != MICRO_JLBH || settings.microJlbh())
                .toList();
    }

    static Experiment of(String id) {
        return Stream.of(values())
                .filter(experiment -> experiment.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no experiment is called " + id));
    }
}
