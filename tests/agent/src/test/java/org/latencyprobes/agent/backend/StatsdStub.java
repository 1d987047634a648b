package org.latencyprobes.agent.backend;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A StatsD server that keeps the lines that it is sent. */
final class StatsdStub implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final DatagramSocket socket;

    StatsdStub() throws IOException {
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread reader = new Thread(this::read);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        DatagramPacket packet = new DatagramPacket(new byte[64 << 10], 64 << 10);
        while (true) {
            try {
                socket.receive(packet);
                String text = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
                lines.addAll(text.lines().toList());
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** The options of an agent that sends it lines. */
    String options() {
        return "statsd.host=127.0.0.1,statsd.port=" + socket.getLocalPort()
                + ",statsd.pollingFrequency=200ms,statsd.flavor=etsy";
    }

    List<String> lines() {
        return lines;
    }

    /** How many calls of a probe have arrived. */
    long count(String probe) {
        return count(lines, probe);
    }

    /** How many calls of a probe are in lines of the flavour Etsy, where counters are increments. */
    static long count(List<String> lines, String probe) {
        return lines.stream()
                .filter(line -> line.startsWith("probeDurationCount.")
                        && line.contains(".probe." + probe)
                        && line.endsWith("|c"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1, line.indexOf('|'))))
                .sum();
    }

    @Override
    public void close() {
        socket.close();
    }
}
