package org.latencyprobes.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.OpenArgument;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.socket.TimedChannel;

/**
 * A test of what parsers of bytes from a socket do with their worst inputs: eight times the length may take a small multiple of eight times
 * the work, and not 64 times. Work is the time on a CPU of the thread that parses, the least of many tries, so that other threads have no part
 * in it. The head of a scrape has a test of its own, which counts.
 */
final class ParserStepsTest {

    private static final int TIMES = 8;
    private static final int MOST_TIMES = 3 * TIMES;
    private static final int TRIES = 20;

    @TempDir
    private Path folder;

    private interface Parser {

        void parse(ParserStepsTest test, String text) throws Exception;
    }

    private static Arguments worst(String name, int length, IntFunction<String> text, Parser parser) {
        return Arguments.of(name, length, text, parser);
    }

    private static Stream<Arguments> each(
            String name, int length, String begin, String end, Parser parser, String... pieces) {
        return Stream.of(pieces)
                .map(piece ->
                        worst(name + ' ' + piece, length, n -> begin + piece.repeat(n / piece.length()) + end, parser));
    }

    /** Keys that all have one hash code. */
    private static String keys(int length) {
        return IntStream.range(0, length / 32)
                .mapToObj(key -> IntStream.range(0, 13)
                        .mapToObj(bit -> (key >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining("", "\"", "\":0")))
                .collect(Collectors.joining(",", "{\"slowCauses\":{\"parts\":{", "}}}"));
    }

    private static Stream<Arguments> inputs() {
        Parser http = (test, text) -> test.request(text);
        String[] json = {
            "[",
            "{\"a\":",
            "{\"a\":[",
            "\"",
            "\\u0041",
            "\\\\",
            "1",
            "1.",
            "e",
            " ",
            "true,",
            "null",
            "[],",
            "\"a\",",
            "\"a\":1,"
        };
        Parser line = (test, text) -> new AnswerLines(new Request.Snapshot(0, null)).read(text);
        Parser dryRun = (test, text) -> Request.ofJson("dry-run", text);
        return Stream.of(
                        each(
                                "head",
                                900,
                                "POST /",
                                " HTTP/1.1\r\n\r\n",
                                http,
                                "/",
                                "?",
                                "%41",
                                "%",
                                "a=1&",
                                "=",
                                "&",
                                "+",
                                " ",
                                "a"),
                        each(
                                "field",
                                900,
                                "POST /hello HTTP/1.1\r\n",
                                "\r\n\r\n",
                                http,
                                "a:\r\n",
                                ":",
                                "\r",
                                "\n",
                                " ",
                                "a: b"),
                        each(
                                "process",
                                900,
                                "POST /hello HTTP/1.1\r\nLatency-Probes-Process: ",
                                "\r\n\r\n",
                                http,
                                ".",
                                "1",
                                "1.",
                                " "),
                        each(
                                "form",
                                8_000,
                                "",
                                "",
                                (test, text) -> test.post(text),
                                "patterns=a&",
                                "a=1&",
                                "%41",
                                "+",
                                "=",
                                " ",
                                "patterns=%C3%A4&"),
                        each("body", 8_000, "{\"patterns\":[", "", (test, text) -> test.post(text), json),
                        each("request", 8_000, "{\"pattern\":", "}", dryRun, json),
                        each("answer", 8_000, "{\"slowCauses\":{\"parts\":{\"a\":", "}}}", line, json),
                        each("message", 8_000, "{\"message\":\"", "\"}", line, "a", "\\u0041", "\\\"", "ä"),
                        Stream.of(worst("keys of one hash code", 8_000, ParserStepsTest::keys, line)),
                        each(
                                "pattern",
                                8_000,
                                "a.B#c",
                                "",
                                (test, text) -> MethodPattern.parseAll(text),
                                ".",
                                "*",
                                "**",
                                "..",
                                "(",
                                ")",
                                ",",
                                "#",
                                "|",
                                "{",
                                "{method}",
                                "\"",
                                " as ",
                                ";",
                                "@",
                                "+",
                                "[]",
                                "a.B#c;",
                                "\\"),
                        each(
                                "type",
                                8_000,
                                "",
                                "#c",
                                (test, text) -> MethodPattern.parseAll(text),
                                ".",
                                "*",
                                "**.",
                                "a.",
                                "$",
                                "@",
                                "|",
                                "+"),
                        each("probe names", 8_000, "", "", (test, text) -> ProbeNames.of(text), "*", ";", "a;", "\""),
                        each(
                                "options",
                                8_000,
                                "",
                                "",
                                (test, text) -> Options.of(Sources.of(text)),
                                ",",
                                "=",
                                "a=1,",
                                "probes=a.B#c,",
                                "slow=1ms,",
                                "\"",
                                "\\",
                                "://",
                                "http://a?",
                                "http://a@",
                                "otlp.url=http://a,"),
                        each(
                                "shown value",
                                8_000,
                                "",
                                "",
                                (test, text) -> Secrets.shown("url", text),
                                "://",
                                "//",
                                "@",
                                "?",
                                "//a@",
                                "://a?b ",
                                "http:"),
                        each(
                                "first argument",
                                8_000,
                                "open=",
                                "",
                                (test, text) -> OpenArgument.parse(text),
                                " ",
                                "a ",
                                "\n",
                                "="))
                .flatMap(inputs -> inputs);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    @Tag("each-jdk")
    void workGrowsWithTheLengthAlone(String name, int length, IntFunction<String> text, Parser parser) {
        String one = text.apply(length);
        String many = text.apply(length * TIMES);
        long leastOfOne = Long.MAX_VALUE;
        long leastOfMany = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && (i < 5 || leastOfMany > MOST_TIMES * leastOfOne); i++) {
            leastOfOne = Math.min(leastOfOne, work(one, TIMES, parser));
            leastOfMany = Math.min(leastOfMany, work(many, 1, parser) * TIMES);
        }
        assertThat(leastOfMany / (double) leastOfOne).isLessThanOrEqualTo(MOST_TIMES);
    }

    private long work(String text, int times, Parser parser) {
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < times; i++) {
            try {
                parser.parse(this, text);
            } catch (Exception refused) {
                continue; // as most are
            }
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
    }

    private void post(String body) throws IOException, HttpProblem {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        request("POST /probe HTTP/1.1\r\nContent-Length: " + length + "\r\n\r\n" + body);
    }

    private void request(String text) throws IOException, HttpProblem {
        Path socket = folder.resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                    TimedChannel agent = new TimedChannel(server.accept())) {
                client.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                client.shutdownOutput();
                HttpRequest.read(agent, System.nanoTime() + TimeUnit.MINUTES.toNanos(5));
            }
        } finally {
            socket.toFile().delete();
        }
    }
}
