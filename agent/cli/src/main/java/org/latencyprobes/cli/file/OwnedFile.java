package org.latencyprobes.cli.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.latencyprobes.internal.log.OwnerOnly;

/** A file that a command writes for its user alone. Stateless. */
public final class OwnedFile {

    private OwnedFile() {}

    /**
     * Why a file cannot be written, as far as its place tells.
     *
     * @param option that names the file
     * @param file to be written
     * @return a sentence; null where it can be written
     */
    public static String problem(String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        String other = folder == null ? "a folder" : other(file);
        if (other != null) {
            return option + ' ' + file + " is " + other + "; it takes a file or a new name";
        }
        if (!Files.isDirectory(folder)) {
            return option + ' ' + file + ": there is no such folder";
        }
        return Files.isWritable(folder) ? null : option + ' ' + file + ": no file can be made in " + folder;
    }

    /**
     * Why a command cannot have a copy in a file of its own. That file's name is left out: it is gone when the sentence is read.
     *
     * @param what is copied
     * @param failure what happened
     * @return a sentence
     */
    public static String copyProblem(String what, IOException failure) {
        return what + " cannot be copied to a temporary file in " + System.getProperty("java.io.tmpdir") + ": "
                + reason(failure);
    }

    private static String reason(IOException failure) {
        String said = failure instanceof FileSystemException ofFile ? ofFile.getReason() : failure.getMessage();
        return said == null ? failure.getClass().getSimpleName() : said;
    }

    /** What is there in place of a regular file, or null. */
    private static String other(Path file) {
        if (Files.isSymbolicLink(file)) {
            return "a symbolic link";
        }
        if (Files.isDirectory(file)) {
            return "a folder";
        }
        return Files.exists(file) && !Files.isRegularFile(file) ? "a device, a pipe or a socket" : null;
    }

    /**
     * Writes a file anew, or leaves what was there as it is.
     *
     * @param file a regular one, or none
     * @param text all that it will hold
     * @throws IOException if it cannot be written, or is something other than a regular file
     */
    public static void write(Path file, String text) throws IOException {
        String other = other(file);
        if (other != null) {
            throw new FileSystemException(file.toString(), null, "is " + other);
        }
        Path folder = file.toAbsolutePath().getParent();
        Path written = Files.createTempFile(folder, ".latency-probes-", ".new", OwnerOnly.file());
        try {
            Files.writeString(written, text);
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
