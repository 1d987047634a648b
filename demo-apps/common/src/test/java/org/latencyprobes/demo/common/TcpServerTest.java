package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class TcpServerTest {

    private final AtomicInteger calls = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answersEachMessageAfterOneCall(boolean spinning) throws IOException {
        ByteBuffer order = Wire.order();
        ByteBuffer answer = Wire.order();
        try (TcpServer server = start(spinning);
                SocketChannel client = Wire.connect(server.address(), spinning)) {
            for (int i = 1; i <= 1_000; i++) {
                Wire.stamp(order, i);
                Wire.writeMessage(client, order);
                Wire.readMessage(client, answer);
                assertThat(Wire.startNanos(answer)).isEqualTo(i);
                assertThat(calls).hasValue(i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waitsForMessagesThatComeInPieces(boolean spinning) throws IOException {
        byte[] message = message(223);
        try (TcpServer server = start(spinning);
                Socket socket = connect(server)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            for (byte piece : message) {
                assertThat(calls).hasValue(0);
                out.write(piece);
                out.flush();
            }
            assertThat(socket.getInputStream().readNBytes(message.length)).isEqualTo(message);
            assertThat(calls).hasValue(1);
        }
    }

    @Test
    void takesMessagesApartThatComeTogether() throws IOException {
        byte[] one = message(12);
        byte[] other = message(300);
        try (TcpServer server = start(false);
                Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(312).put(one).put(other).array());
            InputStream in = socket.getInputStream();
            assertThat(in.readNBytes(12)).isEqualTo(one);
            assertThat(in.readNBytes(300)).isEqualTo(other);
            assertThat(calls).hasValue(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 11, 32 * 1024 + 1, Integer.MAX_VALUE})
    void refusesImpossibleLengths(int length) throws IOException {
        TcpServer server = start(false);
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(12).putInt(length).array());
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThatThrownBy(server::close)
                .hasMessage("the server failed")
                .hasRootCauseMessage("a message of " + length + " bytes: allowed is 12 to 32768");
    }

    @Test
    void reportsACallThatFailed() throws IOException {
        TcpServer server = TcpServer.start(
                "server",
                false,
                channel -> Wire.serve(channel, () -> {
                    throw new IllegalStateException("no date");
                }));
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(message(12));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThatThrownBy(server::close).hasRootCauseMessage("no date");
    }

    @Test
    void closesBeforeAnyoneConnected() throws IOException {
        TcpServer server = start(false);

        assertThatCode(server::close).doesNotThrowAnyException();
    }

    private TcpServer start(boolean spinning) throws IOException {
        return TcpServer.start("server", spinning, channel -> Wire.serve(channel, calls::incrementAndGet));
    }

    private static Socket connect(TcpServer server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    }

    private static byte[] message(int length) {
        ByteBuffer message = ByteBuffer.allocate(length).putInt(length);
        while (message.hasRemaining()) {
            message.put((byte) message.position());
        }
        return message.array();
    }
}
