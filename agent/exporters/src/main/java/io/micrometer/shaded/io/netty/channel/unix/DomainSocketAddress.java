package io.micrometer.shaded.io.netty.channel.unix;

import java.net.SocketAddress;

/** Stands in for a class of a library that is left out: the JVM wants to see it when it verifies the StatsD registry. Never made. */
public final class DomainSocketAddress extends SocketAddress {

    private static final long serialVersionUID = 1L;

    private DomainSocketAddress() {}
}
