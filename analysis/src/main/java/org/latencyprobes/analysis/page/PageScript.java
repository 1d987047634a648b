package org.latencyprobes.analysis.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The script of a page, as its files have it, in a frame that XML's parsers pass over too. */
final class PageScript {

    static final String OF_DOTS = read("dots.js");

    static final String TEXT = "//<![CDATA[\n" + OF_DOTS + read("page.js") + "//]]>";

    private PageScript() {}

    private static String read(String name) {
        try (InputStream script = PageScript.class.getResourceAsStream(name)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
