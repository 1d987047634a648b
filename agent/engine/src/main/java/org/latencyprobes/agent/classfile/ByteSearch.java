package org.latencyprobes.agent.classfile;

import java.nio.charset.StandardCharsets;

/**
 * A search for one text in the raw bytes of class files.
 *
 * <p>The search is Horspool's (R. N. Horspool, Practical fast searching in strings, 1980): it looks at every n-th byte of most class files,
 * where n is the length of the text. Thread-safe; searching allocates nothing.
 */
public final class ByteSearch {

    /** The search for annotations that are kept at run time. */
    public static final ByteSearch ANNOTATIONS = new ByteSearch(ClassFile.ANNOTATIONS);

    private final byte[] wanted;
    private final byte[] shift = new byte[256];
    private final int last;

    /**
     * Prepares a search.
     *
     * @param text of ASCII characters
     */
    public ByteSearch(String text) {
        wanted = text.getBytes(StandardCharsets.US_ASCII);
        last = wanted.length - 1;
        for (int i = 0; i < shift.length; i++) {
            shift[i] = (byte) wanted.length;
        }
        for (int i = 0; i < last; i++) {
            shift[wanted[i]] = (byte) (last - i);
        }
    }

    /**
     * Searches.
     *
     * @param classFile the bytes
     * @return true if the text is among them
     */
    public boolean isIn(byte[] classFile) {
        int end = last;
        while (end < classFile.length) {
            byte endByte = classFile[end];
            if (endByte == wanted[last] && isAt(classFile, end - last)) {
                return true;
            }
            end += shift[endByte & 0xff];
        }
        return false;
    }

    private boolean isAt(byte[] classFile, int start) {
        for (int i = last - 1; i >= 0; i--) {
            if (classFile[start + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
