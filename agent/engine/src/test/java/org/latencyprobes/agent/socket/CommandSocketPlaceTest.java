package org.latencyprobes.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.socket.SocketPlace;

/** Tests of where the socket is, and who can reach it. */
@EnabledOnOs(OS.LINUX)
@ResourceLock("the places of this JVM's socket")
final class CommandSocketPlaceTest implements CommandSocket.Handler {

    private final CommandSocket socket = new CommandSocket(this);

    @BeforeEach
    void open() {
        socket.open();
    }

    @AfterEach
    void close() {
        socket.close();
    }

    @Override
    public Answer answer(Request request, Progress progress) {
        return new Answer().say("answer to " + request.command());
    }

    @Override
    public void ended() {}

    private Path place() {
        return Path.of(socket.place());
    }

    @Test
    void onlyItsUserCanReachIt() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    @Tag("each-jdk")
    void itIsOpenedAnewWhereItsFileHasGoneAndNotAfterItsEnd() throws IOException {
        Path place = place();
        Files.delete(place);
        socket.open();
        assertThat(place()).isEqualTo(place).exists();
        assertThat(RawClient.exchange(place(), "GET /status HTTP/1.1\r\n\r\n")).contains("answer to status");
        socket.close();
        socket.open();
        assertThat(place.getParent()).doesNotExist();
        assertThat(socket.place()).isEqualTo("none: the agent is leaving");
    }

    /** As by another user, who is quick. */
    @Test
    void whereItsPlaceIsTakenItIsInAFolderOfItsUser() throws IOException {
        CommandSocket second = new CommandSocket(this);
        second.open();
        try {
            Path other = Path.of(second.place());
            assertThat(other.getFileName()).isEqualTo(place().getFileName());
            assertThat(other.toString())
                    .startsWith(SocketPlace.parents(System::getenv).get(1) + "/latency-probes.");
            assertThat(RawClient.exchange(other, "GET /status HTTP/1.1\r\n\r\n"))
                    .contains("answer to status");
            assertThat(RawClient.exchange(place(), "GET /status HTTP/1.1\r\n\r\n"))
                    .contains("answer to status");
        } finally {
            second.close();
        }
        assertThat(place()).as("that of the first").exists();
    }

    @Test
    void oneThatOthersMayEnterIsNotKept() throws IOException {
        Files.setPosixFilePermissions(place().getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        socket.open();
        onlyItsUserCanReachIt();
    }
}
