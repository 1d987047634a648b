package org.latencyprobes.sink;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Locks between processes, and names that are taken by one of them alone. Stateless. */
final class FileLocks {

    /** Behind any file's end: where locks are not for those alone who ask, nobody is kept from reading. */
    private static final long POSITION = Long.MAX_VALUE - 1;

    private FileLocks() {}

    /** Locks a file until its channel is closed; false if somebody else has it. Where the file system has no locks, nobody has. */
    static boolean lock(FileChannel channel) {
        try {
            return channel.tryLock(POSITION, 1, false) != null;
        } catch (OverlappingFileLockException inThisJvm) {
            return false;
        } catch (IOException | UnsupportedOperationException noLocks) {
            return true;
        }
    }

    /** Gives a file a name that it gets at once or, where there is a file of that name, not at all. The former name may stay. */
    static boolean nameIfFree(Path file, Path name) throws IOException {
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
