package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.socket.HttpRequest;
import org.latencyprobes.agent.socket.PeerCheck;
import org.latencyprobes.agent.socket.SocketPlace;
import org.latencyprobes.agent.socket.TimedChannel;

/**
 * A client of the socket of the agent in a JVM. It gives up, and leaves a request to the Attach API, as long as the agent has not said that it
 * has the request. For one thread.
 */
final class SocketClient {

    /** How long an agent may take to say that it has the request; it does so before it looks at it. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(5);

    private final JvmProcess process;
    private final Duration timeout;
    private final Consumer<String> progress;

    SocketClient(JvmProcess process, Duration timeout, Consumer<String> progress) {
        this.process = process;
        this.timeout = timeout;
        this.progress = progress;
    }

    /**
     * Asks the agent.
     *
     * @return null if there is no socket, or the request has not reached anybody
     * @throws UnreachableException if the agent has the request and does not answer
     */
    Answer ask(Request request) throws UnreachableException {
        byte[] bytes = HttpRequest.bytes(request);
        Path folder = bytes == null || process.isOwn() || process.isStopped() ? null : folder();
        if (folder == null) {
            return null;
        }
        try (TimedChannel channel = connect(folder)) {
            ResponseReader response = confirmed(channel, bytes);
            return response == null ? null : answer(response);
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether there is a socket that can be trusted. */
    boolean isThere() {
        return folder() != null;
    }

    /** Null where there is none, or one that cannot be trusted. */
    private Path folder() {
        String inside = process.socketFolder();
        Path folder = inside == null ? null : process.inside(inside);
        try {
            if (folder == null || !Files.exists(folder.resolve(SocketPlace.SOCKET), LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            String objection = SocketPlace.objection(folder, process.uid());
            if (objection == null) {
                return folder;
            }
            progress.accept("the agent's socket is not used: " + objection);
        } catch (IOException e) {
            return null; // it has just been removed
        }
        return null;
    }

    private static TimedChannel connect(Path folder) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        TimedChannel timed = new TimedChannel(channel); // so that even to connect is no wait
        try {
            if (channel.connect(UnixDomainSocketAddress.of(folder.resolve(SocketPlace.SOCKET)))
                    && PeerCheck.isOfOneOf(channel, Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))) {
                return timed;
            }
            throw new IOException("too many connect at once, or the other end is another user's");
        } catch (IOException | RuntimeException e) {
            timed.close();
            throw e;
        }
    }

    /** Null where the request is refused: by an agent of another protocol, or one that is too busy. */
    private ResponseReader confirmed(TimedChannel channel, byte[] request) throws IOException {
        Duration confirmation = timeout.compareTo(CONFIRMATION) < 0 ? timeout : CONFIRMATION;
        channel.write(ByteBuffer.wrap(request), System.nanoTime() + confirmation.toNanos());
        ResponseReader response = new ResponseReader(channel);
        return response.isConfirmed(confirmation) ? response : null;
    }

    private Answer answer(ResponseReader response) throws UnreachableException {
        try {
            return response.answer(timeout, progress);
        } catch (SocketTimeoutException e) {
            throw AttachedJvm.silent(process, timeout);
        } catch (IOException | IllegalArgumentException e) {
            throw AttachedJvm.unanswered(process, e);
        }
    }
}
