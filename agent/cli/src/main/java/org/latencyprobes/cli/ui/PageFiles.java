package org.latencyprobes.cli.ui;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.analysis.page.ReportPage;

/**
 * The files of the page: all there are, read once. A request's path is looked up among their names and never in a file system. They hold no
 * data. Immutable.
 */
final class PageFiles {

    /**
     * A file.
     *
     * @param type its media type
     * @param content its bytes
     */
    record PageFile(String type, byte[] content) {}

    private static final List<String> SCRIPTS = List.of("page.js", "view.js", "table.js", "probe.js");

    private final Map<String, PageFile> files = new HashMap<>();

    PageFiles() {
        String style = ReportPage.css() + new String(read("page.css"), StandardCharsets.UTF_8);
        files.put("/", new PageFile("text/html; charset=utf-8", read("page.html")));
        files.put("/icon.svg", new PageFile("image/svg+xml", read("icon.svg")));
        files.put("/page.css", new PageFile("text/css; charset=utf-8", style.getBytes(StandardCharsets.UTF_8)));
        for (String script : SCRIPTS) {
            files.put('/' + script, script(read(script)));
        }
        files.put(
                "/dots.js",
                script((ReportPage.dotsScript() + "export {tellDots};\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static PageFile script(byte[] content) {
        return new PageFile("text/javascript; charset=utf-8", content);
    }

    /** The file of a path, or null. */
    PageFile at(String path) {
        return files.get(path);
    }

    private static byte[] read(String name) {
        try (InputStream file = PageFiles.class.getResourceAsStream(name)) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(name, e);
        }
    }
}
