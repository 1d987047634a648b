package org.latencyprobes.demo.fix.jvm;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The switch of all the agent's probes in this JVM: a request to the agent's socket, as {@code curl} would send it. */
public final class ProbesSwitch {

    private static final Path FOLDER = Path.of("/tmp");
    private static final String FOLDERS =
            "latency-probes." + ProcessHandle.current().pid() + ".*";
    private static final long WAIT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private ProbesSwitch() {}

    /** Switches the probes on or off, and returns when they are. */
    public static void set(boolean on) throws IOException {
        String arguments = "mode=" + (on ? "on" : "off");
        String answer = ask("POST /mode HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
                + arguments.length() + "\r\n\r\n" + arguments);
        if (!answer.contains("{\"exitCode\":0}")) {
            throw new IOException("the agent's probes could not be switched: " + answer);
        }
    }

    private static String ask(String request) throws IOException {
        try (SocketChannel channel = connected()) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The agent opens its socket some time after its first probe. */
    private static SocketChannel connected() throws IOException {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < WAIT_NANOS) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(FOLDER, FOLDERS)) {
                for (Path folder : found) {
                    SocketChannel channel = connectedOrNull(folder.resolve("socket"));
                    if (channel != null) {
                        return channel;
                    }
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        throw new IOException("the agent opened no socket for " + TimeUnit.NANOSECONDS.toSeconds(WAIT_NANOS) + " s");
    }

    /** Null where nobody listens yet, or an earlier process of this id has left the folder. */
    private static SocketChannel connectedOrNull(Path socket) {
        try {
            return SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return null;
        }
    }
}
