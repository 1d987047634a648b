package org.latencyprobes.log;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.latencyprobes.internal.log.OwnerOnly;

/**
 * A file that grows by whole records and makes room for a new one when it has reached its size.
 *
 * <p>It is locked as long as somebody writes it. A file of that name that nobody writes is what a run before has left: it
 * becomes the newest of the old ones, so that their number holds over restarts. Where somebody writes the file, we take the next
 * name, {@code app-2.hlog}, so that no two ever write one. Where there are no locks, nobody can tell: the process id is put into
 * the name, {@code app-4711.hlog}, and what is there is left alone. Not thread-safe.
 */
final class RotatedFile {

    private static final int MOST_NAMES = 1_000;

    /**
     * The files that this JVM writes, by key. On POSIX, opening and closing one drops the JVM's lock of it; so files that another copy of
     * this library writes stay open here once they were met.
     */
    private static final Map<Object, FileChannel> WRITTEN_HERE = new ConcurrentHashMap<>();

    private final FileLocks locks;
    private final Path wanted;
    private final long sizeBytes;
    private final int oldFiles;
    private Path path;
    private Object key;
    private FileChannel channel;
    private boolean isLocked;
    /** How long the file is unless somebody else has shortened it, as {@code copytruncate} of logrotate does. */
    private long lengthBytes;

    RotatedFile(Path path, long sizeBytes, int oldFiles) {
        this(path, sizeBytes, oldFiles, FileLocks.REAL);
    }

    RotatedFile(Path path, long sizeBytes, int oldFiles, FileLocks locks) {
        this.locks = locks;
        this.wanted = path.toAbsolutePath();
        this.sizeBytes = sizeBytes;
        this.oldFiles = oldFiles;
    }

    /** Opens a new file if there is none, it is full, or it was taken away; true if it did, or the file was emptied: it has to begin anew. */
    boolean openIfNeeded() throws IOException {
        boolean isThere = channel != null && channel.isOpen() && isOurs(); // an interrupt closes a channel
        if (isThere && channel.size() < sizeBytes) {
            boolean isEmptied = channel.size() < lengthBytes;
            lengthBytes = isEmptied ? 0 : lengthBytes;
            return isEmptied;
        }
        if (!Files.isDirectory(wanted.getParent())) { // early updates of JDK 17 refuse a link to a directory
            Files.createDirectories(wanted.getParent(), OwnerOnly.directory());
        }
        if (isThere) {
            FileChannel full = channel; // locked until there is another
            Object keyOfFull = key;
            shift(path);
            if (!begin(path)) {
                beginAny();
            }
            close(full, keyOfFull);
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
        isLocked = locks.areIn(wanted.getParent());
        Path first = isLocked
                ? wanted
                : inserted(wanted, "-" + ProcessHandle.current().pid());
        for (int number = 1; number <= MOST_NAMES; number++) {
            Path name = number == 1 ? first : inserted(first, "-" + number);
            if (Files.exists(name) ? takeOver(name) : begin(name)) {
                return;
            }
        }
        throw new IOException(first + " and " + MOST_NAMES + " more like it are all being written");
    }

    /**
     * Makes a file that nobody writes an old one and begins a new one of its name; false if somebody writes it, or may. What is no file stays:
     * to open a FIFO for writing alone would wait for a reader.
     */
    private boolean takeOver(Path name) throws IOException {
        if (!isLocked || !Files.isRegularFile(name)) {
            return false;
        }
        FileChannel former = null;
        try {
            Object formerKey = keyOf(name);
            if (formerKey != null && WRITTEN_HERE.containsKey(formerKey)) {
                return false;
            }
            former = FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return lockFormer(former, formerKey) && shiftAndBegin(name);
        } catch (NoSuchFileException | AccessDeniedException somebodyElseHasIt) {
            return false;
        } finally {
            if (former != null && !WRITTEN_HERE.containsValue(former)) {
                former.close();
            }
        }
    }

    private boolean lockFormer(FileChannel former, Object formerKey) throws IOException {
        try {
            return locks.lock(former);
        } catch (OverlappingFileLockException anotherCopyHasIt) {
            if (formerKey != null) {
                WRITTEN_HERE.put(formerKey, former);
            }
            return false;
        }
    }

    private boolean shiftAndBegin(Path name) throws IOException {
        shift(name);
        return begin(name);
    }

    /** Begins a file, which gets its name once it is locked; false if there is one of that name by now. */
    private boolean begin(Path name) throws IOException {
        Path unnamed = OwnerOnly.newFile(name.getParent(), "." + name.getFileName(), ".new");
        FileChannel begun = FileChannel.open(unnamed, StandardOpenOption.APPEND); // where its end is now
        Object begunKey = keyOf(unnamed);
        boolean isNamed = false;
        try {
            if (begunKey != null) {
                WRITTEN_HERE.put(begunKey, begun);
            }
            isNamed = (!isLocked || locks.lock(begun)) && locks.nameIfFree(unnamed, name);
        } finally {
            Files.deleteIfExists(unnamed);
            if (!isNamed) {
                close(begun, begunKey);
            }
        }
        if (isNamed) {
            channel = begun;
            path = name;
            key = begunKey;
            lengthBytes = 0;
        }
        return isNamed;
    }

    /** The file that is written; null before the first is opened. */
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

    /**
     * Appends all the bytes or, as far as the file system lets us, none. After a failure the file is as it was, or is given up. False, and none,
     * if the file was emptied since it was opened.
     */
    boolean append(byte[] bytes) throws IOException {
        long before = channel.size();
        if (before < lengthBytes) {
            return false;
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            lengthBytes = before + bytes.length;
            return true;
        } catch (IOException e) {
            cutBackTo(before, e);
            throw e;
        }
    }

    private void cutBackTo(long size, IOException failure) throws IOException {
        Thread.interrupted(); // whoever calls this sets it again
        try {
            if (channel.isOpen()) {
                channel.truncate(size);
            } else if (isOurs()) {
                cutTo(size);
            }
            if (size == 0) {
                close();
                Files.deleteIfExists(path); // or each attempt would shift an empty file and push an old one out
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
            close();
        }
    }

    /** Where the channel is closed, and with it the file is given up: no reader is to find half a line. */
    private void cutTo(long size) throws IOException {
        close();
        try (RandomAccessFile cutting = new RandomAccessFile(path.toFile(), "rw")) { // which no interrupt closes
            cutting.setLength(size);
        }
    }

    void close() throws IOException {
        if (channel != null) {
            FileChannel closing = channel;
            channel = null;
            close(closing, key);
        }
    }

    private static void close(FileChannel closing, Object key) throws IOException {
        try {
            closing.close();
        } finally {
            if (key != null) {
                WRITTEN_HERE.remove(key, closing);
            }
        }
    }
}
