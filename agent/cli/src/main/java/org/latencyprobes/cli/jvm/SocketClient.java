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
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.function.Consumer;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.socket.PeerCheck;
import org.latencyprobes.agent.protocol.socket.SocketPlace;
import org.latencyprobes.agent.protocol.socket.TimedChannel;
import org.latencyprobes.agent.socket.HttpRequest;
import org.latencyprobes.internal.log.OwnerOnly;

/** A client of the socket of the agent in a JVM. For one thread. */
record SocketClient(JvmProcess process, Duration timeout, Consumer<String> progress) {

    /** How long an agent may take to say that it has the request; it does so before it looks at it. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(10);

    private static final int LONGEST_PATH = 107; // bytes, of an address of a Unix domain socket

    /**
     * Asks the agent.
     *
     * @param file gets what the agent sends behind the answer; null to drop it
     * @return null if there is no socket, or nobody at it
     * @throws UnreachableException if the agent refuses to look at the request, has it and does not answer, or takes no more connections: then
     *     it is there, and must not be loaded once more
     */
    Answer ask(Request request, Path file) throws UnreachableException {
        Path folder = process.isOwn() || process.isStopped() ? null : folder();
        if (folder == null) {
            return null;
        }
        byte[] bytes = HttpRequest.bytes(request, process.identity().text());
        if (bytes == null) {
            throw new UnreachableException("the request is too long: it may have " + (HttpRequest.MOST_BODY_BYTES >> 20)
                    + " MB as it is sent");
        }
        Duration confirmation = timeout.compareTo(CONFIRMATION) < 0 ? timeout : CONFIRMATION;
        try (TimedChannel channel = connect(folder)) {
            channel.write(ByteBuffer.wrap(bytes), System.nanoTime() + confirmation.toNanos());
            ResponseReader response = new ResponseReader(channel);
            String refusal = response.refusal(
                    confirmation, request.isOfAllVersions() ? AnswerLines.ANY_VERSION : AnswerLines.MEDIA_TYPE);
            if (refusal != null) {
                throw new UnreachableException(process + " cannot be asked: " + refusal);
            }
            return answer(request, response, file);
        } catch (SocketTimeoutException e) {
            throw AttachFailure.silent(process, confirmation);
        } catch (IOException e) {
            return null; // nobody has the request
        }
    }

    /** Null where there is none, or one that cannot be trusted. */
    private Path folder() {
        for (Path folder : process.socketFolders()) {
            try {
                if (Files.exists(folder.resolve(SocketPlace.SOCKET), LinkOption.NOFOLLOW_LINKS)) {
                    String objection = SocketPlace.objection(folder, process.socketOwner());
                    if (objection == null) {
                        return folder;
                    }
                    progress.accept("the agent's socket is not used: " + objection);
                }
            } catch (IOException e) {
                continue; // it has just been removed
            }
        }
        return null;
    }

    private TimedChannel connect(Path folder) throws IOException {
        Path socket = folder.resolve(SocketPlace.SOCKET);
        if (socket.toString().getBytes().length <= LONGEST_PATH) {
            return connect(folder, socket);
        }
        Path links = Files.createTempDirectory(Path.of("/tmp"), "latency-probes-", OwnerOnly.directory());
        Path link = links.resolve("jvm");
        try {
            return connect(folder, Files.createSymbolicLink(link, folder).resolve(SocketPlace.SOCKET));
        } finally {
            Files.deleteIfExists(link);
            Files.delete(links);
        }
    }

    private TimedChannel connect(Path folder, Path address) throws IOException {
        UserPrincipal owner = folder.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(
                        String.valueOf(process.socketOwner())); // the folder may be another since it was looked at
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        TimedChannel timed = new TimedChannel(channel); // so that even to connect is no wait
        try {
            if (!channel.connect(UnixDomainSocketAddress.of(address))) {
                throw new SocketTimeoutException("too many connect at once");
            }
            if (PeerCheck.isOfOneOf(channel, owner)) {
                return timed;
            }
            throw new IOException("the other end is another user's");
        } catch (IOException | RuntimeException e) {
            timed.close();
            throw e;
        }
    }

    private Answer answer(Request request, ResponseReader response, Path file) throws UnreachableException {
        try {
            return response.answer(request, timeout, progress, file);
        } catch (SocketTimeoutException e) {
            throw AttachFailure.silent(process, timeout);
        } catch (IOException | RuntimeException e) { // of whatever answered
            throw AttachFailure.unanswered(process, e);
        }
    }
}
