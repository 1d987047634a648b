package org.latencyprobes.agent.backends;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A StatsD server that only listens: keeps the lines that came, over all its lives. */
final class StatsdSocket implements AutoCloseable {

    private static final int LARGEST_PACKET_BYTES = 65_536;
    private static final Pattern VALUE = Pattern.compile(":(-?[0-9.eE-]+)\\|");

    private final int port = Daemon.freePort();
    private final List<String> lines = new ArrayList<>();
    private DatagramSocket socket;
    private Thread reader;

    int port() {
        return port;
    }

    void start() {
        try {
            socket = new DatagramSocket(port, InetAddress.getByName(Daemon.HOST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reader = new Thread(this::read, "statsd");
        reader.setDaemon(true);
        reader.start();
    }

    /** Gives the port free; what is sent to it then is lost, which is UDP's way. */
    void stop() {
        socket.close();
        try {
            reader.join(); // the port is free when nobody receives any more
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        DatagramSocket mine = socket;
        byte[] buffer = new byte[LARGEST_PACKET_BYTES];
        while (true) {
            DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
            try {
                mine.receive(packet);
            } catch (SocketException closed) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            keep(new String(buffer, 0, packet.getLength(), StandardCharsets.UTF_8));
        }
    }

    private synchronized void keep(String packet) {
        packet.lines().forEach(lines::add);
    }

    /** Lines that match a pattern somewhere, oldest first. */
    synchronized List<String> lines(String pattern) {
        return lines.stream().filter(Pattern.compile(pattern).asPredicate()).toList();
    }

    /** Sum of the values of all lines that match. */
    double sum(String pattern) {
        return lines(pattern).stream()
                .map(VALUE::matcher)
                .filter(Matcher::find)
                .mapToDouble(value -> Double.parseDouble(value.group(1)))
                .sum();
    }

    @Override
    public void close() {
        if (socket != null) {
            stop();
        }
    }
}
