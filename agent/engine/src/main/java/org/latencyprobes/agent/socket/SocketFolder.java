package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.latencyprobes.log.OwnerOnly;

/** The folder of this JVM's socket. Only the JVM's user can enter it, and root. Immutable. */
final class SocketFolder {

    private static final String UNFINISHED = "new";
    private static final int BACKLOG = 16;

    private final Path folder;
    private final UserPrincipal owner;

    private SocketFolder(Path folder) throws IOException {
        this.folder = folder;
        owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes it in the folder of all such folders; fails where anything has its name. */
    static SocketFolder make(Path parent) throws IOException {
        String stat = new String(Files.readAllBytes(Path.of("/proc/self/stat")), StandardCharsets.ISO_8859_1);
        Path folder = parent.resolve(SocketPlace.name(ProcessHandle.current().pid(), stat));
        return new SocketFolder(Files.createDirectory(folder, OwnerOnly.directory()));
    }

    /** The user who may use it, besides root: whoever this JVM makes files as. */
    UserPrincipal owner() {
        return owner;
    }

    Path socket() {
        return folder.resolve(SocketPlace.SOCKET);
    }

    boolean isThere() {
        return Files.exists(socket(), LinkOption.NOFOLLOW_LINKS);
    }

    /** Begins to listen. The socket gets its name only then: others take one that nobody listens at for a dead JVM's. */
    ServerSocketChannel listen() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Path unfinished = folder.resolve(UNFINISHED);
            server.bind(UnixDomainSocketAddress.of(unfinished), BACKLOG);
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-------"));
            Files.move(unfinished, socket(), StandardCopyOption.ATOMIC_MOVE);
            return server;
        } catch (IOException | RuntimeException | Error e) {
            server.close();
            remove();
            throw e;
        }
    }

    void remove() {
        remove(folder);
    }

    private static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(SocketPlace.SOCKET));
            Files.deleteIfExists(folder.resolve(UNFINISHED));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            return; // with something of somebody else's in it, or gone
        }
    }

    /** Removes what this user's JVMs that were killed have left. */
    void removeStale() {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder.getParent(), SocketPlace.PREFIX + "*")) {
            int uid = (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            for (Path other : folders) {
                if (!other.equals(folder) && isStale(other, uid)) {
                    remove(other);
                }
            }
        } catch (IOException | RuntimeException e) {
            return; // it disturbs nobody; the next start tries again
        }
    }

    /** Whether it has a socket of this user's at which nobody listens. */
    private static boolean isStale(Path folder, int uid) {
        try {
            return SocketPlace.objection(folder, uid) == null && !isListening(folder);
        } catch (IOException e) {
            return false; // being made, or being removed
        }
    }

    private static boolean isListening(Path folder) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(folder.resolve(SocketPlace.SOCKET)));
            return true;
        } catch (ConnectException nobodyListens) {
            return false;
        }
    }
}
