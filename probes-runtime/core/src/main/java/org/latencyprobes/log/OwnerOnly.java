package org.latencyprobes.log;

import java.nio.file.FileSystems;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The permissions of what we create: for the owner alone, where the file system knows such a thing. Stateless. */
public final class OwnerOnly {

    private OwnerOnly() {}

    /**
     * The permissions of a new file.
     *
     * @return attributes to create it with; none where the file system has no POSIX permissions
     */
    public static FileAttribute<?>[] file() {
        return permissions("rw-------");
    }

    /**
     * The permissions of a new directory.
     *
     * @return attributes to create it with; none where the file system has no POSIX permissions
     */
    public static FileAttribute<?>[] directory() {
        return permissions("rwx------");
    }

    private static FileAttribute<?>[] permissions(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
