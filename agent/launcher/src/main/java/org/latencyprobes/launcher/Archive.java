package org.latencyprobes.launcher;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A zip file, or a zip file that is stored uncompressed in another one, from which single files can be read. The JDK can only open a zip
 * file that is a whole file.
 *
 * <p>It reads only zip files like those of the agent's build: names in ASCII, no comment, no encryption, less than 2 GB. At first it reads only
 * the directory. It checks all that it reads, since the file may be overwritten while the agent runs. Thread-safe.
 */
final class Archive {

    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int END_ENTRIES = 10;
    private static final int END_DIRECTORY_BYTES = 12;
    private static final int END_DIRECTORY_OFFSET = 16;

    private static final int ENTRY_SIGNATURE = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int ENTRY_METHOD = 10;
    private static final int ENTRY_CRC = 16;
    private static final int ENTRY_STORED_BYTES = 20;
    private static final int ENTRY_BYTES_OF_FILE = 24;
    private static final int ENTRY_NAME_BYTES = 28;
    private static final int ENTRY_EXTRA_BYTES = 30;
    private static final int ENTRY_COMMENT_BYTES = 32;
    private static final int ENTRY_OFFSET = 42;

    private static final int HEAD_SIGNATURE = 0x04034b50;
    private static final int HEAD_BYTES = 30;
    private static final int HEAD_NAME_BYTES = 26;
    private static final int HEAD_EXTRA_BYTES = 28;

    private static final int STORED = 0;

    /** The best compression of the format. */
    private static final long MAX_COMPRESSION = 1032;

    static final String OVERWRITTEN =
            "the agent's jar is broken, or was overwritten while it was in use: restart the JVM to have the agent back";

    /** Null for an archive that is in memory. */
    private final RandomAccessFile file;

    private final byte[] inMemory;
    private final long start;
    private final long length;
    private final byte[] directory;

    /** The positions of entries in the directory, each plus 1, in a hash table with open addressing. */
    private final int[] table;

    /**
     * Opens an archive that is a file or a part of it.
     *
     * @param file the file, which the caller closes
     * @param start the position at which the archive begins
     * @param length the length of the archive in bytes
     * @throws IOException if this is not an archive
     */
    Archive(RandomAccessFile file, long start, long length) throws IOException {
        this(file, null, start, length);
    }

    /**
     * Opens an archive in memory.
     *
     * @param content all of it
     * @throws IOException if this is not an archive
     */
    Archive(byte[] content) throws IOException {
        this(null, content, 0, content.length);
    }

    private Archive(RandomAccessFile file, byte[] inMemory, long start, long length) throws IOException {
        this.file = file;
        this.inMemory = inMemory;
        this.start = start;
        this.length = length;
        byte[] end = read(length - END_BYTES, END_BYTES);
        require(number(end, 0) == END_SIGNATURE);
        directory = read(number(end, END_DIRECTORY_OFFSET), number(end, END_DIRECTORY_BYTES));
        table = table(directory, shortNumber(end, END_ENTRIES));
    }

    /** Makes no object for an entry: each start of a JVM reads hundreds of them, before anything is compiled. */
    private static int[] table(byte[] directory, int count) throws IOException {
        int[] table = new int[Integer.highestOneBit(count + 1) << 2];
        CRC32 hash = new CRC32();
        int found = 0;
        for (int at = 0; at < directory.length; found++) {
            require(at + ENTRY_BYTES <= directory.length && number(directory, at) == ENTRY_SIGNATURE);
            int nameBytes = shortNumber(directory, at + ENTRY_NAME_BYTES);
            require(at + ENTRY_BYTES + nameBytes <= directory.length && found < count);
            int slot = slot(hash, directory, at + ENTRY_BYTES, nameBytes, table);
            while (table[slot] != 0) {
                slot = slot + 1 & table.length - 1;
            }
            table[slot] = at + 1;
            at += ENTRY_BYTES
                    + nameBytes
                    + shortNumber(directory, at + ENTRY_EXTRA_BYTES)
                    + shortNumber(directory, at + ENTRY_COMMENT_BYTES);
        }
        return table;
    }

    /** By a hash that the JVM computes in native code even where it interprets. */
    private static int slot(CRC32 hash, byte[] bytes, int from, int count, int[] table) {
        hash.reset();
        hash.update(bytes, from, count);
        return (int) hash.getValue() & table.length - 1;
    }

    /** The position of a file's entry in the directory, or −1. */
    private int entry(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
        int slot = slot(new CRC32(), bytes, 0, bytes.length, table);
        while (table[slot] != 0) {
            int at = table[slot] - 1;
            if (shortNumber(directory, at + ENTRY_NAME_BYTES) == bytes.length
                    && new String(directory, at + ENTRY_BYTES, bytes.length, StandardCharsets.ISO_8859_1)
                            .equals(name)) {
                return at;
            }
            slot = slot + 1 & table.length - 1;
        }
        return -1;
    }

    /**
     * Opens a zip file inside this one.
     *
     * @return null if there is no file of that name
     * @throws IOException if the file is compressed or broken
     */
    Archive nested(String name) throws IOException {
        int entry = entry(name);
        if (entry < 0) {
            return null;
        }
        if (shortNumber(directory, entry + ENTRY_METHOD) != STORED) {
            throw new IOException(name + " is compressed: the agent's jar was packed anew");
        }
        long offset = contentOf(entry);
        int bytes = number(directory, entry + ENTRY_BYTES_OF_FILE);
        require(offset + bytes <= length);
        return new Archive(file, inMemory, start + offset, bytes);
    }

    /**
     * Reads the content of a file.
     *
     * @return null if there is no file of that name
     * @throws IOException if the file cannot be read, or differs from its entry in the directory
     */
    byte[] read(String name) throws IOException {
        int entry = entry(name);
        if (entry < 0) {
            return null;
        }
        byte[] stored = read(contentOf(entry), number(directory, entry + ENTRY_STORED_BYTES));
        byte[] content = shortNumber(directory, entry + ENTRY_METHOD) == STORED
                ? stored
                : inflated(stored, number(directory, entry + ENTRY_BYTES_OF_FILE));
        CRC32 crc = new CRC32();
        crc.update(content, 0, content.length);
        require((int) crc.getValue() == number(directory, entry + ENTRY_CRC));
        return content;
    }

    private static byte[] inflated(byte[] stored, int bytes) throws IOException {
        require(bytes >= 0 && bytes <= stored.length * MAX_COMPRESSION);
        byte[] content = new byte[bytes];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stored);
            require(inflater.inflate(content) == bytes);
        } catch (DataFormatException e) {
            throw new IOException(e);
        } finally {
            inflater.end();
        }
        return content;
    }

    /** The position of a file's content. The head before it may be longer than its entry in the directory. */
    private long contentOf(int entry) throws IOException {
        long offset = number(directory, entry + ENTRY_OFFSET);
        byte[] head = read(offset, HEAD_BYTES);
        require(number(head, 0) == HEAD_SIGNATURE);
        return offset + HEAD_BYTES + shortNumber(head, HEAD_NAME_BYTES) + shortNumber(head, HEAD_EXTRA_BYTES);
    }

    private byte[] read(long offset, int bytes) throws IOException {
        require(offset >= 0 && bytes >= 0 && offset + bytes <= length);
        byte[] content = new byte[bytes];
        if (inMemory != null) {
            System.arraycopy(inMemory, (int) (start + offset), content, 0, bytes);
            return content;
        }
        synchronized (file) {
            file.seek(start + offset);
            file.readFully(content);
        }
        return content;
    }

    private static int number(byte[] bytes, int at) {
        return shortNumber(bytes, at) | shortNumber(bytes, at + 2) << 16;
    }

    private static int shortNumber(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8;
    }

    private static void require(boolean isAsExpected) throws IOException {
        if (!isAsExpected) {
            throw new IOException(OVERWRITTEN);
        }
    }
}
