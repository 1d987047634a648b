package org.latencyprobes.agent.protocol.socket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The place of a JVM's socket: a folder of its own in {@code /tmp}, where the JVM itself puts the socket for attaching, whatever
 * {@code java.io.tmpdir} says. Where it cannot be made there, since somebody else has taken the name or the disk cannot be written, it is in a
 * folder of the JVM's user. The folder's name holds the process id and the start of the process, so that a later process with that id has
 * another one. Both ends compute the name; nobody announces it. Stateless.
 */
public final class SocketPlace {

    /** What the names of such folders begin with. */
    public static final String PREFIX = "latency-probes.";

    /** The name of the socket in its folder. */
    public static final String SOCKET = "socket";

    private static final String TMP = "/tmp";

    /** Variables that name folders of the user's own. */
    private static final List<String> OF_USER = List.of("XDG_RUNTIME_DIR", "HOME");

    private static final int TYPE = 0170000;
    private static final int FOLDER_TYPE = 0040000;
    private static final int SOCKET_TYPE = 0140000;
    private static final int OTHERS = 0077;

    private SocketPlace() {}

    /**
     * The folders in one of which the folder of a JVM's socket is.
     *
     * @param environment a variable of that JVM's environment by its name; null where there is none
     * @return their paths as that JVM sees them, the first choice first
     */
    public static List<String> parents(UnaryOperator<String> environment) {
        List<String> parents = new ArrayList<>(List.of(TMP));
        for (String variable : OF_USER) {
            String folder = environment.apply(variable);
            if (folder != null && folder.startsWith("/")) {
                parents.add(folder);
            }
        }
        return parents;
    }

    /**
     * The name of that folder.
     *
     * @param process the JVM
     * @return the same for both ends
     */
    public static String name(ProcessIdentity process) {
        return PREFIX + process.pid() + '.' + process.start();
    }

    /**
     * Looks whether anybody else may have made a socket, or may use it.
     *
     * @param folder of the socket; no link is followed
     * @param uid the JVM's user
     * @return what is wrong, in words, or null
     * @throws IOException if it cannot be looked at
     */
    public static String objection(Path folder, int uid) throws IOException {
        if (!isPrivate(folder, uid)) {
            return notPrivate(folder, uid);
        }
        return isPrivate(attributes(folder.resolve(SOCKET)), uid, SOCKET_TYPE)
                ? null
                : folder.resolve(SOCKET) + " is not a socket that user " + uid + " alone may use";
    }

    private static String notPrivate(Path folder, int uid) {
        return folder + " is not a folder that user " + uid + " alone may enter";
    }

    /** Whether it is a folder that this user alone may enter. */
    public static boolean isPrivate(Path folder, int uid) throws IOException {
        return isPrivate(attributes(folder), uid, FOLDER_TYPE);
    }

    /** Whether a socket of this user's is in it, whatever its rights: it gets them a moment after it was made. */
    public static boolean hasSocket(Path folder, int uid) throws IOException {
        Map<String, Object> file = attributes(folder.resolve(SOCKET));
        return (Integer) file.get("uid") == uid && ((Integer) file.get("mode") & TYPE) == SOCKET_TYPE;
    }

    /** The owner of a folder; fails unless that is this user, who alone may enter it. */
    public static UserPrincipal owner(Path folder, int uid) throws IOException {
        Map<String, Object> file = attributes(folder); // at once: somebody else may put another folder there
        if (!isPrivate(file, uid, FOLDER_TYPE)) {
            throw new IOException(notPrivate(folder, uid));
        }
        return (UserPrincipal) file.get("owner");
    }

    private static Map<String, Object> attributes(Path path) throws IOException {
        return Files.readAttributes(path, "unix:uid,mode,owner", LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isPrivate(Map<String, Object> file, int uid, int type) {
        int mode = (Integer) file.get("mode");
        return (Integer) file.get("uid") == uid && (mode & TYPE) == type && (mode & OTHERS) == 0;
    }
}
