package org.latencyprobes.agent.backends;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.kit.ConnectionThread;
import org.latencyprobes.agent.kit.Ports;

/** A port before a server that has whatever {@link Fault} it is told to have, from the next connection on; present ones are cut. */
final class FaultyProxy implements AutoCloseable {

    private static final long SLOW_SECONDS = 30;
    private static final int BUFFER_BYTES = 16_384;
    private static final byte[] ERROR = ascii("HTTP/1.1 500 Oh\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
    private static final byte[] HALF = ascii("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of it");

    private final int port = Ports.free();
    private final int serverPort;
    private final Map<Socket, Fault> open = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private ServerSocket listener;
    private volatile Fault fault = Fault.NONE;

    FaultyProxy(int serverPort) {
        this.serverPort = serverPort;
        listen();
    }

    int port() {
        return port;
    }

    /** How many connections it has taken since it was told of its present fault. */
    int connections() {
        return connections.get();
    }

    /** Cuts what is connected. */
    void set(Fault next) {
        begin(next);
        end();
    }

    /** Lets requests that are on their way come to a good end. */
    void setBetweenRequests(Fault next) {
        begin(next);
        Awaitility.await("end of requests").atMost(Daemon.LONGEST_WAIT).until(() -> !open.containsValue(Fault.NONE));
        end();
    }

    /** From now on a connection has either the fault before, and is among the open ones, or this. */
    private synchronized void begin(Fault next) {
        fault = next;
        connections.set(0);
    }

    private void end() {
        Fault next = fault;
        open.keySet().forEach(FaultyProxy::cut);
        if (next == Fault.ABSENT) {
            cut(listener);
        } else if (listener.isClosed()) {
            listen();
        }
    }

    private void listen() {
        try {
            listener = new ServerSocket(port, 50, InetAddress.getByName(Daemon.HOST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerSocket present = listener;
        ConnectionThread.start(() -> {
            while (true) {
                Socket client = present.accept();
                Fault mine = taken(client);
                ConnectionThread.start(() -> serve(client, mine));
            }
        });
    }

    private synchronized Fault taken(Socket client) {
        connections.incrementAndGet();
        open.put(client, fault);
        return fault;
    }

    private void serve(Socket client, Fault mine) throws IOException, InterruptedException {
        try (client) {
            switch (mine) {
                case NONE, SLOW -> passOn(client, mine == Fault.SLOW);
                case SILENT -> closed.await();
                case ERROR -> answer(client, ERROR);
                case GARBAGE -> answer(client, garbage());
                case RESET -> reset(client);
                default -> throw new IOException("nobody should listen");
            }
        } finally {
            open.remove(client);
        }
    }

    private void passOn(Socket client, boolean isSlow) throws IOException, InterruptedException {
        try (Socket server = new Socket(InetAddress.getByName(Daemon.HOST), serverPort)) {
            open.put(server, isSlow ? Fault.SLOW : Fault.NONE); // so that it is cut too
            ConnectionThread.start(() -> {
                if (isSlow) {
                    closed.await(SLOW_SECONDS, TimeUnit.SECONDS);
                }
                copy(server.getInputStream(), client.getOutputStream());
                cut(client);
            });
            try {
                copy(client.getInputStream(), server.getOutputStream());
                server.shutdownOutput();
            } finally {
                open.remove(server);
            }
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int bytes = from.read(buffer); bytes >= 0; bytes = from.read(buffer)) {
            to.write(buffer, 0, bytes);
        }
    }

    private static void swallow(Socket client) throws IOException {
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    /** Once the request's beginning is there; the rest is read so that the answer is not lost by a reset. */
    private static void answer(Socket client, byte[] answer) throws IOException {
        byte[] begin = new byte[BUFFER_BYTES];
        if (client.getInputStream().read(begin) > 0) {
            client.getOutputStream().write(answer);
            client.shutdownOutput();
            swallow(client);
        }
    }

    private static void reset(Socket client) throws IOException {
        if (client.getInputStream().read() >= 0) {
            client.getOutputStream().write(HALF);
            client.setSoLinger(true, 0);
        }
    }

    private static byte[] garbage() {
        byte[] garbage = new byte[1_000];
        new Random(1).nextBytes(garbage);
        return garbage;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void cut(AutoCloseable connection) {
        try {
            connection.close();
        } catch (Exception alreadyGone) {
            // as wanted
        }
    }

    @Override
    public void close() {
        closed.countDown();
        cut(listener);
        open.keySet().forEach(FaultyProxy::cut);
    }
}
