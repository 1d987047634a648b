package org.latencyprobes.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.protocol.socket.ProcFiles;
import org.latencyprobes.agent.protocol.socket.ProcessIdentity;
import org.latencyprobes.agent.protocol.socket.SocketPlace;
import org.latencyprobes.internal.log.OwnerOnly;

@EnabledOnOs(OS.LINUX)
final class SocketFolderTest {

    /** Agents of other processes look into {@code /tmp}, not here. */
    @TempDir
    private Path parent;

    private static final String STAT = "4711 (a) b 1 (c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 8875 20";

    private Path other;
    private Path socket;

    /** No process has this id. */
    @BeforeEach
    void name() {
        other = parent.resolve("latency-probes.999999999.1");
        socket = other.resolve(SocketPlace.SOCKET);
    }

    private void removeStale() throws IOException {
        SocketFolder folder = SocketFolder.make(parent);
        try {
            folder.removeStale(() -> true);
        } finally {
            folder.remove();
        }
    }

    private ServerSocketChannel listening() throws IOException {
        Files.createDirectory(other, OwnerOnly.directory());
        ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        return server;
    }

    @Test
    void whatADeadJvmHasLeftIsRemoved() throws IOException {
        listening().close();
        assertThat(socket).exists();
        removeStale();
        assertThat(other).doesNotExist();
    }

    @Test
    void soIsWhatAJvmThatWasKilledBeforeItsSocketHadItsRightsHasLeft() throws IOException {
        listening().close();
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxr-xr-x"));
        removeStale();
        assertThat(socket).as("of a JVM that may be just making it").exists();
        Files.setLastModifiedTime(other, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        removeStale();
        assertThat(other).doesNotExist();
    }

    @Test
    void namesThatSomebodyMadeUpEndNoCleaning() throws IOException {
        for (int dots = 1; dots < 16; dots++) {
            Files.createDirectory(parent.resolve(SocketPlace.PREFIX + ".".repeat(dots)));
        }
        listening().close();
        removeStale();
        assertThat(other).doesNotExist();
    }

    @Test
    void theSocketOfALivingJvmStays() throws IOException {
        try (ServerSocketChannel server = listening()) {
            removeStale();
            assertThat(socket).exists();
            assertThat(server.isOpen()).isTrue();
        }
    }

    @Test
    void theSocketOfAJvmThatIsJustMakingItStays() throws IOException {
        Files.createDirectory(other, OwnerOnly.directory());
        removeStale();
        assertThat(other).exists();
    }

    @Test
    void whatAJvmThatWasKilledWhileItMadeOneHasLeftIsRemovedInTheEnd() throws IOException {
        Files.createDirectory(other, OwnerOnly.directory());
        Files.setLastModifiedTime(other, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        removeStale();
        assertThat(other).doesNotExist();
    }

    @Test
    void nobodyConnectsToThatOfAJvmThatIsSeenToLive() throws IOException {
        long pid = ProcessHandle.current().parent().orElseThrow().pid();
        other = parent.resolve(
                SocketPlace.name(ProcessIdentity.of(pid, Files.readString(Path.of("/proc/" + pid + "/stat")), "")));
        socket = other.resolve(SocketPlace.SOCKET);
        try (ServerSocketChannel server = listening()) {
            server.configureBlocking(false);
            removeStale();
            assertThat(server.accept()).isNull();
        }
        removeStale();
        assertThat(socket).exists();
    }

    @Test
    void nothingIsRemovedOnceItIsNotWanted() throws IOException {
        listening().close();
        SocketFolder folder = SocketFolder.make(parent);
        folder.removeStale(() -> false);
        folder.remove();
        assertThat(socket).exists();
    }

    @Test
    @Tag("each-jdk")
    void aFolderOfAnotherUserIsNotTaken() throws IOException {
        Files.createDirectory(other, OwnerOnly.directory());
        int uid = ProcFiles.ownUid();
        assertThat(SocketPlace.owner(other, uid)).isEqualTo(Files.getOwner(other));
        assertThatThrownBy(() -> SocketPlace.owner(other, uid + 1))
                .hasMessage(other + " is not a folder that user " + (uid + 1) + " alone may enter");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> SocketPlace.owner(other, uid)).isInstanceOf(IOException.class);
    }

    @Test
    void whatIsNoSocketStays() throws IOException {
        Files.createDirectory(other, OwnerOnly.directory());
        Files.createFile(socket, OwnerOnly.file());
        removeStale();
        assertThat(socket).exists();
    }

    @Test
    void aFolderThatOthersMayEnterIsLeftAlone() throws IOException {
        listening().close();
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxr-xr-x"));
        removeStale();
        assertThat(socket).exists();
    }

    @Test
    void theNameHoldsTheProcessAndItsStart() {
        ProcessIdentity process = ProcessIdentity.of(7, STAT, "pid:[42]");
        assertThat(SocketPlace.name(process)).isEqualTo("latency-probes.7.8875");
        assertThatThrownBy(() -> ProcessIdentity.of(7, "4711 (java) S 1", "")).hasMessageContaining("no start");
    }

    @Test
    void aProcessIsMeantByItsIdStartAndNamespaceAsFarAsTheseAreKnown() {
        ProcessIdentity process = ProcessIdentity.of(7, STAT, "pid:[42]");
        assertThat(process.isMeantBy(process.text())).isTrue();
        assertThat(process.isMeantBy(".7.8875")).isTrue();
        for (String other : List.of("43.7.8875", "42.8.8875", "42.7.8876", "", "7.8875", "42.7.8875.1")) {
            assertThat(process.isMeantBy(other)).as(other).isFalse();
        }
        assertThat(ProcessIdentity.refusal("")).as("nobody is meant").isNull();
        assertThat(ProcessIdentity.refusal("1.2.3")).startsWith("another process answers");
    }

    /** The first choice is where the JVM has its own socket. */
    @Test
    void itsParentIsOfAllUsersOrOfThisOne() {
        Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", "/run/user/7", "HOME", "relative");
        assertThat(SocketPlace.parents(environment::get)).containsExactly("/tmp", "/run/user/7");
    }

    @Test
    void aRecordingThatIsOnItsWayGoesWithIt() throws IOException {
        SocketFolder folder = SocketFolder.make(parent);
        Files.createFile(folder.file("1"));
        folder.remove();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    @Tag("each-jdk")
    void whatSomebodyElseMayHaveMadeIsNotUsed() throws IOException {
        int uid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        Files.createDirectory(other, OwnerOnly.directory());
        Files.createFile(socket, OwnerOnly.file());
        assertThat(SocketPlace.objection(other, uid + 1)).contains("is not a folder that user " + (uid + 1) + " alone");
        assertThat(SocketPlace.objection(other, uid)).startsWith(socket + " is not a socket");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx-----x"));
        assertThat(SocketPlace.objection(other, uid)).startsWith(other + " is not a folder");
        Path link = Files.createSymbolicLink(Path.of(other + "link"), other);
        assertThat(SocketPlace.objection(link, uid)).startsWith(link + " is not a folder");
        Files.delete(link);
    }
}
