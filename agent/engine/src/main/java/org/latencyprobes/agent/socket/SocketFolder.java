package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.latencyprobes.agent.protocol.socket.ProcFiles;
import org.latencyprobes.agent.protocol.socket.ProcessIdentity;
import org.latencyprobes.agent.protocol.socket.SocketPlace;
import org.latencyprobes.internal.log.OwnerOnly;

/** The folder of this JVM's socket. Only the JVM's user can enter it, and root. Immutable. */
final class SocketFolder {

    private static final int BACKLOG = 16;

    /** What the names of files end with that are on their way to a client. */
    private static final String FILE = ".jfr";

    /** Longer than it takes from the binding of a socket to its listening. */
    private static final long BEGINNING_MILLIS = 100;

    private static final long UNFINISHED_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final Path folder;
    private final int uid;
    private final UserPrincipal owner;

    private SocketFolder(Path folder, int uid) throws IOException {
        this.folder = folder;
        this.uid = uid;
        owner = SocketPlace.owner(folder, uid);
    }

    /** Makes it in the folder of all such folders; fails where anything has its name. */
    static SocketFolder make(Path parent) throws IOException {
        Path folder = parent.resolve(SocketPlace.name(ProcessIdentity.own()));
        Files.createDirectory(folder, OwnerOnly.directory());
        int uid = ProcFiles.exist()
                ? ProcFiles.ownUid()
                : (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        return new SocketFolder(folder, uid);
    }

    /** A file beside the socket that is not there yet. */
    Path file(String name) {
        return folder.resolve(name + FILE);
    }

    /** The user who may use it, besides root: that of this JVM. */
    UserPrincipal owner() {
        return owner;
    }

    Path socket() {
        return folder.resolve(SocketPlace.SOCKET);
    }

    /** Whether clients will use it. */
    boolean isThere() {
        try {
            return SocketPlace.objection(folder, uid) == null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Begins to listen, under the name for good: cleaners of {@code /tmp} spare sockets whose names the kernel lists, as they were bound. */
    ServerSocketChannel listen() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket()), BACKLOG);
            Files.setPosixFilePermissions(socket(), PosixFilePermissions.fromString("rw-------"));
            String objection = SocketPlace.objection(folder, uid);
            if (objection != null) {
                throw new IOException(objection);
            }
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

    /** Through what was opened: somebody may have put a link to another folder in its place. */
    private static void remove(Path folder) {
        try (DirectoryStream<Path> around = Files.newDirectoryStream(folder.getParent())) {
            if (around instanceof SecureDirectoryStream<Path> parent) {
                try (SecureDirectoryStream<Path> own =
                        parent.newDirectoryStream(folder.getFileName(), LinkOption.NOFOLLOW_LINKS)) {
                    for (Path file : own) {
                        if (isOurs(file.getFileName().toString())) {
                            own.deleteFile(file.getFileName());
                        }
                    }
                }
                parent.deleteDirectory(folder.getFileName());
            } else {
                removeByPath(folder);
            }
        } catch (IOException e) {
            return; // with something of somebody else's in it, or gone
        }
    }

    private static boolean isOurs(String name) {
        return name.endsWith(FILE) || name.equals(SocketPlace.SOCKET);
    }

    /** Where the system has no more than paths. */
    private static void removeByPath(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder, file -> isOurs(file.getFileName().toString()))) {
            for (Path left : files) {
                Files.deleteIfExists(left);
            }
        }
        Files.deleteIfExists(folder);
    }

    /** Removes what this user's JVMs that were killed have left, for as long as that is wanted: a large {@code /tmp} takes long. */
    void removeStale(BooleanSupplier isWanted) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder.getParent(), SocketPlace.PREFIX + "*")) {
            Iterator<Path> others = folders.iterator();
            while (isWanted.getAsBoolean() && others.hasNext()) {
                Path other = others.next();
                if (isStale(other)) {
                    remove(other);
                }
            }
        } catch (IOException | RuntimeException e) {
            return; // it disturbs nobody; the next start tries again
        }
    }

    /** Whether it is this user's, and its JVM has gone. One in another container cannot be seen here, but can be reached. */
    private boolean isStale(Path other) {
        try {
            if (ProcFiles.isLiving(other.getFileName().toString())) {
                return false;
            }
            if (!SocketPlace.isPrivate(other, uid)) {
                return false;
            }
            return Files.exists(other.resolve(SocketPlace.SOCKET), LinkOption.NOFOLLOW_LINKS)
                    ? (SocketPlace.objection(other, uid) == null || SocketPlace.hasSocket(other, uid) && isOld(other))
                            && isAbandoned(other)
                    : isOld(other);
        } catch (IOException | RuntimeException e) {
            return false; // being made, or being removed, or of a name that somebody made up
        }
    }

    /** Whether nobody is just making a socket in it. */
    private static boolean isOld(Path folder) throws IOException {
        long ageMillis = System.currentTimeMillis()
                - Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toMillis();
        return ageMillis > UNFINISHED_MILLIS;
    }

    /** Whether nobody listens, nor is about to: there is a moment between the binding of a socket and that. */
    private static boolean isAbandoned(Path folder) throws IOException {
        if (isListening(folder)) {
            return false;
        }
        try {
            Thread.sleep(BEGINNING_MILLIS); // nothing tells
        } catch (InterruptedException e) {
            return false; // the next start tries again
        }
        return !isListening(folder);
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
