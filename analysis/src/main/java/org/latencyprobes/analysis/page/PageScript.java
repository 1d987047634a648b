package org.latencyprobes.analysis.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The script of a page, as the file {@code page.js} has it, in a frame that XML's parsers pass over too. */
final class PageScript {

    static final String TEXT = "//<![CDATA[\n" + read() + "//]]>";

    private PageScript() {}

    private static String read() {
        try (InputStream script = PageScript.class.getResourceAsStream("page.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
