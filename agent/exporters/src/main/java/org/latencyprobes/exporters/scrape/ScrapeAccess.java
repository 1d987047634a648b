package org.latencyprobes.exporters.scrape;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.latencyprobes.agent.option.BackendSpec;

/**
 * The right to scrape: everybody's, or that of whoever sends the token or the user and password. Comparing takes as long
 * whatever is sent. Immutable.
 */
public final class ScrapeAccess {

    private static final String NONE = "none";

    private final List<byte[]> accepted = new ArrayList<>();
    private final List<String> challenges = new ArrayList<>();

    private ScrapeAccess() {}

    public static ScrapeAccess of(BackendSpec spec) {
        ScrapeAccess access = new ScrapeAccess();
        String token = spec.setting("prometheus.token");
        String user = spec.setting("prometheus.user");
        if (!token.equals(NONE)) {
            access.accepted.add(("Bearer " + token).getBytes(StandardCharsets.UTF_8));
            access.challenges.add("Bearer");
        }
        if (!user.equals(NONE)) {
            byte[] pair = (user + ':' + spec.setting("prometheus.password")).getBytes(StandardCharsets.UTF_8);
            access.accepted.add(("Basic " + Base64.getEncoder().encodeToString(pair)).getBytes(StandardCharsets.UTF_8));
            access.challenges.add("Basic realm=\"latency-probes\", charset=\"UTF-8\"");
        }
        return access;
    }

    boolean isOpen() {
        return accepted.isEmpty();
    }

    List<String> challenges() {
        return challenges;
    }

    /** Whether the header {@code Authorization} grants access; null where there is none. */
    boolean isGranted(String authorization) {
        byte[] sent = String.valueOf(authorization).getBytes(StandardCharsets.UTF_8);
        boolean granted = isOpen();
        for (byte[] one : accepted) {
            granted |= areEqual(one, sent);
        }
        return granted;
    }

    /** In the same time wherever they differ, and without the JDK's security. */
    private static boolean areEqual(byte[] one, byte[] sent) {
        int difference = one.length ^ sent.length;
        for (int i = 0; i < sent.length; i++) {
            difference |= sent[i] ^ one[i % one.length];
        }
        return difference == 0;
    }
}
