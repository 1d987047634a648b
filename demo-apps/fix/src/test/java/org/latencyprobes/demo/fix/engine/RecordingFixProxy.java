package org.latencyprobes.demo.fix.engine;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.latencyprobes.agent.kit.ConnectionThread;

/** A proxy between client and server that splits the stream into messages, and keeps those of the application. */
final class RecordingFixProxy implements AutoCloseable {

    /** The direction in which reports travel. */
    static final boolean TO_CLIENT = true;

    /** The direction in which orders travel. */
    static final boolean TO_SERVER = false;

    private static final String ORDER = "\u000135=D\u0001";
    private static final String REPORT = "\u000135=8\u0001";

    private final InetSocketAddress server;
    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
    private final List<byte[]> toClient = Collections.synchronizedList(new ArrayList<>());
    private final List<byte[]> toServer = Collections.synchronizedList(new ArrayList<>());

    RecordingFixProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        ConnectionThread.start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    /** The application's messages in that direction. */
    List<byte[]> seen(boolean direction) {
        List<byte[]> messages = direction == TO_CLIENT ? toClient : toServer;
        synchronized (messages) {
            return List.copyOf(messages);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        synchronized (sockets) {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket behind = new Socket(server.getAddress(), server.getPort());
            for (Socket socket : List.of(client, behind)) {
                socket.setTcpNoDelay(true);
                sockets.add(socket);
            }
            ConnectionThread.start(() -> forward(client, behind, TO_SERVER));
            ConnectionThread.start(() -> forward(behind, client, TO_CLIENT));
        }
    }

    private void forward(Socket from, Socket to, boolean direction) throws IOException {
        try (from;
                to) {
            InputStream in = new BufferedInputStream(from.getInputStream());
            OutputStream out = to.getOutputStream();
            for (byte[] message; (message = read(in)).length > 0; ) {
                keep(message, direction);
                out.write(message);
            }
        }
    }

    private void keep(byte[] message, boolean direction) {
        String text = new String(message, StandardCharsets.ISO_8859_1);
        if (text.contains(ORDER) || text.contains(REPORT)) {
            (direction == TO_CLIENT ? toClient : toServer).add(message);
        }
    }

    /** Reads up to the end of a checksum field; empty at the end of the stream. */
    private static byte[] read(InputStream in) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int inChecksum = -1;
        for (int next; (next = in.read()) >= 0; ) {
            message.write(next);
            if (inChecksum >= 0) {
                inChecksum++;
            } else if (endsWith(message, "\u000110=")) {
                inChecksum = 0;
            }
            if (inChecksum == 4) {
                return message.toByteArray();
            }
        }
        return new byte[0];
    }

    private static boolean endsWith(ByteArrayOutputStream message, String end) {
        return message.size() >= end.length()
                && message.toString(StandardCharsets.ISO_8859_1).endsWith(end);
    }
}
