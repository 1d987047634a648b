package org.latencyprobes.exporters.statsd;

import io.micrometer.shaded.reactor.core.scheduler.Scheduler;
import io.micrometer.statsd.StatsdConfig;
import io.micrometer.statsd.StatsdProtocol;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;

/**
 * The packets to which StatsD lines are gathered, and the sending of them. It works on the registry's own thread. What cannot be sent is dropped
 * and counted: StatsD has no answer to wait for. The name of the host is looked up anew after every failure. Thread-safe.
 */
public final class StatsdPackets implements Consumer<String>, Closeable {

    private static final long GATHER_MILLIS = 100;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Pattern COUNT =
            Pattern.compile("probe[._]?[dD]uration[._]?[cC]ount(?=[.,:#]).*?:(\\d+)(?:\\.\\d+)?\\|c");

    private final StatsdConfig config;
    private final ExporterState state;
    private final Scheduler scheduler;
    private final int packetBytes;
    private final ByteArrayOutputStream packet = new ByteArrayOutputStream();
    private long packetCalls;
    private long unconfirmedCalls;
    private StatsdConnection connection;
    private long notBeforeNanos = System.nanoTime();
    private boolean closed;

    public StatsdPackets(StatsdConfig config, ExporterState state, Scheduler scheduler) {
        this.config = config;
        this.state = state;
        this.scheduler = scheduler;
        packetBytes = config.buffered() ? config.maxPacketLength() : 0;
    }

    public String address() {
        return config.protocol() + " " + config.host() + ':' + config.port();
    }

    @Override
    public synchronized void accept(String line) {
        if (closed) {
            return;
        }
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        if (packet.size() > 0 && packet.size() + 1 + bytes.length > packetBytes) {
            flush();
        }
        if (packet.size() == 0 && packetBytes > 0) {
            scheduler.schedule(this::flush, GATHER_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (packet.size() > 0) {
            packet.write('\n');
        }
        packet.writeBytes(bytes);
        packetCalls += calls(line);
        if (packetBytes == 0) {
            flush();
        }
    }

    private synchronized void flush() {
        if (packet.size() == 0 || closed) {
            return;
        }
        byte[] bytes = packet.toByteArray();
        packet.reset();
        long calls = packetCalls;
        packetCalls = 0;
        if (System.nanoTime() - notBeforeNanos < 0) {
            state.lost(calls);
            state.failed("the last failure is less than a second ago");
            return;
        }
        send(bytes, calls);
    }

    private void send(byte[] bytes, long calls) {
        boolean interrupted = Thread.interrupted(); // a closing registry interrupts, which would close a channel
        try {
            boolean isNew = connection == null;
            if (isNew) {
                connection = config.protocol() == StatsdProtocol.TCP
                        ? new StatsdTcpConnection(remote())
                        : new StatsdUdpConnection(remote());
            }
            connection.send(bytes);
            unconfirmedCalls = connection.isConfirmedByTheNext() ? calls : 0;
            if (!isNew || !state.isFailing() || !connection.isConfirmedByTheNext()) {
                state.published();
            }
        } catch (IOException | RuntimeException e) {
            notBeforeNanos = System.nanoTime() + PAUSE_NANOS;
            state.lost(calls + unconfirmedCalls);
            unconfirmedCalls = 0;
            state.failed(Log.describe(e));
            disconnect();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** How many calls a line counts, in any flavour of StatsD. */
    private static long calls(String line) {
        Matcher count = COUNT.matcher(line);
        return count.lookingAt() ? Long.parseLong(count.group(1)) : 0;
    }

    private InetSocketAddress remote() throws UnknownHostException {
        InetSocketAddress remote = new InetSocketAddress(config.host(), config.port());
        if (remote.isUnresolved()) {
            throw new UnknownHostException(config.host());
        }
        return remote;
    }

    private void disconnect() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (IOException e) {
            state.noted(Log.describe(e));
        }
        connection = null;
    }

    @Override
    public synchronized void close() {
        flush();
        closed = true;
        disconnect();
    }
}
