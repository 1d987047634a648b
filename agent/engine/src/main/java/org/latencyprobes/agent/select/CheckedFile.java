package org.latencyprobes.agent.select;

import static org.latencyprobes.agent.select.FaultException.require;

import java.nio.ByteBuffer;
import java.util.Map;

/** A class file that is read with doubt. */
final class CheckedFile {

    /** How long the content of these attributes is. */
    private static final Map<String, Integer> LENGTHS =
            Map.of("Deprecated", 0, "EnclosingMethod", 4, "NestHost", 2, "Signature", 2, "Synthetic", 0);

    private final ByteBuffer bytes;
    private final Constants constants;

    CheckedFile(byte[] classFile) {
        bytes = ByteBuffer.wrap(classFile);
        constants = new Constants(bytes);
    }

    ByteBuffer bytes() {
        return bytes;
    }

    Constants constants() {
        return constants;
    }

    int unsignedShort() {
        return bytes.getShort() & 0xffff;
    }

    int position() {
        return bytes.position();
    }

    void position(int at) {
        bytes.position(at);
    }

    void skip(int count) {
        bytes.position(bytes.position() + count);
    }

    /** Reads the number of a constant of that kind. */
    void constant(int tag) {
        constants.requireTag(unsignedShort(), tag);
    }

    /** Reads the number of a constant of that kind, or 0. */
    void constantOrNone(int tag) {
        int number = unsignedShort();
        if (number != 0) {
            constants.requireTag(number, tag);
        }
    }

    String attributeName() {
        return constants.text(unsignedShort());
    }

    int attributeEnd(String name) {
        int length = bytes.getInt();
        require(length >= 0 && length <= bytes.remaining(), "an attribute is longer than the file");
        require(LENGTHS.getOrDefault(name, length) == length, "an attribute has another length than it must");
        return bytes.position() + length;
    }

    /** A row of a table. */
    @FunctionalInterface
    interface Row {

        /** Reads it. */
        void read();
    }

    /** A number of rows, that end where the attribute does. */
    void table(int rows, Row row, int end) {
        for (int left = rows; left > 0; left--) {
            row.read();
        }
        require(bytes.position() == end, "a table has another length than it says");
    }
}
