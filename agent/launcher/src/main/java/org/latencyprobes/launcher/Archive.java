package org.latencyprobes.launcher;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads single files out of a zip file, or out of one that lies uncompressed within another: the JDK can do that with whole files only,
 * and reads the directory of each with all that is nested in it before it does anything else.
 *
 * <p>Knows what the agent's build makes: names in ASCII, no comment, no encryption, less than 2 GB. Reads nothing but the directory until it is asked,
 * and checks what it reads, since the file may be overwritten while the agent runs. Thread-safe.
 */
final class Archive {

    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int END_ENTRIES = 10;
    private static final int END_DIRECTORY_BYTES = 12;
    private static final int END_DIRECTORY_PLACE = 16;

    private static final int ENTRY_SIGNATURE = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int ENTRY_METHOD = 10;
    private static final int ENTRY_CRC = 16;
    private static final int ENTRY_STORED_BYTES = 20;
    private static final int ENTRY_BYTES_OF_FILE = 24;
    private static final int ENTRY_NAME_BYTES = 28;
    private static final int ENTRY_EXTRA_BYTES = 30;
    private static final int ENTRY_COMMENT_BYTES = 32;
    private static final int ENTRY_PLACE = 42;

    private static final int HEAD_SIGNATURE = 0x04034b50;
    private static final int HEAD_BYTES = 30;
    private static final int HEAD_NAME_BYTES = 26;
    private static final int HEAD_EXTRA_BYTES = 28;

    private static final int AS_IT_IS = 0;

    /** The format cannot compress better. */
    private static final long MOST_OF_A_BYTE = 1032;

    private final RandomAccessFile file;
    private final long start;
    private final long length;
    private final byte[] directory;

    /** Names to places in the directory. */
    private final Map<String, Integer> entries;

    /**
     * Opens one that is a whole file, or a part of it.
     *
     * @param file belongs to the caller, who closes it
     * @param start where the archive begins in it
     * @param length how many bytes it has
     * @throws IOException if there is no archive
     */
    Archive(RandomAccessFile file, long start, long length) throws IOException {
        this.file = file;
        this.start = start;
        this.length = length;
        byte[] end = read(length - END_BYTES, END_BYTES);
        require(number(end, 0) == END_SIGNATURE);
        directory = read(number(end, END_DIRECTORY_PLACE), number(end, END_DIRECTORY_BYTES));
        entries = entries(directory, shortNumber(end, END_ENTRIES));
    }

    private static Map<String, Integer> entries(byte[] directory, int count) throws IOException {
        Map<String, Integer> entries = new HashMap<>(2 * count);
        for (int at = 0; at < directory.length; ) {
            require(at + ENTRY_BYTES <= directory.length && number(directory, at) == ENTRY_SIGNATURE);
            int nameBytes = shortNumber(directory, at + ENTRY_NAME_BYTES);
            require(at + ENTRY_BYTES + nameBytes <= directory.length);
            entries.put(new String(directory, at + ENTRY_BYTES, nameBytes, StandardCharsets.ISO_8859_1), at);
            at += ENTRY_BYTES
                    + nameBytes
                    + shortNumber(directory, at + ENTRY_EXTRA_BYTES)
                    + shortNumber(directory, at + ENTRY_COMMENT_BYTES);
        }
        return entries;
    }

    /**
     * A zip file in this one.
     *
     * @return null if there is none of that name
     * @throws IOException if it is compressed once more, or broken
     */
    Archive nested(String name) throws IOException {
        Integer entry = entries.get(name);
        if (entry == null) {
            return null;
        }
        if (shortNumber(directory, entry + ENTRY_METHOD) != AS_IT_IS) {
            throw new IOException(name + " is compressed: the agent's jar was packed anew");
        }
        long place = contentOf(entry);
        int bytes = number(directory, entry + ENTRY_BYTES_OF_FILE);
        require(place + bytes <= length);
        return new Archive(file, start + place, bytes);
    }

    /**
     * A file's content.
     *
     * @return null if there is none of that name
     * @throws IOException if it cannot be read, or is not what the directory says
     */
    byte[] read(String name) throws IOException {
        Integer entry = entries.get(name);
        if (entry == null) {
            return null;
        }
        byte[] stored = read(contentOf(entry), number(directory, entry + ENTRY_STORED_BYTES));
        byte[] content = shortNumber(directory, entry + ENTRY_METHOD) == AS_IT_IS
                ? stored
                : inflated(stored, number(directory, entry + ENTRY_BYTES_OF_FILE));
        CRC32 crc = new CRC32();
        crc.update(content, 0, content.length);
        require((int) crc.getValue() == number(directory, entry + ENTRY_CRC));
        return content;
    }

    private static byte[] inflated(byte[] stored, int bytes) throws IOException {
        require(bytes >= 0 && bytes <= stored.length * MOST_OF_A_BYTE);
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

    /** The head before a file's content may be longer than its entry in the directory tells. */
    private long contentOf(int entry) throws IOException {
        long place = number(directory, entry + ENTRY_PLACE);
        byte[] head = read(place, HEAD_BYTES);
        require(number(head, 0) == HEAD_SIGNATURE);
        return place + HEAD_BYTES + shortNumber(head, HEAD_NAME_BYTES) + shortNumber(head, HEAD_EXTRA_BYTES);
    }

    private byte[] read(long place, int bytes) throws IOException {
        require(place >= 0 && bytes >= 0 && place + bytes <= length);
        byte[] content = new byte[bytes];
        synchronized (file) {
            file.seek(start + place);
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
            throw new IOException("the agent's jar is broken, or was overwritten while it was in use");
        }
    }
}
