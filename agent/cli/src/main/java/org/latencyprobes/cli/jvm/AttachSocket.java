package org.latencyprobes.cli.jvm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.latencyprobes.agent.protocol.socket.PeerCheck;
import org.latencyprobes.agent.protocol.socket.ProcessIdentity;

/**
 * The socket by which a JVM is attached to, in version 1 of its protocol, which every JVM from 17 on knows.
 *
 * <p>The JVM's user, who may mean harm, owns the socket's name, and each request is a connection by that name: a link there could lead it to a
 * JVM of root's, with a jar of that user's to load. So each time the kernel is asked who is connected, before anything is sent. Where the user
 * is the same and the files are not, as root's in a container, that doesn't tell: there the socket must be the same before and after, and
 * unmoved.
 */
final class AttachSocket implements AttachTransport {

    /** Before who waits for it gives up. */
    private static final Duration LISTENING = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 20;

    /** More than the tick by which a file system tells times. */
    private static final long UNCHANGED_MILLIS = 50;

    private static final int MOST_BYTES = 16 << 20;
    private static final String RETURN_CODE = "return code: ";

    private final JvmProcess process;
    private final ProcessIdentity identity;
    private final JvmTmp tmp;
    private final Path name;
    private final Duration listening;

    private AttachSocket(JvmProcess process, Duration attaching) throws IOException {
        this.process = process;
        Duration most = attaching.multipliedBy(2).dividedBy(3);
        listening = most.compareTo(LISTENING) < 0 ? LISTENING : most;
        identity = process.identity();
        tmp = JvmTmp.of(process);
        name = Path.of(process.attachSocketName());
    }

    /** Has the JVM listen, if it does not yet, within part of the time. */
    static AttachSocket of(JvmProcess process, Duration attaching) throws IOException, UnreachableException {
        AttachSocket socket = new AttachSocket(process, attaching);
        try {
            socket.awaitListening();
            return socket;
        } catch (IOException | UnreachableException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private void awaitListening() throws IOException, UnreachableException {
        removeLeft();
        if (facts() != null) {
            return;
        }
        try (ListenRequest request = ListenRequest.to(process)) {
            if (process.onlyUid() < 0 || !process.identity().equals(identity)) {
                throw notTarget();
            }
            if (facts()
                    == null) { // else another command has sent one meanwhile: a second would have it print its threads
                request.send(process);
            }
            long startNanos = System.nanoTime();
            while (facts() == null) {
                if (isOver(startNanos)) {
                    throw new ConnectException(
                            "nobody listens: no " + name + " has come in its /tmp for " + listening.toSeconds() + " s");
                }
                pause();
            }
        }
    }

    /** An earlier process's. The JVM removes it itself, but not where that was another user's. */
    private void removeLeft() throws IOException {
        if (process.innerPid() == process.pid()
                && process.isLeft(path())) { // else it may be that of a JVM in a container
            try {
                tmp.folder().deleteFile(name);
            } catch (IOException e) {
                return; // nor may this process
            }
        }
    }

    private Path path() throws IOException {
        return tmp.path().resolve(name);
    }

    private Map<String, Object> facts() throws IOException {
        return AttachPlaces.facts(path());
    }

    private boolean isOver(long startNanos) {
        return System.nanoTime() - startNanos > listening.toNanos();
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(POLL_MILLIS); // nothing tells of a file in a folder of another user's
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public String javaVersion() throws IOException, UnreachableException {
        return javaVersion(new String(exchange("jcmd", "VM.version", "", ""), StandardCharsets.UTF_8));
    }

    /** Of the name and version of the VM on a line, which are its vendor's, and then the version; empty where that is not so. */
    static String javaVersion(String said) {
        return said.replaceFirst("(?s)(.*\\nJDK (\\S+))?.*", "$2");
    }

    @Override
    public Properties systemProperties() throws IOException, UnreachableException {
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(exchange("properties", "", "", "")));
        return properties;
    }

    @Override
    public void load(String jar, String argument) throws IOException, UnreachableException {
        byte[] answer = exchange("load", "instrument", "false", jar + '=' + argument);
        String text = new String(answer, StandardCharsets.UTF_8).strip();
        switch (text) {
            case RETURN_CODE + "0" -> {
                return;
            }
            case RETURN_CODE + "100" ->
                throw new UnreachableException(
                        process + " cannot read the agent's jar: make it readable for user " + process.user());
            case RETURN_CODE + "101" -> throw new IOException("the jar could not be added to the class path");
            case RETURN_CODE + "102" -> throw AttachFailure.notStarted(process);
            default -> throw new IOException(text.isEmpty() ? "it said nothing of the agent" : text);
        }
    }

    /** Returns what comes behind the first line, which is a number that says whether the JVM has done it. */
    private byte[] exchange(String... words) throws IOException, UnreachableException {
        ByteBuffer request =
                ByteBuffer.wrap(("1\0" + String.join("\0", words) + '\0').getBytes(StandardCharsets.UTF_8));
        byte[] answer;
        try (SocketChannel channel = connect()) {
            while (request.hasRemaining()) {
                channel.write(request);
            }
            answer = Channels.newInputStream(channel).readNBytes(MOST_BYTES);
        }
        int line = 0;
        while (line < answer.length && answer[line] != '\n') {
            line++;
        }
        if (line == answer.length) {
            throw new IOException("it ended the connection");
        }
        byte[] rest = Arrays.copyOfRange(answer, line + 1, answer.length);
        if (line != 1 || answer[0] != '0') {
            String reason = new String(rest, StandardCharsets.UTF_8).strip();
            throw new IOException(reason.isEmpty() ? "the JVM refuses to " + words[0] : reason);
        }
        return rest;
    }

    private SocketChannel connect() throws IOException, UnreachableException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Map<String, Object> before = unchanged();
            channel.connect(UnixDomainSocketAddress.of(path()));
            if (!isTarget(channel) || !before.equals(facts())) {
                throw notTarget();
            }
            return channel;
        } catch (IOException | UnreachableException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** What there is of the socket, when its last change lies so far back that the next would show. */
    private Map<String, Object> unchanged() throws IOException, UnreachableException {
        long startNanos = System.nanoTime();
        while (true) {
            Instant now = Instant.now();
            Map<String, Object> found = facts();
            if (found == null) {
                throw new ConnectException("nobody listens: " + name + " has gone");
            }
            if (!AttachPlaces.isSocketOf(found, process.onlyUid())) {
                throw new UnreachableException(AttachPlaces.notItsSocket(process));
            }
            Instant changed = ((FileTime) found.get("ctime")).toInstant();
            if (changed.isAfter(now)
                    || changed.plusMillis(UNCHANGED_MILLIS).isBefore(now)) { // after: the clock was set back
                return found;
            }
            if (isOver(startNanos)) {
                throw new IOException("somebody has been changing " + name + " for " + listening.toSeconds() + " s");
            }
            pause();
        }
    }

    /** Whether who listens has the user of the process, and that is still the same. */
    private boolean isTarget(SocketChannel channel) throws IOException, UnreachableException {
        UserPrincipal peer = PeerCheck.peer(channel);
        int uid = process.onlyUid();
        if (uid < 0 || !process.identity().equals(identity)) {
            return false;
        }
        if (peer == null && uid != JvmProcess.ownUid()) {
            throw new UnreachableException("this Java runtime lacks the module jdk.net, by which the kernel is asked"
                    + " who listens: " + process + " is another user's, and is not attached to");
        }
        return peer == null
                || peer.equals(FileSystems.getDefault()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(String.valueOf(uid)));
    }

    private UnreachableException notTarget() {
        return new UnreachableException("at " + process.attachSocket() + " somebody else listens than " + process
                + ", or it has just changed hands: nothing was sent there");
    }

    @Override
    public void close() throws IOException {
        tmp.close();
    }
}
