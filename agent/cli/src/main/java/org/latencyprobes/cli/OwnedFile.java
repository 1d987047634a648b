package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.latencyprobes.log.OwnerOnly;

/** A file that a command writes for its user alone. Stateless. */
final class OwnedFile {

    private OwnedFile() {}

    /** Why a file cannot be written, as far as its folder tells; null where it can. */
    static String problem(String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            return option + ' ' + file + " is a folder; it takes a file";
        }
        if (!Files.isDirectory(folder)) {
            return option + ' ' + file + ": there is no such folder";
        }
        return Files.isWritable(folder) ? null : option + ' ' + file + ": no file can be made in " + folder;
    }

    /** Writes a file anew. */
    static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.writeString(Files.createFile(file, OwnerOnly.file()), text);
    }
}
