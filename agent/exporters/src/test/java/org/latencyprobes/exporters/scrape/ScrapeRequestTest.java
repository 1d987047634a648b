package org.latencyprobes.exporters.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.socket.HttpHead;

final class ScrapeRequestTest {

    private static final int LONG = 8_000;

    /** A line that counts how often it is looked at. */
    private static final class Counted implements CharSequence {

        private final String text;
        private long reads;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            reads++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            reads += end - start;
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            reads += text.length();
            return text;
        }
    }

    private static ScrapeRequest read(String head) throws IOException {
        return ScrapeRequest.read(new ByteArrayInputStream(head.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @ParameterizedTest
    @CsvSource({
        "/metrics, /metrics",
        "/metrics?a=b?c=/d, /metrics",
        "http://host:9400/metrics?x, /metrics",
        "https://host/, /",
        "/http://host/metrics, /http://host/metrics"
    })
    void pathIsWithoutHostAndQuery(String target, String path) throws IOException {
        assertThat(read("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n").path())
                .isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET",
                "GET /metrics",
                "get / HTTP/1.1",
                "GET / HTTP/2.0",
                "GET / HTTP/1.1 ",
                "GET / x HTTP/1.1",
                " / HTTP/1.1"
            })
    void whatIsNoRequestIsMalformed(String line) {
        assertThatThrownBy(() -> read(line + "\r\n\r\n")).isInstanceOf(HttpHead.Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "/", "?", "http://", ":", "\r", "A"})
    @Tag("each-jdk")
    void anyLineIsReadInStepsThatGrowWithItsLengthAlone(String part) {
        for (String begin : new String[] {"GET ", "GET http://", "GET http://a/", "GET /?", ""}) {
            Counted line = new Counted(begin + part.repeat(LONG / part.length()));
            assertThatThrownBy(() -> ScrapeRequest.of(line, new HttpHead("", Map.of())))
                    .isInstanceOf(HttpHead.Malformed.class);
            assertThat(line.reads).isLessThanOrEqualTo(4L * line.length());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|true",
                "deflate, GZIP;q=0.5|true",
                "x-gzip|true",
                "gzip;q=0|false",
                "gzip; q=0.000, deflate|false",
                "gzip;q=0.001|true",
                "gzipped|false",
                "deflate|false"
            })
    void compressesForWhoeverTakesIt(String encodings, boolean takes) throws IOException {
        assertThat(read("GET / HTTP/1.1\r\nAccept-Encoding: " + encodings + "\r\n\r\n")
                        .takesGzip())
                .isEqualTo(takes);
    }
}
