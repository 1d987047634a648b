package org.latencyprobes.agent.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file that is opened first and then looked at: whoever may change the path puts another file there in between. Links may lead to it.
 * Stateless.
 */
public final class TrustedFile {

    private static final Path OPENED = Path.of("/proc/self/fd");

    private TrustedFile() {}

    /** The failure to read a file that others may have written. */
    public static final class Untrusted extends IOException {

        private static final long serialVersionUID = 1L;

        Untrusted(String objection) {
            super(objection);
        }
    }

    /**
     * What {@link FileTrust} has objected to.
     *
     * @param failure of {@link #read}
     * @return in words; null where it is another failure
     */
    public static String objection(Exception failure) {
        return failure instanceof Untrusted ? failure.getMessage() : null;
    }

    /**
     * Reads a file.
     *
     * @param file a regular one
     * @return all of it
     * @throws Untrusted if {@link FileTrust} objects to it
     * @throws IOException if it cannot be read
     */
    public static byte[] read(Path file) throws IOException {
        if (!Files.isRegularFile(file) && Files.exists(file)) {
            throw new IOException(file + " is no regular file");
        }
        try (InputStream held = Files.newInputStream(file)) {
            Path opened = opened(file);
            String objection = FileTrust.objection(opened, file);
            if (objection != null) {
                throw new Untrusted(objection);
            }
            return opened.equals(file) ? held.readAllBytes() : Files.readAllBytes(opened);
        }
    }

    private static Path opened(Path file) throws IOException {
        return Files.isDirectory(OPENED) ? opened(keyOf(file), file + " was replaced while it was read") : file;
    }

    /**
     * What this process has open, by a path that nobody else can change, where the system has such. It is the same file as long as it is open.
     *
     * @param key by which the file system knows it
     * @param otherwise what is said where it is not open
     * @return the path
     * @throws IOException where it is not open
     */
    public static Path opened(Object key, String otherwise) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(OPENED)) {
            for (Path one : all) {
                if (key.equals(keyOf(one))) {
                    return one;
                }
            }
        }
        throw new IOException(otherwise);
    }

    private static Object keyOf(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException closedSince) {
            return "none";
        }
    }
}
