package org.latencyprobes.agent.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The argument with which the agent's jar is loaded into a running JVM: a request and, where somebody waits for it, the file that the
 * answer goes to. The launcher takes the first line, the jar, away.
 *
 * @param replyFile its path, or null
 * @param request the request; {@code attach} with options where the argument was nothing but options
 */
public record AttachArgument(String replyFile, Request request) {

    private static final String JAR = "jar=";
    private static final String REPLY = "reply=";
    private static final String OPTIONS = "options=";
    private static final int MOST_BYTES = 1_000; // JVMs before 24 take 1,024, the jar's path included
    private static final int ASCII_END = 128;

    /**
     * Writes it. A request that is long or not ASCII is not in it: it becomes the first line of the reply file.
     *
     * @param jar of the agent, as the JVM sees it
     * @param replyFile as the JVM sees it
     * @param request what is asked
     * @param replyHere the reply file, as this process sees it
     * @return a text of which {@link #parse} reads what is behind the first line
     * @throws IOException if the reply file cannot be written
     */
    public static String text(String jar, String replyFile, Request request, Path replyHere) throws IOException {
        String head = JAR + jar + '\n' + REPLY + replyFile + '\n';
        String line = request.text();
        if (jar.length() + 1 + head.length() + line.length() <= MOST_BYTES
                && line.chars().allMatch(c -> c < ASCII_END)) {
            return head + line;
        }
        Files.writeString(replyHere, line, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        return head;
    }

    /**
     * Reads it; whatever the text is, something comes out.
     *
     * @param text a line {@code reply=<file>} or none, then a request as {@link Request#text} gives it; or {@code options=<options>}. A
     *     request that is left out is the first line of the file
     * @return its parts
     */
    public static AttachArgument parse(String text) {
        if (text.startsWith(OPTIONS)) {
            return new AttachArgument(null, new Request("attach", List.of(text.substring(OPTIONS.length()))));
        }
        if (!text.startsWith(REPLY)) {
            return new AttachArgument(null, Request.parse(text));
        }
        int end = text.indexOf('\n');
        String file = (end < 0 ? text : text.substring(0, end))
                .substring(REPLY.length())
                .strip();
        String request = end < 0 ? "" : text.substring(end + 1);
        return new AttachArgument(file, Request.parse(request.isBlank() ? firstLine(file) : request));
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
