package org.latencyprobes.log;

import java.nio.file.FileSystems;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The permissions of what we create: for the owner alone, where the file system knows such a thing. Stateless. */
public final class OwnerOnly {

    private OwnerOnly() {}

    /**
     * For a new file.
     *
     * @return attributes to create it with
     */
    public static FileAttribute<?>[] file() {
        return permissions("rw-------");
    }

    /**
     * For a new directory.
     *
     * @return attributes to create it with
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
