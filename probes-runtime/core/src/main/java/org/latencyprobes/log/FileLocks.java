package org.latencyprobes.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The locks of file systems between processes, and names that one process alone takes. Stateless; a test's own has no locks. */
class FileLocks {

    /** Those of the file systems. */
    static final FileLocks REAL = new FileLocks();

    /** Behind any file's end: where locks are not for those alone who ask, nobody is kept from reading. */
    private static final long POSITION = Long.MAX_VALUE - 1;

    /** Whether there are locks: not on NFS without its lock service and on some file systems in user space. */
    boolean areIn(Path folder) throws IOException {
        Path tried = Files.createTempFile(folder, ".latency-probes", ".lock", OwnerOnly.file());
        try (FileChannel channel = FileChannel.open(tried, StandardOpenOption.WRITE)) {
            return isLockable(channel);
        } finally {
            Files.deleteIfExists(tried);
        }
    }

    private boolean isLockable(FileChannel channel) {
        try {
            return lock(channel);
        } catch (IOException | UnsupportedOperationException noLocks) {
            return false;
        }
    }

    /**
     * Locks a file until its channel is closed; false if another process has it.
     *
     * @throws OverlappingFileLockException if this JVM has it; on POSIX, to close the channel would then take it from whoever that is
     * @throws IOException if it cannot be locked, whoever has it
     */
    boolean lock(FileChannel channel) throws IOException {
        return channel.tryLock(POSITION, 1, false) != null;
    }

    /** Gives a file a name that it gets at once or, where there is a file of that name, not at all. The former name may stay. */
    boolean nameIfFree(Path file, Path name) throws IOException {
        try {
            Files.createLink(name, file);
            return true;
        } catch (FileAlreadyExistsException isTaken) {
            return false;
        } catch (IOException | UnsupportedOperationException noLinks) {
            if (Files.exists(name)) {
                return false;
            }
            Files.move(file, name);
            return true;
        }
    }
}
