package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The constants of a class file, looked up with the doubt that a malformed one deserves. */
final class Constants {

    static final int UTF8 = 1;
    static final int INTEGER = 3;
    static final int FLOAT = 4;
    static final int LONG = 5;
    static final int DOUBLE = 6;
    static final int CLASS = 7;
    static final int STRING = 8;
    static final int FIELD = 9;
    static final int METHOD = 10;
    static final int INTERFACE_METHOD = 11;
    static final int METHOD_HANDLE = 15;
    static final int METHOD_TYPE = 16;
    static final int DYNAMIC = 17;
    static final int INVOKE_DYNAMIC = 18;

    private static final int NAME_AND_TYPE = 12;
    private static final int FIRST = 10;

    private final ByteBuffer file;
    private final int[] offsets;
    private final String[] texts;

    /** Leaves the file behind the constants. */
    Constants(ByteBuffer file) {
        this.file = file;
        offsets = new int[unsignedShort(FIRST - 2)];
        texts = new String[offsets.length];
        file.position(FIRST);
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = file.position();
            int tag = file.get(file.position());
            int bytes = tag == UTF8 ? 3 + unsignedShort(file.position() + 1) : ClassFile.CONSTANT_BYTES[tag];
            require(bytes > 0, "constant " + i + " is of no known kind");
            file.position(file.position() + bytes);
            i += tag == LONG || tag == DOUBLE ? 1 : 0; // which takes two numbers
        }
    }

    /** Its kind, or 0 where there is none of that number. */
    int tag(int number) {
        return number >= offsets.length || offsets[number] == 0 ? 0 : file.get(offsets[number]);
    }

    void requireTag(int number, int tag) {
        if (tag(number) != tag) {
            throw FaultException.of("there is no constant " + number);
        }
    }

    String text(int number) {
        requireTag(number, UTF8);
        if (texts[number] == null) {
            byte[] text = new byte[unsignedShort(offsets[number] + 1)];
            file.get(offsets[number] + 3, text);
            texts[number] = new String(text, StandardCharsets.UTF_8);
        }
        return texts[number];
    }

    /** Of a field or method, or of what is linked at run time. */
    String descriptor(int number) {
        int nameAndType = unsignedShort(offsets[number] + 3);
        requireTag(nameAndType, NAME_AND_TYPE);
        return text(unsignedShort(offsets[nameAndType] + 3));
    }

    private int unsignedShort(int offset) {
        return file.getShort(offset) & 0xffff;
    }
}
