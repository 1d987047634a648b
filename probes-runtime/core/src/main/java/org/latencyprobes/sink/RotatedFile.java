package org.latencyprobes.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * A file that grows by whole records and makes room for a new one when it has reached its size.
 *
 * <p>It is locked as long as somebody writes it. A file of that name that nobody writes is what a run before has left: it becomes the newest
 * of the old ones, so that their number holds over restarts. A file that is written makes us take the next name, {@code app-2.hlog}, so
 * that no two ever write one. Not thread-safe.
 */
final class RotatedFile {

    private static final int MOST_NAMES = 1_000;

    private final Path wanted;
    private final long sizeBytes;
    private final int oldFiles;
    private Path path;
    private Object key;
    private FileChannel channel;

    RotatedFile(Path path, long sizeBytes, int oldFiles) {
        this.wanted = path.toAbsolutePath();
        this.sizeBytes = sizeBytes;
        this.oldFiles = oldFiles;
    }

    /** Opens a new file where there is none, it is full, or it was taken away; true if it did. */
    boolean openIfNeeded() throws IOException {
        boolean isThere = channel != null && isOurs();
        if (isThere && channel.size() < sizeBytes) {
            return false;
        }
        if (!Files.isDirectory(wanted.getParent())) { // early updates of JDK 17 refuse a link to a directory
            Files.createDirectories(wanted.getParent(), OwnerOnly.directory());
        }
        if (isThere) {
            FileChannel full = channel; // locked until there is another
            shift(path);
            if (!begin(path)) {
                beginAny();
            }
            full.close();
        } else {
            close();
            beginAny();
        }
        return true;
    }

    private boolean isOurs() throws IOException {
        try {
            return Objects.equals(keyOf(path), key);
        } catch (NoSuchFileException wasTakenAway) {
            return false;
        }
    }

    private static Object keyOf(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private void beginAny() throws IOException {
        for (int number = 1; number <= MOST_NAMES; number++) {
            Path name = number == 1 ? wanted : inserted(wanted, "-" + number);
            if (takeOver(name)) {
                return;
            }
        }
        throw new IOException(wanted + " and " + MOST_NAMES + " more like it are all being written");
    }

    /** False if somebody writes it. */
    private boolean takeOver(Path name) throws IOException {
        if (!Files.exists(name)) {
            return begin(name);
        }
        try (FileChannel former = FileChannel.open(name, StandardOpenOption.WRITE)) {
            if (!FileLocks.lock(former)) {
                return false;
            }
            shift(name);
            return begin(name);
        } catch (NoSuchFileException | AccessDeniedException somebodyElseHasIt) {
            return false;
        }
    }

    /** The file appears under its name when it is locked; false if there is one by now. */
    private boolean begin(Path name) throws IOException {
        Path unnamed = Files.createTempFile(name.getParent(), "." + name.getFileName(), ".new", OwnerOnly.file());
        FileChannel begun = FileChannel.open(unnamed, StandardOpenOption.WRITE);
        boolean isNamed = false;
        try {
            isNamed = FileLocks.lock(begun) && FileLocks.nameIfFree(unnamed, name);
        } finally {
            Files.deleteIfExists(unnamed);
            if (!isNamed) {
                begun.close();
            }
        }
        if (isNamed) {
            channel = begun;
            path = name;
            key = keyOf(name);
        }
        return isNamed;
    }

    /** Where it is; null before the first is opened. */
    Path path() {
        return path;
    }

    private void shift(Path name) throws IOException {
        Files.deleteIfExists(numbered(name, oldFiles));
        for (int number = oldFiles; number > 0; number--) {
            Path from = numbered(name, number - 1);
            if (Files.exists(from)) {
                Files.move(from, numbered(name, number), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static Path numbered(Path name, int number) {
        return number == 0 ? name : inserted(name, "." + number);
    }

    private static Path inserted(Path path, String more) {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
        return path.resolveSibling(name.substring(0, dot) + more + name.substring(dot));
    }

    /** Appends all the bytes or, as far as the file system lets us, none; after a failure the file is as it was or given up. */
    void append(byte[] bytes) throws IOException {
        long before = channel.size();
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            cutBackTo(before, e);
            throw e;
        }
    }

    private void cutBackTo(long size, IOException failure) throws IOException {
        try {
            channel.truncate(size);
            if (size == 0) {
                close();
                Files.deleteIfExists(path); // or each attempt would shift an empty file and push an old one out
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
            close();
        }
    }

    void close() throws IOException {
        if (channel != null) {
            FileChannel closing = channel;
            channel = null;
            closing.close();
        }
    }
}
