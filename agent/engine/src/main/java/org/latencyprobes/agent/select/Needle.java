package org.latencyprobes.agent.select;

import java.nio.charset.StandardCharsets;

/**
 * A text to be looked for in the raw bytes of class files.
 *
 * <p>The search is Horspool's (R. N. Horspool, Practical fast searching in strings, 1980): it looks at every n-th byte of most class files,
 * where n is the length of the text. Thread-safe; searching allocates nothing.
 */
final class Needle {

    /** Of a class file with annotations that are kept at run time. */
    static final Needle ANNOTATIONS = new Needle(ClassFile.ANNOTATIONS);

    /** Of a class file with our annotation. */
    static final Needle PROBE = new Needle(Markers.PROBE);

    private final byte[] wanted;
    private final byte[] shift = new byte[256];
    private final int last;

    Needle(String text) {
        wanted = text.getBytes(StandardCharsets.US_ASCII);
        last = wanted.length - 1;
        for (int i = 0; i < shift.length; i++) {
            shift[i] = (byte) wanted.length;
        }
        for (int i = 0; i < last; i++) {
            shift[wanted[i]] = (byte) (last - i);
        }
    }

    boolean isIn(byte[] classFile) {
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
