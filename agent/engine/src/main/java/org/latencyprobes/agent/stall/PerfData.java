package org.latencyprobes.agent.stall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The names in the JVM's memory of performance counters and where their values are.
 *
 * <p>The format is that of HotSpot's {@code perfMemory.hpp}, version 2: a prologue of 32 bytes, then entries. Each entry says its
 * length, where its name and its value begin, the type of the value (as in class files) and the length of a vector, 0 for a scalar.
 */
final class PerfData {

    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER = 4;
    private static final int MAJOR_VERSION = 5;
    private static final int VERSION = 2;
    private static final int FIRST_ENTRY = 24;
    private static final int ENTRIES = 28;
    private static final int PROLOGUE_BYTES = 32;
    private static final int NAME = 4;
    private static final int VECTOR_LENGTH = 8;
    private static final int TYPE = 12;
    private static final int VALUE = 16;

    private PerfData() {}

    /**
     * Where the values of all numbers are.
     *
     * @return by name, offsets; empty where the memory holds no counters. The buffer's byte order is set to that of the numbers
     */
    static Map<String, Integer> offsets(ByteBuffer memory) {
        Map<String, Integer> offsets = new HashMap<>();
        memory.order(ByteOrder.BIG_ENDIAN);
        if (memory.capacity() < PROLOGUE_BYTES || memory.getInt(0) != MAGIC || memory.get(MAJOR_VERSION) != VERSION) {
            return offsets;
        }
        memory.order(memory.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int entry = memory.getInt(FIRST_ENTRY);
        for (int left = memory.getInt(ENTRIES); left > 0; left--) {
            if (memory.get(entry + TYPE) == 'J' && memory.getInt(entry + VECTOR_LENGTH) == 0) {
                offsets.put(text(memory, entry + memory.getInt(entry + NAME)), entry + memory.getInt(entry + VALUE));
            }
            entry += memory.getInt(entry);
        }
        return offsets;
    }

    private static String text(ByteBuffer memory, int start) {
        int end = start;
        while (memory.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - start];
        memory.get(start, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
