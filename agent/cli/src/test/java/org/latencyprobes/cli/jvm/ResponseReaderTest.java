package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.socket.TimedChannel;
import org.latencyprobes.agent.protocol.state.HelloFacts;

final class ResponseReaderTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final long MOST_BYTES = 16 << 20;
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: " + AnswerLines.MEDIA_TYPE + "\r\n\r\n";

    private static final Request ASKED = new Request.Hello();
    private static final String DONE = AnswerLines.message("done");
    private static final String END = "{\"exitCode\":0}\n";

    @TempDir
    private Path folder;

    private SocketChannel agent;
    private TimedChannel client;
    private ResponseReader reader;

    @BeforeEach
    void connect() throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            client = new TimedChannel(SocketChannel.open(address));
            agent = server.accept();
        }
        reader = new ResponseReader(client, Long.MAX_VALUE, MOST_BYTES);
    }

    @AfterEach
    void disconnect() throws Exception {
        agent.close();
        client.close();
    }

    private void send(String text) throws IOException {
        agent.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void progressComesAtOnceAndTheAnswerWhole() throws Exception {
        send(HEAD + AnswerLines.progress("hälfte") + DONE + END);
        List<String> progress = new ArrayList<>();
        assertThat(reader.refusal(LONG, AnswerLines.MEDIA_TYPE)).isNull();
        assertThat(reader.answer(ASKED, LONG, progress::add, null).sentences()).containsExactly("done");
        assertThat(progress).containsExactly("hälfte");
    }

    @Test
    void anotherVersionsHelloIsUnderstood() throws Exception {
        send(HEAD.replace("version=2", "version=1") + "{\"hello\":{\"version\":\"0.0.9\",\"pid\":1}}\n" + END);
        assertThat(reader.refusal(LONG, AnswerLines.ANY_VERSION)).isNull();
        assertThat(reader.answer(ASKED, LONG, text -> {}, null)
                        .one(HelloFacts.NAME, HelloFacts.class)
                        .version())
                .isEqualTo("0.0.9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 503 Service Unavailable\r\nContent-Type: " + AnswerLines.MEDIA_TYPE + "\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: text/x-latency-probes-v2\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "\n\n"
            })
    void anotherResponseConfirmsNothing(String head) throws IOException {
        send(head + "{\"message\":\"not here\"}\n");
        assertThat(reader.refusal(LONG, AnswerLines.MEDIA_TYPE)).isIn("not here", "who answers is no agent: ");
    }

    @Test
    @Tag("each-jdk")
    void aSilentAgentIsGivenUp() throws Exception {
        assertThatThrownBy(() -> reader.refusal(SHORT, AnswerLines.MEDIA_TYPE))
                .isInstanceOf(SocketTimeoutException.class);
        send(HEAD + DONE);
        assertThat(reader.refusal(LONG, AnswerLines.MEDIA_TYPE)).isNull();
        assertThatThrownBy(() -> reader.answer(ASKED, SHORT, text -> {}, null))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void anAnswerThatWasCutShortIsNone() throws Exception {
        send(HEAD + "{\"message\":\"all is w");
        agent.close();
        assertThat(reader.refusal(LONG, AnswerLines.MEDIA_TYPE)).isNull();
        assertThatThrownBy(() -> reader.answer(ASKED, LONG, text -> {}, null)).isInstanceOf(EOFException.class);
    }

    @Test
    void aFileComesBehindTheAnswer() throws Exception {
        Path file = folder.resolve("copy");
        send(HEAD + DONE + AnswerLines.file(5) + "\nend\n" + END);
        assertThat(reader.refusal(LONG, AnswerLines.MEDIA_TYPE)).isNull();
        assertThat(reader.answer(ASKED, LONG, text -> {}, file).sentences()).containsExactly("done");
        assertThat(file).hasContent("\nend\n");
    }

    @Test
    void aFileThatIsCutShortIsNoAnswer() throws Exception {
        send(HEAD + AnswerLines.file(5) + "end\n");
        agent.close();
        assertThat(reader.refusal(LONG, AnswerLines.MEDIA_TYPE)).isNull();
        assertThatThrownBy(() -> reader.answer(ASKED, LONG, text -> {}, null)).isInstanceOf(EOFException.class);
    }

    @Test
    void noLineIsEndless() throws Exception {
        assertIsRefused("x");
    }

    @Test
    @Tag("each-jdk")
    void noAnswerIsEndless() throws Exception {
        assertIsRefused("{\"ofALaterVersion\":[]}\n");
    }

    /** Each of these lines is 1 MB long and takes some 10 MB as a map. */
    @Test
    void anAnswerOfManyPartsEndsBeforeTheMemoryDoes() throws Exception {
        StringBuilder parts = new StringBuilder("{\"slowCauses\":{\"parts\":{\"0\":0");
        for (int part = 1; part < 90_000; part++) {
            parts.append(",\"").append(part).append("\":0");
        }
        reader = new ResponseReader(client, 100 << 20, 256 << 20);
        assertIsRefused(parts.append("}}}\n").toString(), "too large for the memory of this command");
    }

    private void assertIsRefused(String piece) throws Exception {
        assertIsRefused(piece, "has no end");
    }

    private void assertIsRefused(String piece, String reason) throws Exception {
        String pieces = piece.repeat(Math.max(1, 100_000 / piece.length()));
        Thread flood = new Thread(() -> {
            try {
                send(HEAD);
                while (true) {
                    send(pieces);
                }
            } catch (IOException e) {
                return; // the reader has enough
            }
        });
        flood.start();
        assertThat(reader.refusal(LONG, AnswerLines.MEDIA_TYPE)).isNull();
        assertThatThrownBy(() -> reader.answer(ASKED, LONG, text -> {}, null)).hasMessageContaining(reason);
        client.close();
        flood.join();
    }
}
