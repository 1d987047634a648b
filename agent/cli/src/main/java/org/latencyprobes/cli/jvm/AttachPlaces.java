package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A look at the files through which a JVM is attached to, before that is tried: whether somebody else has put them there. The JDK's client
 * asks no more of root than that there is something, and makes its own file where a link leads. Stateless.
 */
final class AttachPlaces {

    private static final int TYPE = 0170000;
    private static final int LINK_TYPE = 0120000;
    private static final int SOCKET_TYPE = 0140000;

    private AttachPlaces() {}

    /** What is wrong, as a sentence, or null. */
    static String problem(JvmProcess process) {
        if (!ProcFolder.exist()) {
            return null;
        }
        Path tmp = process.inside("/tmp");
        if (process.hasOwnFiles() && Files.isSymbolicLink(tmp)) {
            return process
                    + " has a symbolic link in place of its /tmp, which may lead out of its own files: it is not"
                    + " attached to";
        }
        String request = ".attach_pid" + process.innerPid();
        for (Path file : List.of(process.workingFolder().resolve(request), tmp.resolve(request))) {
            if (Files.isSymbolicLink(file)) {
                return file + " is a symbolic link, which the JDK would follow to make a file: remove it";
            }
        }
        String socket = socketProblem(process);
        return socket == null ? linkProblem(process) : socket;
    }

    private static String socketProblem(JvmProcess process) {
        Path socket = process.attachSocket();
        Map<String, Object> found = attributes(socket);
        return found == null || process.isLeft(socket) || isOf(found, SOCKET_TYPE, process.uid())
                ? null
                : socket + " is no socket of user " + process.user()
                        + "'s, whose JVM makes it when it is attached to: whoever"
                        + " made it would get the request; remove it";
    }

    /** Where {@link SharedFiles#socket} makes its link. */
    static String linkProblem(JvmProcess process) {
        Path link = Path.of("/tmp/.java_pid" + process.pid());
        Map<String, Object> found = attributes(link);
        if (!process.hasOwnFiles()
                || process.innerPid() != process.pid()
                || found == null
                || process.isLeft(link)
                || isOf(found, LINK_TYPE, JvmProcess.ownUid())) {
            return null;
        }
        return link + " is in the way of a link to the socket of " + process + ": remove it";
    }

    private static boolean isOf(Map<String, Object> file, int type, int uid) {
        return ((Integer) file.get("mode") & TYPE) == type && (Integer) file.get("uid") == uid;
    }

    private static Map<String, Object> attributes(Path file) {
        try {
            return Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException noneOrUnreadable) {
            return null;
        }
    }
}
