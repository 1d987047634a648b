package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
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
        try {
            UserPrincipal peer =
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
            for (UserPrincipal user : users) {
                if (peer.equals(user)) {
                    return true;
                }
            }
            return false;
        } catch (LinkageError | UnsupportedOperationException notToBeHad) {
            return true;
        }
    }
}
