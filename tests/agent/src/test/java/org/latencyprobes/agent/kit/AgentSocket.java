package org.latencyprobes.agent.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * The socket of the agent in a JVM, as any program can use it.
 *
 * @param path as this process sees it
 */
public record AgentSocket(Path path) {

    /** Waits until the JVM has one. */
    public static AgentSocket of(RunningJvm jvm) {
        jvm.await("a socket", () -> !all(jvm.pid()).isEmpty());
        return new AgentSocket(all(jvm.pid()).get(0));
    }

    /** Those of a process, which are none or one. */
    public static List<Path> all(long pid) {
        try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("latency-probes." + pid + '.'))
                    .map(folder -> folder.resolve("socket"))
                    .filter(AgentSocket::isForItsUserAlone)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As it is once somebody listens; before, its file is there for a moment. */
    private static boolean isForItsUserAlone(Path socket) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(socket))
                    .equals("rw-------");
        } catch (IOException noneYet) {
            return false;
        }
    }

    /** Sends a request with the arguments as its body, already encoded. Returns the JSON lines. */
    public String post(String command, String arguments) {
        String response = exchange(
                "POST /" + command + " HTTP/1.1\r\nContent-Length: " + arguments.length() + "\r\n\r\n" + arguments);
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    /** Sends bytes, each a character, and returns all that comes until the connection ends. */
    public String exchange(String sent) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return exchange(channel, ByteBuffer.wrap(sent.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String exchange(SocketChannel channel, ByteBuffer sent) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try {
            while (sent.hasRemaining()) {
                channel.write(sent);
            }
            while (channel.read(bytes.clear()) >= 0) {
                all.write(bytes.array(), 0, bytes.position());
            }
        } catch (IOException closedWithSomethingUnread) {
            return all.toString(StandardCharsets.UTF_8);
        }
        return all.toString(StandardCharsets.UTF_8);
    }
}
