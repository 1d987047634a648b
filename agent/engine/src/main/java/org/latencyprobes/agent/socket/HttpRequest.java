package org.latencyprobes.agent.socket;

import java.io.EOFException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.codec.Records;
import org.latencyprobes.agent.protocol.socket.ProcessIdentity;
import org.latencyprobes.agent.protocol.socket.TimedChannel;

/**
 * A request of HTTP/1.1, of the little of it that is understood here. The path is the command. Its arguments are the names and values of the
 * query and the body, joined by {@code &} and percent-encoded, as {@code curl --data-urlencode} makes them, or a body that is a JSON object.
 * {@code GET} is for what only reads.
 *
 * @param request for the agent
 * @param isWithFile whether a file that belongs to the answer is wanted
 */
public record HttpRequest(Request request, boolean isWithFile) {

    /** The field of a request that tells for which process it is: {@link ProcessIdentity#text}. Others refuse it. */
    private static final String PROCESS = "Latency-Probes-Process";

    /** The field of a request that wants the file that belongs to an answer. */
    private static final String WITH_FILE = "Latency-Probes-File";

    /** How long a request's arguments may be, encoded, in bytes. */
    public static final int MOST_BODY_BYTES = 8 << 20;

    private static final int MOST_ARGUMENTS = 50;
    static final String BAD = "400 Bad Request";
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * A request as the command line sends it.
     *
     * @param request what is asked
     * @param process for which it is, as {@link ProcessIdentity#text} names it
     * @return its bytes, or null if it is too long
     */
    public static byte[] bytes(Request request, String process) {
        StringBuilder json = new StringBuilder();
        Records.write((Record) request, json);
        byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
        if (body.length > MOST_BODY_BYTES) {
            return null;
        }
        byte[] head = ("POST /" + request.command() + " HTTP/1.1\r\nHost: localhost\r\n" + PROCESS + ": " + process
                        + "\r\n" + WITH_FILE + ": true\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, bytes, head.length, body.length);
        return bytes;
    }

    /** Reads one, and no byte behind it that is of any use. */
    static HttpRequest read(TimedChannel channel, long deadlineNanos) throws IOException, HttpProblem {
        ByteBuffer bytes = ByteBuffer.allocate(HttpHead.MOST_BYTES);
        HttpHead head = HttpHead.read(into -> channel.read(into, deadlineNanos), bytes);
        if (head == null) {
            throw new EOFException();
        }
        requireMeant(head.field(PROCESS.toLowerCase(Locale.ROOT)));
        requireJson(head.field("accept"));
        String body = readBody(channel, bytes, head, deadlineNanos);
        return new HttpRequest(
                request(head.line().split(" ", -1), body),
                head.fields().containsKey(WITH_FILE.toLowerCase(Locale.ROOT)));
    }

    private static void requireMeant(String process) throws HttpProblem {
        String refusal = process.isEmpty() ? null : ProcessIdentity.refusal(process);
        if (refusal != null) {
            throw new HttpProblem("421 Misdirected Request", refusal);
        }
    }

    private static String readBody(TimedChannel channel, ByteBuffer begin, HttpHead head, long deadlineNanos)
            throws IOException, HttpProblem {
        if (head.fields().containsKey("transfer-encoding")) {
            throw new HttpProblem("411 Length Required", "a body needs a Content-Length");
        }
        String length = head.fields().containsKey("content-length") ? head.field("content-length") : "0";
        if (!length.matches("\\d{1,9}")) {
            throw new HttpProblem(BAD, "Content-Length is not one number");
        }
        if (Integer.parseInt(length) > MOST_BODY_BYTES) {
            throw new HttpProblem("413 Content Too Large", "the body may have " + MOST_BODY_BYTES + " bytes");
        }
        ByteBuffer body = ByteBuffer.allocate(Integer.parseInt(length));
        if (body.hasRemaining() && head.fields().containsKey("expect")) {
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
        try {
            Map<String, Object> arguments = new LinkedHashMap<>();
            if (query >= 0) {
                addTo(arguments, line[1].substring(query + 1));
            }
            boolean isJson = body.stripLeading().startsWith("{");
            if (!isJson) {
                addTo(arguments, body);
            } else if (!arguments.isEmpty()) {
                throw new HttpProblem(BAD, "arguments are in the query or in a body of JSON, not in both");
            }
            Request request = isJson ? Request.ofJson(command, body) : Request.of(command, arguments);
            requireMethod(line[0], request);
            return request;
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(BAD, e.getMessage());
        }
    }

    private static void requireMethod(String method, Request request) throws HttpProblem {
        boolean isGet = method.equals("GET");
        if (!isGet && !method.equals("POST") || isGet && request.isChange()) {
            throw new HttpProblem(
                    "405 Method Not Allowed", request.command() + " is asked for by POST" + (isGet ? "" : " or GET"));
        }
    }

    /** A name that is there several times has a list of values. */
    private static void addTo(Map<String, Object> arguments, String encoded) throws HttpProblem {
        for (String argument : encoded.isEmpty() ? new String[0] : encoded.split("&", -1)) {
            int equals = argument.indexOf('=');
            if (equals < 1) {
                throw new HttpProblem(
                        BAD, "arguments are name=value, joined by &; \"" + decoded(argument) + "\" is not");
            }
            String name = decoded(argument.substring(0, equals));
            String value = decoded(argument.substring(equals + 1));
            if (arguments.size() == MOST_ARGUMENTS) {
                throw new HttpProblem(BAD, "there are more than " + MOST_ARGUMENTS + " arguments");
            }
            Object before = arguments.putIfAbsent(name, value);
            if (before instanceof List<?> values) {
                @SuppressWarnings("unchecked") // made below
                List<Object> more = (List<Object>) values;
                more.add(value);
            } else if (before != null) {
                arguments.put(name, new ArrayList<>(List.of(before, value)));
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

    private static void requireJson(String accept) throws HttpProblem {
        if (!accept.isEmpty() && !accept.contains("*/*") && !accept.contains("json")) {
            throw new HttpProblem("406 Not Acceptable", "answers are " + AnswerLines.MEDIA_TYPE);
        }
    }
}
