package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of the loopback address for servers that are told theirs. They lie below those that systems give to connections, so that no other
 * test or program gets one by chance before its server listens, or while its server is stopped.
 */
public final class Ports {

    private static final int FIRST = 10_000;
    private static final int COUNT = 22_000;

    /** Test JVMs that run at the same time begin at different ones, far apart in all likelihood. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private Ports() {}

    /** One on which nobody listens, and that this JVM's tests are given once. */
    public static int free() {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next
            }
        }
        throw new IllegalStateException("no port is free");
    }
}
