package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.ForkedJvm;

class FirstRecordTest {

    @Test
    void evenFirstSampleOfJvmAllocatesNothing() throws Exception {
        assertThat(ForkedJvm.run(FirstRecord.class)).isEqualTo("0");
    }
}
