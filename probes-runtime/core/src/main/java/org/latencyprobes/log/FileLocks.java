package org.latencyprobes.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.latencyprobes.internal.log.OwnerOnly;

/** The locks of file systems between processes, and names that one process alone takes. Stateless; a test's own has no locks. */
class FileLocks {

    /** The locks of the file systems. */
    static final FileLocks REAL = new FileLocks();

    /** A position behind any file's end: where locks bind also those who do not ask for them, nobody is kept from reading. */
    private static final long POSITION = Long.MAX_VALUE - 1;

    /** Whether a folder has locks: not on NFS without its lock service and on some file systems in user space. */
    boolean areIn(Path folder) throws IOException {
        Path tried = OwnerOnly.newFile(folder, ".latency-probes", ".lock");
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
     * @throws OverlappingFileLockException if this JVM has it; on POSIX, closing the channel would then drop that lock
     * @throws IOException if it cannot be locked, whoever has it
     */
    boolean lock(FileChannel channel) throws IOException {
        return channel.tryLock(POSITION, 1, false) != null;
    }

    /** Names a file, at once, unless there is a file of that name. The former name may stay. */
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
