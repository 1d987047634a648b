package org.latencyprobes.agent.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The positions of the parts of a valid class file. */
final class ClassFileMap {

    private static final int UTF8 = 1;
    private static final int[] CONSTANT_BYTES = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};

    /** Offsets of constants' tags; −1 for numbers that have none. */
    final List<Integer> constants = new ArrayList<>();
    /** Offsets of two bytes of access flags. */
    final List<Integer> flags = new ArrayList<>();
    /** Offsets of four bytes of an attribute's length. */
    final List<Integer> lengths = new ArrayList<>();
    /** Offsets of two bytes that are the number of a constant, outside of code. */
    final List<Integer> numbers = new ArrayList<>();
    /** Begin and end of what is executed, with the table of handlers. */
    final List<int[]> code = new ArrayList<>();

    private final ByteBuffer file;

    ClassFileMap(byte[] classFile) {
        file = ByteBuffer.wrap(classFile);
        readConstants();
        flags.add(file.position());
        skip(2);
        number(2);
        number(file.getShort() & 0xffff);
        members();
        members();
        attributes();
    }

    private void readConstants() {
        file.position(8);
        int count = file.getShort() & 0xffff;
        constants.add(-1);
        while (constants.size() < count) {
            int tag = file.get(file.position());
            constants.add(file.position());
            if (tag == UTF8) {
                skip(3 + (file.getShort(file.position() + 1) & 0xffff));
            } else {
                skip(CONSTANT_BYTES[tag]);
            }
            if (CONSTANT_BYTES[tag] == 9) {
                constants.add(-1);
            }
        }
    }

    private void skip(int bytes) {
        file.position(file.position() + bytes);
    }

    private void number(int count) {
        for (int i = 0; i < count; i++) {
            numbers.add(file.position());
            skip(2);
        }
    }

    private void members() {
        int count = file.getShort() & 0xffff;
        for (int i = 0; i < count; i++) {
            flags.add(file.position());
            skip(2);
            number(2);
            attributes();
        }
    }

    private void attributes() {
        int count = file.getShort() & 0xffff;
        for (int i = 0; i < count; i++) {
            int name = file.getShort(file.position()) & 0xffff;
            number(1);
            lengths.add(file.position());
            int end = file.getInt() + file.position();
            if (isCode(name)) {
                int begin = file.position();
                skip(4);
                skip(file.getInt());
                skip(8 * (file.getShort() & 0xffff));
                code.add(new int[] {begin, file.position()});
                attributes();
            }
            file.position(end);
        }
    }

    private boolean isCode(int constant) {
        int at = constants.get(constant);
        byte[] text = new byte[file.getShort(at + 1) & 0xffff];
        file.get(at + 3, text);
        return new String(text, java.nio.charset.StandardCharsets.UTF_8).equals("Code");
    }

    boolean isInCode(int offset) {
        return code.stream().anyMatch(range -> range[0] <= offset && offset < range[1]);
    }
}
