package org.latencyprobes.exporters.statsd;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;

/** A socket for datagrams; connected, so that a refusal is seen, if only by the next packet. */
final class StatsdUdpConnection implements StatsdConnection {

    private final DatagramSocket socket = new DatagramSocket(); // unlike a channel, not closed by an interrupt

    StatsdUdpConnection(InetSocketAddress remote) throws IOException {
        socket.connect(remote);
    }

    @Override
    public void send(byte[] packet) throws IOException {
        socket.send(new DatagramPacket(packet, packet.length));
    }

    @Override
    public boolean isConfirmedByTheNext() {
        return true;
    }

    @Override
    public void close() {
        socket.close();
    }
}
