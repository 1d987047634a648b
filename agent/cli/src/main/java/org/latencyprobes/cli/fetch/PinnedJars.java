package org.latencyprobes.cli.fetch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/** The jars of backends whose bytes this release knows, by their SHA-256. */
final class PinnedJars {

    private static final Map<String, String> CHECKSUMS = read();

    private PinnedJars() {}

    private static Map<String, String> read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                PinnedJars.class.getResourceAsStream("/org/latencyprobes/cli/fetch/pinned.sha256"),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" +"))
                    .collect(Collectors.toMap(columns -> columns[1], columns -> columns[0]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The version of that artifact that is pinned, or null. */
    static String version(String artifact) {
        String begin = artifact + '-';
        return CHECKSUMS.keySet().stream()
                .filter(jar -> jar.startsWith(begin) && Character.isDigit(jar.charAt(begin.length())))
                .map(jar -> jar.substring(begin.length(), jar.length() - ".jar".length()))
                .findFirst()
                .orElse(null);
    }

    static boolean isPinned(String jar) {
        return CHECKSUMS.containsKey(jar);
    }

    /** Whether a jar has other bytes than the pinned one of its name. */
    static boolean differs(Path jar) throws IOException {
        String pinned = CHECKSUMS.get(jar.getFileName().toString());
        return pinned != null && !pinned.equals(sha256(jar));
    }

    static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java has it
        }
    }
}
