package org.latencyprobes.internal.log;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /**
     * Makes a new file. The JDK's own way initialises its security, which the application may want to configure first.
     *
     * @param folder is there
     * @param prefix of its name
     * @param suffix of its name
     * @return a file that nobody else has
     * @throws IOException if it cannot be made
     */
    public static Path newFile(Path folder, String prefix, String suffix) throws IOException {
        while (true) {
            long number = System.nanoTime() ^ ProcessHandle.current().pid() << Integer.SIZE;
            try {
                return Files.createFile(folder.resolve(prefix + Long.toUnsignedString(number) + suffix), file());
            } catch (FileAlreadyExistsException taken) {
                continue; // the next ns is another number
            }
        }
    }

    private static FileAttribute<?>[] permissions(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
