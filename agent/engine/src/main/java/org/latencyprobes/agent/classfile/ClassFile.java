package org.latencyprobes.agent.classfile;

import java.nio.charset.StandardCharsets;

/**
 * A quick reader of class files, for the names of a class's parents and of its annotations. It does without ASM, which is not loaded before
 * a class really has a probe.
 *
 * <p>It throws an {@link IndexOutOfBoundsException} or {@link IllegalArgumentException} where the bytes are no class file. The JVM will
 * say so better. Not thread-safe.
 */
public final class ClassFile {

    /**
     * The attribute of annotations that are kept at run time. Others do not count: the JVM forgets them, so a class that is transformed again
     * has lost them.
     */
    static final String ANNOTATIONS = "RuntimeVisibleAnnotations";

    private static final int FIRST_CONSTANT = 10;
    private static final int UTF8 = 1;
    /** Bytes of a constant, its tag included, by tag; 0 for tags that are none. */
    private static final int[] CONSTANT_BYTES = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};

    private final byte[] bytes;
    private final int[] constants;
    private int at;

    /**
     * Reads where the constants are.
     *
     * @param bytes a class file
     */
    public ClassFile(byte[] bytes) {
        this.bytes = bytes;
        this.constants = new int[unsignedShort(8)];
        at = FIRST_CONSTANT;
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            int tag = bytes[at];
            if (tag == UTF8) {
                at += 3 + unsignedShort(at + 1);
            } else if (tag > 0 && tag < CONSTANT_BYTES.length && CONSTANT_BYTES[tag] > 0) {
                at += CONSTANT_BYTES[tag];
                i += CONSTANT_BYTES[tag] == 9 ? 1 : 0; // a long or double takes two numbers
            } else {
                throw new IllegalArgumentException("constant " + i + " has tag " + tag);
            }
        }
    }

    /** The receiver of what a class file names. */
    public interface Names {

        /**
         * The superclass or an interface.
         *
         * @param internalName its name
         */
        void parent(String internalName);

        /**
         * An annotation on the class or on one of its methods.
         *
         * @param descriptor of the annotation's type
         */
        void annotation(String descriptor);
    }

    /**
     * Tells the superclass and interfaces. To be called first, and once.
     *
     * @param receiver is told
     */
    public void parents(Names receiver) {
        int superclass = unsignedShort(at + 4);
        if (superclass != 0) {
            receiver.parent(className(superclass));
        }
        int interfaces = unsignedShort(at + 6);
        for (int i = 0; i < interfaces; i++) {
            receiver.parent(className(unsignedShort(at + 8 + 2 * i)));
        }
        at += 8 + 2 * interfaces;
    }

    /**
     * Tells the annotations of the class and of its methods. To be called after {@link #parents}, and once.
     *
     * @param receiver is told
     */
    public void annotations(Names receiver) {
        members(null);
        members(receiver);
        attributes(receiver);
    }

    private void members(Names receiver) {
        int count = unsignedShort(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            at += 6;
            attributes(receiver);
        }
    }

    private void attributes(Names receiver) {
        int count = unsignedShort(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            int name = unsignedShort(at);
            int length = signedInt(at + 2);
            if (length < 0) {
                throw new IllegalArgumentException(
                        "an attribute of " + length + " bytes"); // else hostile bytes could keep us in a loop
            }
            int end = at + 6 + length;
            if (receiver != null && isUtf8(name, ANNOTATIONS)) {
                at += 6;
                listed(receiver);
            }
            at = end;
        }
    }

    private void listed(Names receiver) {
        int count = unsignedShort(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            receiver.annotation(utf8(unsignedShort(at)));
            skipAnnotation();
        }
    }

    private void skipAnnotation() {
        int pairs = unsignedShort(at + 2);
        at += 4;
        for (int i = 0; i < pairs; i++) {
            at += 2;
            skipValue();
        }
    }

    private void skipValue() {
        int tag = bytes[at++];
        switch (tag) {
            case 'e' -> at += 4;
            case '@' -> skipAnnotation();
            case '[' -> {
                int count = unsignedShort(at);
                at += 2;
                for (int i = 0; i < count; i++) {
                    skipValue();
                }
            }
            case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z', 's', 'c' -> at += 2;
            default -> throw new IllegalArgumentException("an annotation has a value of tag " + tag);
        }
    }

    private boolean isUtf8(int constant, String text) {
        int start = constants[constant];
        if (unsignedShort(start + 1) != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[start + 3 + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String className(int constant) {
        return utf8(unsignedShort(constants[constant] + 1));
    }

    private String utf8(int constant) {
        int start = constants[constant];
        return new String(bytes, start + 3, unsignedShort(start + 1), StandardCharsets.UTF_8);
    }

    private int unsignedShort(int offset) {
        return (bytes[offset] & 0xff) << 8 | bytes[offset + 1] & 0xff;
    }

    private int signedInt(int offset) {
        return unsignedShort(offset) << 16 | unsignedShort(offset + 2);
    }
}
