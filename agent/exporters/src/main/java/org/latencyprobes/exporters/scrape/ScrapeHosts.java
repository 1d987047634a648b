package org.latencyprobes.exporters.scrape;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names under which a request without a token reaches a port on loopback. A page in a browser may have its own name lead here (DNS
 * rebinding), and then reads what it likes. An address it cannot have. Where the port is open beyond this machine anybody may ask anyway.
 * Immutable.
 */
public final class ScrapeHosts {

    /** No part of it can be matched in two ways. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-fA-F:.]+]");

    private static final String LOCAL = "localhost";

    private final boolean isLoopback;
    private final String own;

    public ScrapeHosts(InetAddress address, String own) {
        isLoopback = address.isLoopbackAddress();
        this.own = own.toLowerCase(Locale.ROOT);
    }

    /** Whether the values of the header {@code Host} name this machine; without one no browser asks. */
    boolean areNamed(List<String> headers) {
        if (!isLoopback || headers.isEmpty()) {
            return true;
        }
        String header = headers.get(0).toLowerCase(Locale.ROOT);
        int port = header.lastIndexOf(':');
        String name = port > header.lastIndexOf(']') ? header.substring(0, port) : header;
        return headers.size() == 1
                && (name.equals(LOCAL)
                        || name.endsWith('.' + LOCAL)
                        || name.equals(own)
                        || ADDRESS.matcher(name).matches());
    }
}
