package org.latencyprobes.agent.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The check whether nobody but root and the user of this JVM has made or may change a file. What an options file says, and what lies in a
 * jar, is done with the rights of the JVM.
 *
 * <p>A group that only the owner is in counts as the owner alone, as user-private groups do. Files are trusted where the file system knows no
 * such permissions. Stateless.
 */
public final class FileTrust {

    private static final Path SELF = Path.of("/proc/self");
    private static final String UID = "unix:uid";
    private static final String GID = "unix:gid";
    private static final int ROOT = 0;

    private FileTrust() {}

    /**
     * Looks whether others may change a file or a folder itself; not what is in the folder or above it.
     *
     * @param path of what exists; links are followed
     * @return what is wrong with it, in words, or null
     * @throws IOException if it cannot be looked at
     */
    public static String objection(Path path) throws IOException {
        return objection(path, path);
    }

    /** As {@link #objection(Path)}, of what is to be shown under another name. */
    static String objection(Path path, Path shown) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return null;
        }
        PosixFileAttributes file = Files.readAttributes(path, PosixFileAttributes.class);
        Set<PosixFilePermission> permissions = file.permissions();
        boolean isOpen = permissions.contains(PosixFilePermission.OTHERS_WRITE)
                || permissions.contains(PosixFilePermission.GROUP_WRITE) && !isPrivateGroup(file, path);
        if (!isOpen && isOfTrusted(file.owner().getName(), path)) {
            return null;
        }
        return shown + " is of user " + file.owner().getName() + ", group "
                + file.group().getName() + ", mode " + PosixFilePermissions.toString(permissions)
                + "; it must be of root or of this JVM's user, and nobody else may write it";
    }

    private static boolean isPrivateGroup(PosixFileAttributes file, Path path) throws IOException {
        String owner = file.owner().getName();
        return file.group().getName().equals(owner)
                && UserGroups.SYSTEM.isOf((Integer) Files.getAttribute(path, GID), owner);
    }

    /**
     * Looks whether others may have made a link: in a folder where anybody may, one of somebody else's could lead us to any file.
     *
     * @param link a symbolic link, which is not followed
     * @return what is wrong with it, in words, or null
     * @throws IOException if it cannot be looked at
     */
    public static String linkObjection(Path link) throws IOException {
        return !isOpenToAll(link.getParent())
                        || isOfTrusted(ownerOf(link), link, LinkOption.NOFOLLOW_LINKS)
                        || ownerOf(link).equals(Files.getOwner(link.getParent()).getName())
                ? null
                : link + " is a link that belongs to " + ownerOf(link) + ", in a folder where anybody may make one";
    }

    /**
     * Looks whether others have put something in the place of a file that is to be written: a pipe, or a file in a folder where anybody may,
     * which they could replace by one.
     *
     * @param file of what exists; links are followed
     * @return what is wrong with it, in words, or null
     * @throws IOException if it cannot be looked at
     */
    public static String othersObjection(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null
                || !Files.getFileStore(folder).supportsFileAttributeView("posix")
                || Files.isRegularFile(file) && !isOpenToAll(folder)
                || isOfTrusted(Files.getOwner(file).getName(), file)) {
            return null;
        }
        return file + " is " + (Files.isRegularFile(file) ? "a file" : "no regular file, and") + " of user "
                + Files.getOwner(file).getName() + "'s";
    }

    private static boolean isOpenToAll(Path folder) throws IOException {
        return Files.getFileStore(folder).supportsFileAttributeView("posix")
                && Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static String ownerOf(Path link) throws IOException {
        return Files.getOwner(link, LinkOption.NOFOLLOW_LINKS).getName();
    }

    /** By number where it can be had, since in a container a user often has no name. */
    private static boolean isOfTrusted(String owner, Path path, LinkOption... options) throws IOException {
        if (owner.equals(System.getProperty("user.name"))) {
            return true;
        }
        int uid = (Integer) Files.getAttribute(path, UID, options);
        return uid == ROOT || Files.exists(SELF) && uid == (Integer) Files.getAttribute(SELF, UID);
    }
}
