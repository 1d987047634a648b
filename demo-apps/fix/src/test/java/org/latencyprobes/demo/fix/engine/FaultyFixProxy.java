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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.latencyprobes.agent.kit.DaemonThread;

/** A proxy between client and server that splits the stream into messages, keeps them, and damages one where it is told to. */
public final class FaultyFixProxy implements AutoCloseable {

    /** The direction in which reports travel. */
    public static final boolean TO_CLIENT = true;

    /** The direction in which orders travel. */
    public static final boolean TO_SERVER = false;

    private static final String ORDER = "\u000135=D\u0001";
    private static final String REPORT = "\u000135=8\u0001";

    private final InetSocketAddress server;
    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
    private final List<byte[]> toClient = Collections.synchronizedList(new ArrayList<>());
    private final List<byte[]> toServer = Collections.synchronizedList(new ArrayList<>());
    private volatile MessageFault armed;
    private volatile boolean armedDirection;
    private volatile int armedFrom;

    public FaultyFixProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        DaemonThread.start(this::accept);
    }

    public InetSocketAddress address() {
        return Loopback.port(listener.getLocalPort());
    }

    /** Damages the application's next message in that direction. */
    void arm(MessageFault fault, boolean direction) {
        arm(fault, direction, seen(direction).size());
    }

    /** Damages the application's message in that direction that comes after so many, of all connections. */
    public void arm(MessageFault fault, boolean direction, int messagesBefore) {
        armedDirection = direction;
        armedFrom = messagesBefore;
        armed = fault;
    }

    /** The application's messages in that direction, before they were damaged. */
    public List<byte[]> seen(boolean direction) {
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
            DaemonThread.start(() -> forward(client, behind, TO_SERVER));
            DaemonThread.start(() -> forward(behind, client, TO_CLIENT));
        }
    }

    private void forward(Socket from, Socket to, boolean direction) throws IOException {
        try (from;
                to) {
            InputStream in = new BufferedInputStream(from.getInputStream());
            OutputStream out = to.getOutputStream();
            for (byte[] message; (message = read(in)).length > 0; ) {
                MessageFault fault = faultFor(message, direction);
                if (fault == MessageFault.CUT) {
                    return;
                }
                if (fault == MessageFault.HALF) {
                    out.write(message, 0, message.length / 2);
                    in.transferTo(OutputStream.nullOutputStream());
                }
                if (fault == MessageFault.GARBLED) {
                    Arrays.fill(message, message.length / 3, message.length / 2, (byte) '#');
                }
                if (fault != MessageFault.LOST) {
                    out.write(message);
                }
            }
        }
    }

    /** The fault for a message, or null for none. Each fault is used once. */
    private MessageFault faultFor(byte[] message, boolean direction) {
        String text = new String(message, StandardCharsets.ISO_8859_1);
        if (!text.contains(ORDER) && !text.contains(REPORT)) {
            return null;
        }
        List<byte[]> before = direction == TO_CLIENT ? toClient : toServer;
        before.add(message.clone());
        if (armed == null || armedDirection != direction || before.size() <= armedFrom) {
            return null;
        }
        MessageFault fault = armed;
        armed = null;
        return fault;
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
