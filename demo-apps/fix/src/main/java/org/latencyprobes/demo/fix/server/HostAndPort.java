package org.latencyprobes.demo.fix.server;

import java.net.InetSocketAddress;

/** A parser of addresses as people write them: {@code host:port}, {@code [::1]:9876}. */
public final class HostAndPort {

    private static final int MOST_PORT = 65_535;

    private HostAndPort() {}

    /**
     * Reads an address; looks the host up.
     *
     * @throws IllegalArgumentException if it is none, or there is no such host
     */
    public static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
            throw new IllegalArgumentException("it takes host:port");
        }
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port > MOST_PORT) {
            throw new IllegalArgumentException("it takes a port from 0 to " + MOST_PORT);
        }
        String host = text.substring(0, colon).replaceFirst("^\\[(.*)]$", "$1");
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("there is no host " + host);
        }
        return address;
    }

    /** Formats the numeric address. */
    public static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
