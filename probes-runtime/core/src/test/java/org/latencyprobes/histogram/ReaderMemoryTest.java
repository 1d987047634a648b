package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.TestJvm;
import org.latencyprobes.internal.counts.Layout;

class ReaderMemoryTest {

    private static final int NUMBERS_A_COUNTER = 2;
    private static final int READINGS = 2;
    private static final int MOST_OTHER_BYTES = 1_000;

    @Test
    void readerTakesByteForEachNumberAndGivesItBackWhenItIsGone() throws Exception {
        int packed = READINGS * NUMBERS_A_COUNTER * Layout.LENGTH;
        assertThat(Integer.parseInt(TestJvm.run(ReaderMemory.class))).isBetween(packed, packed + MOST_OTHER_BYTES);
    }
}
