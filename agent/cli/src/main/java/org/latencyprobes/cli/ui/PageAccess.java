package org.latencyprobes.cli.ui;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The right to ask the page's server. A request must name this server as its host, so that no other site's name leads here (DNS rebinding). It
 * must come from this server's own page, where a browser says where it comes from. And whoever asks for data must have the token of the link.
 * Immutable.
 */
final class PageAccess {

    private static final int TOKEN_BYTES = 24;
    private static final String SCHEME = "Bearer ";

    private final Set<String> hosts;
    private final String token;

    /** Creates a right with a new token, for a server on loopback. */
    PageAccess(int port) {
        this(port, newToken());
    }

    PageAccess(int port, String token) {
        hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
        this.token = token;
    }

    private static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /**
     * The link that opens the page. The token stands behind {@code #}, which a browser sends to nobody.
     *
     * @param address on which the server listens
     * @param port of the server
     */
    String link(InetAddress address, int port) {
        String host = address.getHostAddress();
        return "http://" + (host.contains(":") ? "[::1]" : host) + ':' + port + "/#token=" + token;
    }

    /** Whether a request reaches this server under its own name, from its own page or from no page. */
    boolean isOwnSite(Headers headers) {
        List<String> names = headers.getOrDefault("Host", List.of());
        return names.size() == 1 && hosts.contains(names.get(0)) && isOwnOrigin(headers) && isOwnFetch(headers);
    }

    private boolean isOwnOrigin(Headers headers) {
        List<String> origins = headers.getOrDefault("Origin", List.of());
        return origins.isEmpty() || hasOrigin(headers);
    }

    /** Whether a browser says that the request comes from this server's own page. */
    boolean hasOrigin(Headers headers) {
        List<String> origins = headers.getOrDefault("Origin", List.of());
        return origins.size() == 1 && origins.get(0).equals("http://" + headers.getFirst("Host"));
    }

    /** Browsers say whether another site sends a request; other clients say nothing. */
    private static boolean isOwnFetch(Headers headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        return site == null || site.equals("same-origin") || site.equals("none") || isNavigation(headers);
    }

    /** A link that was clicked elsewhere, such as in a mail, opens the page without data. */
    private static boolean isNavigation(Headers headers) {
        return "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
                && "document".equals(headers.getFirst("Sec-Fetch-Dest"));
    }

    /** Whether a request has the token. Comparing takes as long whatever is sent. */
    boolean hasToken(Headers headers) {
        List<String> sent = headers.getOrDefault("Authorization", List.of());
        return sent.size() == 1 && MessageDigest.isEqual(bytes(SCHEME + token), bytes(sent.get(0)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
