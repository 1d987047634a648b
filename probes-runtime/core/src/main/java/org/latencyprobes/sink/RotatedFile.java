package org.latencyprobes.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file that grows by whole records and makes room for a new one when it has reached its size. Not thread-safe. */
final class RotatedFile {

    private static final Set<StandardOpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path path;
    private final long sizeBytes;
    private final int oldFiles;
    private FileChannel channel;

    RotatedFile(Path path, long sizeBytes, int oldFiles) {
        this.path = path.toAbsolutePath();
        this.sizeBytes = sizeBytes;
        this.oldFiles = oldFiles;
    }

    /** Opens a new file where there is none, it is full, or it was taken away; true if it did. */
    boolean openIfNeeded() throws IOException {
        if (channel != null && Files.exists(path) && channel.size() < sizeBytes) {
            return false;
        }
        close();
        if (!Files.isDirectory(path.getParent())) { // early updates of JDK 17 refuse a link to a directory
            Files.createDirectories(path.getParent(), OwnerOnly.directory());
        }
        shift();
        channel = FileChannel.open(path, NEW_FILE, OwnerOnly.file());
        return true;
    }

    private void shift() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.deleteIfExists(numbered(oldFiles));
        for (int number = oldFiles; number > 0; number--) {
            Path from = numbered(number - 1);
            if (Files.exists(from)) {
                Files.move(from, numbered(number), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path numbered(int number) {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
        return number == 0 ? path : path.resolveSibling(name.substring(0, dot) + '.' + number + name.substring(dot));
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
