package org.latencyprobes.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpHeadTest {

    private final ByteBuffer bytes = ByteBuffer.allocate(HttpHead.MOST_BYTES);

    /** From a source that gives so many bytes at a time. */
    private HttpHead read(String sent, int atOnce) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(sent.getBytes(StandardCharsets.ISO_8859_1));
        return HttpHead.read(
                into -> {
                    int count = Math.min(Math.min(atOnce, left.remaining()), into.remaining());
                    into.put(left.slice(left.position(), count));
                    left.position(left.position() + count);
                    return count == 0 ? -1 : count;
                },
                bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 1_000})
    void theHeadEndsAtTheEmptyLineHoweverItComes(int atOnce) throws IOException {
        HttpHead head = read("GET /a HTTP/1.1\r\nHost: x\r\nhost:y\n\r\nbody", atOnce);
        assertThat(head.line()).isEqualTo("GET /a HTTP/1.1");
        assertThat(head.fields()).containsOnlyKeys("host").containsEntry("host", List.of("x", "y"));
        assertThat(head.field("host")).isEqualTo("x,y");
        assertThat(head.field("accept")).isEmpty();
        assertThat(StandardCharsets.ISO_8859_1.decode(bytes).toString())
                .as("what was read beyond")
                .isEqualTo("body".substring(0, bytes.limit() - "GET /a HTTP/1.1\r\nHost: x\r\nhost:y\n\r\n".length()));
    }

    @Test
    void aSourceThatEndsBeforeGivesNone() throws IOException {
        assertThat(read("GET /a HTTP/1.1\r\n", 7)).isNull();
    }

    @Test
    void aHeadWithoutRoomIsTooLong() {
        assertThat(refusal("a".repeat(2 * HttpHead.MOST_BYTES), 999).isTooLong())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no colon", ": no name"})
    void aFieldWithoutNameIsRefusedHoweverMuchFollows(String field) {
        String body = "b".repeat(HttpHead.MOST_BYTES);
        assertThat(refusal("GET / HTTP/1.1\r\n" + field + "\r\n\r\n" + body, 2 * HttpHead.MOST_BYTES)
                        .isTooLong())
                .isFalse();
    }

    private HttpHead.Malformed refusal(String sent, int atOnce) {
        return catchThrowableOfType(HttpHead.Malformed.class, () -> read(sent, atOnce));
    }
}
