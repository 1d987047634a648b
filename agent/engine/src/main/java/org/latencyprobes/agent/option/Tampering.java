package org.latencyprobes.agent.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Who besides root and the user of this JVM may change a file. What an options file says, and what lies in a jar, is done with the rights of the JVM.
 *
 * <p>A group of the owner's name counts as the owner alone, as user-private groups are. Where the file system knows no such permissions, nobody
 * is suspected. Stateless.
 */
public final class Tampering {

    private static final Path SELF = Path.of("/proc/self");
    private static final String UID = "unix:uid";
    private static final int ROOT = 0;

    private Tampering() {}

    /**
     * Looks whether others may change a file or a folder itself; not what is in the folder or above it.
     *
     * @param path of what exists; links are followed
     * @return what is wrong with it, in words, or null
     * @throws IOException if it cannot be looked at
     */
    public static String objection(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return null;
        }
        PosixFileAttributes file = Files.readAttributes(path, PosixFileAttributes.class);
        Set<PosixFilePermission> permissions = file.permissions();
        boolean isPrivateGroup = file.group().getName().equals(file.owner().getName());
        boolean isOpen = permissions.contains(PosixFilePermission.OTHERS_WRITE)
                || permissions.contains(PosixFilePermission.GROUP_WRITE) && !isPrivateGroup;
        if (!isOpen && isOfTrusted(path, file)) {
            return null;
        }
        return path + " is of user " + file.owner().getName() + ", group "
                + file.group().getName() + ", mode " + PosixFilePermissions.toString(permissions)
                + "; it must be of root or of this JVM's user, and nobody else may write it";
    }

    /** By number where it can be had, since in a container a user often has no name. */
    private static boolean isOfTrusted(Path path, PosixFileAttributes file) throws IOException {
        if (file.owner().getName().equals(System.getProperty("user.name"))) {
            return true;
        }
        int owner = (Integer) Files.getAttribute(path, UID);
        return owner == ROOT || Files.exists(SELF) && owner == (Integer) Files.getAttribute(SELF, UID);
    }
}
