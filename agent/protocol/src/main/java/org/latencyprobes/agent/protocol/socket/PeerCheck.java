package org.latencyprobes.agent.protocol.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import jdk.net.ExtendedSocketOptions;

/**
 * The check who is at the other end of a socket, as the kernel says. It comes on top of the permissions of the socket's folder. Where the
 * runtime lacks the module {@code jdk.net}, or the system has no such thing, the permissions alone count. Stateless.
 */
public final class PeerCheck {

    private PeerCheck() {}

    /**
     * Whether the other end is of one of these users.
     *
     * @param channel a connected one
     * @param users those that are allowed
     * @return false only if it is of another user
     * @throws IOException if the connection is broken
     */
    public static boolean isOfOneOf(SocketChannel channel, UserPrincipal... users) throws IOException {
        UserPrincipal peer = peer(channel);
        return peer == null || List.of(users).contains(peer);
    }

    /**
     * Who is at the other end.
     *
     * @param channel a connected one
     * @return the user as whom the other end was connected, or began to listen; null where that is not to be had
     * @throws IOException if the connection is broken
     */
    public static UserPrincipal peer(SocketChannel channel) throws IOException {
        try {
            return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        } catch (LinkageError | UnsupportedOperationException notToBeHad) {
            return null;
        }
    }
}
