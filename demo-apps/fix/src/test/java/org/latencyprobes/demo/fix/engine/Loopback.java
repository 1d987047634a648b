package org.latencyprobes.demo.fix.engine;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The addresses of this machine. */
final class Loopback {

    private Loopback() {}

    static InetSocketAddress port(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
