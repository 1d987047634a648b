package org.latencyprobes.agent.socket;

import java.io.EOFException;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.latencyprobes.agent.protocol.Request;

/**
 * A request of HTTP/1.1, of the little of it that is understood here. The path is the command. Its arguments, joined by {@code &} and
 * percent-encoded, are the query and then the body, which {@code curl --data-urlencode} makes. {@code GET} is for what only reads.
 *
 * @param request for the agent
 * @param isText whether the answer is to be in the form {@link AnswerForm#TEXT}, else it is JSON lines
 */
public record HttpRequest(Request request, boolean isText) {

    /** How long a request's arguments may be, encoded, in bytes. */
    public static final int MOST_BODY_BYTES = 8 << 20;

    private static final int MOST_HEAD_BYTES = 8 << 10;
    private static final Set<String> CHANGING = Set.of("attach", "probe", "unprobe", "mode", "mark", "tail", "detach");
    private static final String BAD = "400 Bad Request";
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * A request as the command line sends it.
     *
     * @param request what is asked
     * @param process for which it is, as {@link ProcessIdentity#text} names it
     * @return its bytes, or null if it is too long
     */
    public static byte[] bytes(Request request, String process) {
        List<String> encoded = new ArrayList<>();
        for (String argument : request.arguments()) {
            encoded.add(URLEncoder.encode(argument, StandardCharsets.UTF_8));
        }
        String body = String.join("&", encoded);
        return body.length() > MOST_BODY_BYTES
                ? null
                : ("POST /" + request.command() + " HTTP/1.1\r\nHost: localhost\r\nAccept: " + AnswerForm.TEXT + "\r\n"
                                + AnswerForm.PROCESS + ": " + process + "\r\nContent-Length: " + body.length()
                                + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads one, and no byte behind it that is of any use. */
    static HttpRequest read(TimedChannel channel, long deadlineNanos) throws IOException, HttpProblem {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_HEAD_BYTES);
        int bodyAt = readHead(channel, bytes, deadlineNanos);
        String[] lines = new String(bytes.array(), 0, bodyAt, StandardCharsets.ISO_8859_1).split("\r\n", -1);
        Map<String, String> fields = fields(lines);
        requireMeant(fields.get(AnswerForm.PROCESS.toLowerCase(Locale.ROOT)));
        bytes.flip().position(bodyAt);
        String body = readBody(channel, bytes, fields, deadlineNanos);
        return new HttpRequest(request(lines[0].split(" ", -1), body), isText(fields.get("accept")));
    }

    /** Where the body begins. */
    private static int readHead(TimedChannel channel, ByteBuffer bytes, long deadlineNanos)
            throws IOException, HttpProblem {
        int searched = 0;
        while (true) {
            for (; searched + 4 <= bytes.position(); searched++) {
                if (bytes.getInt(searched) == 0x0d0a0d0a) {
                    return searched + 4;
                }
            }
            if (!bytes.hasRemaining()) {
                throw new HttpProblem(
                        "431 Request Header Fields Too Large", "the head has more than " + MOST_HEAD_BYTES + " bytes");
            }
            if (channel.read(bytes, deadlineNanos) < 0) {
                throw new EOFException();
            }
        }
    }

    private static Map<String, String> fields(String[] lines) throws HttpProblem {
        Map<String, String> fields = new HashMap<>();
        for (int i = 1; i < lines.length - 2; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new HttpProblem(BAD, "a line of the head has no colon");
            }
            String name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
            if (fields.put(name, lines[i].substring(colon + 1).strip()) != null && name.equals("content-length")) {
                throw new HttpProblem(BAD, "there are two lengths");
            }
        }
        return fields;
    }

    private static void requireMeant(String process) throws HttpProblem {
        String refusal = process == null ? null : ProcessIdentity.refusal(process);
        if (refusal != null) {
            throw new HttpProblem("421 Misdirected Request", refusal);
        }
    }

    private static String readBody(
            TimedChannel channel, ByteBuffer begin, Map<String, String> fields, long deadlineNanos)
            throws IOException, HttpProblem {
        if (fields.containsKey("transfer-encoding")) {
            throw new HttpProblem("411 Length Required", "a body needs a Content-Length");
        }
        String length = fields.getOrDefault("content-length", "0");
        if (!length.matches("\\d{1,9}")) {
            throw new HttpProblem(BAD, "Content-Length is not a number");
        }
        if (Integer.parseInt(length) > MOST_BODY_BYTES) {
            throw new HttpProblem("413 Content Too Large", "the body may have " + MOST_BODY_BYTES + " bytes");
        }
        ByteBuffer body = ByteBuffer.allocate(Integer.parseInt(length));
        if (body.hasRemaining() && fields.containsKey("expect")) {
            channel.write(ByteBuffer.wrap(CONTINUE), deadlineNanos);
        }
        while (body.hasRemaining() && begin.hasRemaining()) {
            body.put(begin.get());
        }
        while (body.hasRemaining()) {
            if (channel.read(body, deadlineNanos) < 0) {
                throw new EOFException();
            }
        }
        return new String(body.array(), StandardCharsets.UTF_8);
    }

    private static Request request(String[] line, String body) throws HttpProblem {
        if (line.length != 3 || !line[1].startsWith("/") || !line[2].startsWith("HTTP/1.")) {
            throw new HttpProblem(BAD, "the first line is not METHOD /command HTTP/1.1");
        }
        int query = line[1].indexOf('?');
        String command = decoded(line[1].substring(1, query < 0 ? line[1].length() : query));
        List<String> arguments = new ArrayList<>();
        if (query >= 0) {
            addTo(arguments, line[1].substring(query + 1));
        }
        addTo(arguments, body);
        Request request = new Request(command, arguments);
        boolean isGet = line[0].equals("GET");
        if (!isGet && !line[0].equals("POST") || isGet && isChange(request)) {
            throw new HttpProblem(
                    "405 Method Not Allowed", command + " is asked for by POST" + (isGet ? "" : " or GET"));
        }
        return request;
    }

    /** A report from the last one is the last one from then on. */
    private static boolean isChange(Request request) {
        return CHANGING.contains(request.command())
                || request.command().equals("report")
                        && !request.arguments().isEmpty()
                        && request.arguments().get(0).equals("last");
    }

    private static void addTo(List<String> arguments, String encoded) throws HttpProblem {
        if (!encoded.isEmpty()) {
            for (String argument : encoded.split("&", -1)) {
                arguments.add(decoded(argument));
            }
        }
    }

    private static String decoded(String text) throws HttpProblem {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(BAD, "a percent sign is not followed by two hexadecimal digits");
        }
    }

    private static boolean isText(String accept) throws HttpProblem {
        boolean isText = accept != null && accept.contains(AnswerForm.TEXT);
        if (!isText && accept != null && !accept.contains("*/*") && !accept.contains("json")) {
            throw new HttpProblem("406 Not Acceptable", "answers are " + AnswerForm.JSON + " or " + AnswerForm.TEXT);
        }
        return isText;
    }
}
