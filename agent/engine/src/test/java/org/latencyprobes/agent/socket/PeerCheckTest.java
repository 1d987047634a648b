package org.latencyprobes.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.protocol.socket.PeerCheck;

@EnabledOnOs(OS.LINUX)
final class PeerCheckTest {

    @TempDir
    private Path folder;

    /** Sees the class under test, and no module {@code jdk.net}. */
    private static final class WithoutModule extends ClassLoader {

        WithoutModule() {
            super(PeerCheck.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("jdk.net.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.equals(PeerCheck.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private interface Check {

        void of(SocketChannel channel) throws Exception;
    }

    private void connected(Check check) throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            client.connect(address);
            check.of(client);
        }
    }

    @Test
    void theOtherEndsUserIsTold() throws Exception {
        UserPrincipal own = Files.getOwner(folder);
        connected(channel -> assertThat(PeerCheck.peer(channel)).isEqualTo(own));
        Files.delete(folder.resolve("s"));
        UserPrincipal other =
                folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("4711");
        connected(channel -> {
            assertThat(PeerCheck.isOfOneOf(channel, other, own)).isTrue();
            assertThat(PeerCheck.isOfOneOf(channel, other)).isFalse();
        });
    }

    @Test
    void withoutTheModuleThePermissionsAloneCount() throws Exception {
        Class<?> check = new WithoutModule().loadClass(PeerCheck.class.getName());
        Method peer = check.getMethod("peer", SocketChannel.class);
        Method isOfOneOf = check.getMethod("isOfOneOf", SocketChannel.class, UserPrincipal[].class);
        assertThat(check).isNotEqualTo(PeerCheck.class);
        connected(channel -> {
            assertThat(peer.invoke(null, channel)).isNull();
            assertThat(isOfOneOf.invoke(null, channel, new UserPrincipal[0])).isEqualTo(true);
        });
    }
}
