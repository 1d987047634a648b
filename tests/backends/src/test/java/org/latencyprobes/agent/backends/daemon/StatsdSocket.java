package org.latencyprobes.agent.backends.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A StatsD server over UDP. */
public final class StatsdSocket extends StatsdServer {

    private static final int LARGEST_PACKET_BYTES = 65_536;

    /** So that nothing is dropped while the reader gets no processor. */
    private static final int RECEIVE_BUFFER_BYTES = 4 << 20;

    private DatagramSocket socket;
    private Thread reader;

    @Override
    public void start() {
        try {
            socket = new DatagramSocket(port(), InetAddress.getByName(Daemon.HOST));
            socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reader = new Thread(this::read, "statsd");
        reader.setDaemon(true);
        reader.start();
    }

    @Override
    public void stop() {
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

    @Override
    public void close() {
        if (socket != null) {
            stop();
        }
    }
}
