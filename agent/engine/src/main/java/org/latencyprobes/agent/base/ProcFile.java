package org.latencyprobes.agent.base;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/** A small file of the kernel's that stays open and is read again and again. Reading allocates nothing. For one thread. */
public final class ProcFile implements Closeable {

    /** What stands for a number that could not be read. */
    public static final long UNKNOWN = -1;

    private final RandomAccessFile file;
    private final byte[] bytes;
    private int length;

    private ProcFile(RandomAccessFile file, int bytes) {
        this.file = file;
        this.bytes = new byte[bytes];
    }

    /**
     * Opens a file.
     *
     * @param path where it is
     * @param bytes how many of it are read at most
     * @return null where there is no such file for us
     */
    public static ProcFile open(String path, int bytes) {
        try {
            return new ProcFile(new RandomAccessFile(path, "r"), bytes);
        } catch (FileNotFoundException | SecurityException absent) {
            return null;
        }
    }

    /** Reads it anew; where that fails it has no numbers. */
    public void read() {
        read(0);
    }

    /**
     * The same from a place in it on.
     *
     * @param position 0 or more
     */
    public void read(long position) {
        try {
            file.seek(position);
            length = Math.max(0, file.read(bytes, 0, bytes.length));
        } catch (IOException gone) {
            length = 0;
        }
    }

    /**
     * Whether nothing was read.
     *
     * @return true where reading failed, too
     */
    public boolean isEmpty() {
        return length == 0;
    }

    /**
     * The first four bytes that were read as one number, the lowest byte first.
     *
     * @return {@link #UNKNOWN} where there are fewer
     */
    public int littleEndian() {
        if (length < Integer.BYTES) {
            return (int) UNKNOWN;
        }
        return bytes[0] & 0xff | (bytes[1] & 0xff) << 8 | (bytes[2] & 0xff) << 16 | bytes[3] << 24;
    }

    /**
     * A word between blanks in what was read, as a number: with {@code 0x} before it, a hexadecimal one.
     *
     * @param index which, from 0
     * @return 0 or more; {@link #UNKNOWN} where there is none, or another word
     */
    public long word(int index) {
        int at = 0;
        for (int left = index; left > 0; left--) {
            while (at < length && bytes[at++] != ' ') {}
        }
        boolean isHex = at + 2 < length && bytes[at] == '0' && bytes[at + 1] == 'x';
        int radix = isHex ? 16 : 10;
        long value = at < length ? 0 : UNKNOWN;
        for (int i = isHex ? at + 2 : at; i < length && bytes[i] != ' ' && bytes[i] != '\n'; i++) {
            int digit = Character.digit(bytes[i], radix);
            if (digit < 0 || value > (Long.MAX_VALUE - digit) / radix) {
                return UNKNOWN;
            }
            value = value * radix + digit;
        }
        return value;
    }

    /**
     * A number in what was read.
     *
     * @param index which, from 0
     * @return 0 or more; {@link #UNKNOWN} where there is none
     */
    public long number(int index) {
        return number(0, index);
    }

    /**
     * The first number behind a text that begins a line.
     *
     * @param text as {@link #text} makes it
     * @return 0 or more; {@link #UNKNOWN} where there is none
     */
    public long numberAfter(byte[] text) {
        for (int i = 0; i + text.length <= length; i++) {
            if ((i == 0 || bytes[i - 1] == '\n') && startsWith(text, i)) {
                return number(i + text.length, 0);
            }
        }
        return UNKNOWN;
    }

    private boolean startsWith(byte[] text, int at) {
        for (int i = 0; i < text.length; i++) {
            if (bytes[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }

    private long number(int from, int index) {
        int left = index;
        int i = from;
        while (i < length) {
            if (!isDigit(i)) {
                i++;
                continue;
            }
            long value = 0;
            for (; i < length && isDigit(i); i++) {
                value = value * 10 + bytes[i] - '0';
            }
            if (left-- == 0) {
                return value;
            }
        }
        return UNKNOWN;
    }

    private boolean isDigit(int at) {
        return bytes[at] >= '0' && bytes[at] <= '9';
    }

    /**
     * A text to look for.
     *
     * @param text in ASCII
     * @return its bytes
     */
    public static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Closes files.
     *
     * @param filesOrNull null for those that could not be opened
     */
    public static void closeAll(ProcFile... filesOrNull) {
        for (ProcFile file : filesOrNull) {
            if (file != null) {
                file.close();
            }
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            length = 0; // there is nothing else to do about it
        }
    }
}
