package org.latencyprobes.agent.protocol.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a channel that another thread closes. */
final class TimedChannelTest {

    @TempDir
    private Path folder;

    private static void read(TimedChannel channel) throws IOException {
        channel.read(ByteBuffer.allocate(1), System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    @Test
    void whoeverWaitsLearnsThatAnotherThreadHasClosedIt() throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("socket"));
        try (ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address)) {
            TimedChannel channel = new TimedChannel(SocketChannel.open(server.getLocalAddress()));
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread reader = new Thread(() -> {
                try {
                    read(channel);
                } catch (IOException | RuntimeException e) {
                    thrown.complete(e);
                }
            });
            reader.start();
            while (!thrown.isDone()
                    && Stream.of(reader.getStackTrace())
                            .noneMatch(frame -> frame.getMethodName().equals("select"))) {
                Thread.onSpinWait();
            }
            channel.close();
            assertThat(thrown.get()).isInstanceOf(ClosedChannelException.class);
            assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> read(channel));
        }
    }
}
