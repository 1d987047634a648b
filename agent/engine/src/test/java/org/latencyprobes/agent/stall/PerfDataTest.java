package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class PerfDataTest {

    private static ByteBuffer memory(ByteOrder order) {
        ByteBuffer memory = ByteBuffer.allocate(32 + 2 * 48);
        memory.putInt(0xcafec0c0);
        memory.put((byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 0))
                .put((byte) 2)
                .put((byte) 0)
                .put((byte) 1);
        memory.order(order);
        memory.position(24);
        memory.putInt(32).putInt(2);
        entry(memory, 32, "name", 'B', 4, 0);
        entry(memory, 32 + 48, "sun.rt.time", 'J', 0, 4_711);
        return memory;
    }

    private static void entry(ByteBuffer memory, int at, String name, char type, int vector, long value) {
        memory.position(at);
        memory.putInt(48)
                .putInt(20)
                .putInt(vector)
                .put((byte) type)
                .put((byte) 0)
                .put((byte) 1)
                .put((byte) 1);
        memory.putInt(40).put(name.getBytes());
        memory.putLong(at + 40, value);
    }

    @Test
    void findsNumbersByNameInEitherByteOrder() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            ByteBuffer memory = memory(order);
            assertThat(PerfData.offsets(memory)).containsOnlyKeys("sun.rt.time");
            assertThat(memory.getLong(PerfData.offsets(memory).get("sun.rt.time")))
                    .isEqualTo(4_711);
        }
    }

    @Test
    void findsNothingInWhatIsNoPerfData() {
        assertThat(PerfData.offsets(ByteBuffer.allocate(0))).isEmpty();
        assertThat(PerfData.offsets(ByteBuffer.allocate(64))).isEmpty();
    }
}
