package org.latencyprobes.agent.backends.daemon;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A StatsD server over TCP, for one client at a time. */
public final class StatsdTcp extends StatsdServer {

    private ServerSocket listener;
    private Thread reader;
    private volatile Socket client;
    private boolean reads = true;

    @Override
    public void start() {
        try {
            listener = new ServerSocket(port(), 50, InetAddress.getByName(Daemon.HOST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reader = new Thread(this::serve, "statsd");
        reader.setDaemon(true);
        reader.start();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket accepted = listener.accept()) {
                accepted.setSoLinger(true, 0); // its close is a reset
                client = accepted;
                read(accepted);
            } catch (IOException cut) {
                // by this server
            }
        }
    }

    /** What comes together is kept together. */
    private void read(Socket from) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(from.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder packet = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            packet.append(line).append('\n');
            if (!in.ready()) {
                keep(packet.toString());
                packet.setLength(0);
                awaitReading();
            }
        }
    }

    private synchronized void awaitReading() {
        while (!reads) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Whether it reads what comes; else that stays in the connection. */
    public synchronized void reads(boolean next) {
        reads = next;
        notifyAll();
    }

    /** Resets the connection. */
    public void reset() throws IOException {
        client.close();
    }

    @Override
    public void stop() {
        try {
            listener.close();
            if (client != null) {
                client.close();
            }
            reader.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (listener != null) {
            reads(true);
            stop();
        }
    }
}
