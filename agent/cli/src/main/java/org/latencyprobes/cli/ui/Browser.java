package org.latencyprobes.cli.ui;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.internal.log.OwnerOnly;

/**
 * The user's browser. It is given a file that leads to the link, and not the link itself: other users can read a process's arguments, and only
 * the owner the file. Stateless.
 */
final class Browser {

    private static final String SYSTEM = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);

    private static final String PREFIX = "latency-probes-";
    private static final String SUFFIX = ".html";

    private Browser() {}

    /** Opens a link. Returns whether something was started that opens it. */
    static boolean open(String link) {
        List<String> command = opener();
        if (command.isEmpty()) {
            return false;
        }
        try {
            Path file = file(Path.of(System.getProperty("user.home", "")));
            file.toFile().deleteOnExit();
            Files.writeString(file, redirect(link));
            command.add(file.toUri().toString());
            new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * A new file, in the user's home if that is possible: browsers that are packaged as snaps read no others, neither in {@code /tmp} nor in
     * folders of the home that begin with a dot.
     */
    static Path file(Path home) throws IOException {
        try {
            return Files.createTempFile(home, PREFIX, SUFFIX, OwnerOnly.file());
        } catch (IOException | SecurityException noHome) {
            return Files.createTempFile(PREFIX, SUFFIX, OwnerOnly.file());
        }
    }

    /** The system's own program for this; none where there is no screen, since a browser would then take the terminal. */
    private static List<String> opener() {
        if (SYSTEM.contains("mac")) {
            return words("open");
        }
        if (SYSTEM.contains("win")) {
            return words("rundll32", "url.dll,FileProtocolHandler");
        }
        boolean hasScreen = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        return hasScreen ? words("xdg-open") : words();
    }

    private static List<String> words(String... words) {
        return new ArrayList<>(List.of(words));
    }

    private static String redirect(String link) {
        return new Markup()
                .raw("<!DOCTYPE html>\n")
                .open("html", "lang", "en")
                .open("head")
                .empty("meta", "charset", "utf-8")
                .empty("meta", "name", "referrer", "content", "no-referrer")
                .empty("meta", "http-equiv", "refresh", "content", "0;url=" + link)
                .element("title", "Latency Probes")
                .close()
                .open("body")
                .element("a", "Latency Probes", "href", link)
                .close()
                .close()
                .toString();
    }
}
