package org.latencyprobes.agent.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Clients of a web server on this machine. Each sends a request, reads the answer, and pauses for 1 ms. */
final class HttpLoad implements AutoCloseable {

    private static final int CLIENTS = 3;
    private static final long PAUSE_NANOS = 1_000_000;

    /** Longer than any wait on a starved machine. */
    private static final int TIMEOUT_MILLIS = 120_000;

    private final AtomicLong answers = new AtomicLong();
    private final List<Thread> clients = new ArrayList<>();
    private final URI address;
    private volatile boolean isEnding;
    private volatile IOException failure;

    HttpLoad(int port) {
        address = URI.create("http://" + InetAddress.getLoopbackAddress().getHostAddress() + ':' + port + "/?load");
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(this::run, "client-" + i);
            client.setDaemon(true);
            client.start();
            clients.add(client);
        }
    }

    private void run() {
        while (!isEnding) {
            try (InputStream answer = open()) {
                answer.readAllBytes();
            } catch (IOException e) {
                failure = e;
                return;
            }
            answers.incrementAndGet();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private InputStream open() throws IOException {
        URLConnection connection = address.toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        return connection.getInputStream();
    }

    /** Waits until the server has answered so many more requests. */
    void awaitMore(RunningJvm server, int requests) {
        long until = answers.get() + requests;
        server.await(requests + " more answers", () -> {
            if (failure != null) {
                throw new IllegalStateException("a client got no answer", failure);
            }
            return answers.get() >= until;
        });
    }

    @Override
    public void close() {
        isEnding = true;
        try {
            for (Thread client : clients) {
                client.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
