package org.latencyprobes.agent.backends.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.latencyprobes.agent.kit.Ports;

/** A StatsD server that only listens: keeps the lines that came, over all its lives. */
public abstract class StatsdServer implements AutoCloseable {

    private static final Pattern VALUE = Pattern.compile(":(-?[0-9.eE-]+)\\|");

    private final int port = Ports.free();
    private final List<String> lines = new ArrayList<>();

    public abstract void start();

    /** Gives the port free; what is sent to it then is lost. */
    public abstract void stop();

    /** Waits until something comes. */
    public final void awaitMore() {
        int before = lines("").size();
        Awaitility.await("more lines")
                .atMost(Daemon.LONGEST_WAIT)
                .until(() -> lines("").size() > before);
    }

    /** Waits until the lines that match add up to that. */
    public final void awaitSum(String pattern, LongSupplier sum) {
        Awaitility.await(pattern)
                .atMost(Daemon.LONGEST_WAIT)
                .untilAsserted(
                        () -> assertThat(sum(pattern)).as("%s", lines("robe")).isEqualTo(sum.getAsLong()));
    }

    public final int port() {
        return port;
    }

    /** Keeps the whole lines of what came. */
    final synchronized void keep(String packet) {
        packet.lines().forEach(lines::add);
    }

    /** Lines that match a pattern somewhere, oldest first. */
    final synchronized List<String> lines(String pattern) {
        return lines.stream().filter(Pattern.compile(pattern).asPredicate()).toList();
    }

    /** Sum of the values of all lines that match. */
    public final double sum(String pattern) {
        return lines(pattern).stream()
                .map(VALUE::matcher)
                .filter(Matcher::find)
                .mapToDouble(value -> Double.parseDouble(value.group(1)))
                .sum();
    }

    @Override
    public abstract void close();
}
