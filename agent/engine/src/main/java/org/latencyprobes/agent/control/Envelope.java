package org.latencyprobes.agent.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the launcher hands to an agent: a request and, where somebody waits for it, the file that the answer goes to.
 *
 * @param replyFile its path, or null
 * @param request the request; {@code attach} with options where the argument was nothing but options
 */
public record Envelope(String replyFile, Request request) {

    private static final String REPLY = "reply=";
    private static final String OPTIONS = "options=";

    /**
     * Opens it; whatever the text is, something comes out.
     *
     * @param text a line {@code reply=<file>} or none, then a request as {@link Request#text} gives it; or {@code options=<options>}. A
     *     request that is left out is the first line of the file: JVMs before 24 take no long arguments
     * @return its parts
     */
    public static Envelope open(String text) {
        if (text.startsWith(OPTIONS)) {
            return new Envelope(null, new Request("attach", List.of(text.substring(OPTIONS.length()))));
        }
        if (!text.startsWith(REPLY)) {
            return new Envelope(null, Request.parse(text));
        }
        int end = text.indexOf('\n');
        String file = (end < 0 ? text : text.substring(0, end))
                .substring(REPLY.length())
                .strip();
        String request = end < 0 ? "" : text.substring(end + 1);
        return new Envelope(file, Request.parse(request.isBlank() ? firstLine(file) : request));
    }

    private static String firstLine(String file) {
        try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
            String line = lines.readLine();
            return line == null ? "" : line;
        } catch (IOException | IllegalArgumentException e) {
            return "";
        }
    }
}
