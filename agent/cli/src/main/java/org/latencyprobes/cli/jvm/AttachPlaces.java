package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * A look at the files through which a JVM is attached to: whether somebody else has put them there. {@link AttachSocket} looks again, at what
 * it uses. Stateless.
 */
final class AttachPlaces {

    private static final String FACTS = "unix:dev,ino,uid,mode,nlink,ctime";
    private static final int TYPE = 0170000;
    private static final int SOCKET_TYPE = 0140000;
    private static final int FILE_TYPE = 0100000;

    private AttachPlaces() {}

    /** What is wrong, as a sentence, or null. */
    static String problem(JvmProcess process) {
        if (!ProcFolder.exist()) {
            return null;
        }
        if (process.hasOwnFiles() && Files.isSymbolicLink(process.inside(JvmTmp.TMP))) {
            return process
                    + " has a symbolic link in place of its /tmp, which may lead out of its own files: it is not"
                    + " attached to";
        }
        Path socket = process.attachSocket();
        Map<String, Object> found = facts(socket);
        return found == null || process.isLeft(socket) || isSocketOf(found, process.uid())
                ? null
                : notItsSocket(process);
    }

    static String notItsSocket(JvmProcess process) {
        return process.attachSocket() + " is no socket of user " + process.user()
                + "'s, whose JVM makes it when it is attached to: whoever made it would get the request; remove it";
    }

    static boolean isSocketOf(Map<String, Object> file, int uid) {
        return isOf(file, SOCKET_TYPE, uid);
    }

    /** Whether it is a regular file of this user's. */
    static boolean isOwnFile(Path file) {
        Map<String, Object> found = facts(file);
        return found != null && isOf(found, FILE_TYPE, JvmProcess.ownUid());
    }

    private static boolean isOf(Map<String, Object> file, int type, int uid) {
        return ((Integer) file.get("mode") & TYPE) == type && (Integer) file.get("uid") == uid;
    }

    /** What changes when a file is moved, or another takes its place; null where there is none, or it cannot be looked at. */
    static Map<String, Object> facts(Path file) {
        try {
            return Files.readAttributes(file, FACTS, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException noneOrUnreadable) {
            return null;
        }
    }
}
