package org.latencyprobes.agent.socket;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A client that sends any bytes to a socket. */
final class RawClient implements Closeable {

    private final SocketChannel channel;

    RawClient(Path socket) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    static String exchange(Path socket, String sent) throws IOException {
        try (RawClient client = new RawClient(socket)) {
            client.send(sent);
            return client.rest();
        }
    }

    /** Sends as much as the other end takes. Whether that is all. */
    boolean send(String text) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return true;
        } catch (IOException e) {
            return false; // it has read enough
        }
    }

    /** Closes the one direction. */
    void sendNoMore() throws IOException {
        channel.shutdownOutput();
    }

    /** All that comes until the other end closes the connection. */
    String rest() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try {
            while (channel.read(bytes.clear()) >= 0) {
                all.write(bytes.array(), 0, bytes.position());
            }
        } catch (IOException e) {
            return all.toString(StandardCharsets.UTF_8); // it was closed with something unread
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
