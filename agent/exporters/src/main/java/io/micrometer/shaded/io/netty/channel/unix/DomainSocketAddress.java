package io.micrometer.shaded.io.netty.channel.unix;

import java.net.SocketAddress;

/**
 * A stand-in for a class of a library that is left out. The JVM wants to see it when it verifies the StatsD registry; none is
 * ever made.
 */
public final class DomainSocketAddress extends SocketAddress {

    private static final long serialVersionUID = 1L;

    private DomainSocketAddress() {}
}
