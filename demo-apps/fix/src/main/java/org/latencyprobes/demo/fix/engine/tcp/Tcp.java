package org.latencyprobes.demo.fix.engine.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.latencyprobes.demo.fix.engine.Initiator;

/** Helpers for connections without delay and for threads that wait on them. */
public final class Tcp {

    private static final int SPINS_BEFORE_YIELDING = 100;

    /** Ten ms or more, which is longer than between two messages at any rate of the demo. */
    private static final int YIELDS_BEFORE_DOZING = 100_000;

    private static final long DOZE_NANOS = 50_000;

    /**
     * The number of CPUs from which each thread of both sides can have one: then waiting is nothing but spinning. Artio with its Archive has
     * the most, nine with the generator.
     */
    private static final int CPUS_FOR_ALL = 12;

    private static final boolean HAS_CPUS_FOR_ALL = Runtime.getRuntime().availableProcessors() >= CPUS_FOR_ALL;

    private Tcp() {}

    /**
     * Connects within a time.
     *
     * @throws IOException if that fails; the message names the server
     */
    public static SocketChannel connect(InetSocketAddress server, boolean spinning) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(server, Math.toIntExact(Initiator.LOGON_TIMEOUT.toMillis()));
            return configured(channel, spinning);
        } catch (IOException e) {
            channel.close();
            throw new IOException("no connection to " + server + ": " + e.getMessage(), e);
        }
    }

    static SocketChannel configured(SocketChannel channel, boolean spinning) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(!spinning);
        return channel;
    }

    /**
     * Lets a spinning reader that found nothing wait: it spins. With fewer than {@value #CPUS_FOR_ALL} CPUs it yields after a
     * while, since there may be fewer of them than spinners, and parks if nothing comes for long: threads that yielded without end were denied
     * a CPU for seconds.
     *
     * @param idle how often nothing was found in a row
     */
    public static void idle(int idle) {
        if (HAS_CPUS_FOR_ALL) {
            Thread.onSpinWait();
        } else if (idle > SPINS_BEFORE_YIELDING + YIELDS_BEFORE_DOZING) {
            LockSupport.parkNanos(DOZE_NANOS);
        } else if (idle > SPINS_BEFORE_YIELDING) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** The same as an object, for engines, but without spins: what they do between two spins may take as long as a message. */
    public static IdleStrategy idle() {
        return HAS_CPUS_FOR_ALL
                ? new BusySpinIdleStrategy()
                : new BackoffIdleStrategy(0, YIELDS_BEFORE_DOZING, DOZE_NANOS, DOZE_NANOS);
    }

    /** Whether each thread of both sides can have a CPU. */
    public static boolean hasCpusForAll() {
        return HAS_CPUS_FOR_ALL;
    }

    /** Closes, and ignores failures. */
    public static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // it is closed in any case
        }
    }

    /** Waits until a thread has ended, unless it is the caller's own. */
    public static void join(Thread thread) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
