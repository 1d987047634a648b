package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.TestJvm;

class FirstRecordTest {

    @Test
    void evenFirstSamplesOfJvmAllocateNothing() throws Exception {
        assertThat(TestJvm.run(FirstRecord.class)).isEqualTo("0 0");
    }

    @Test
    void evenFirstSlowSampleOfJvmAllocatesNothing() throws Exception {
        assertThat(TestJvm.run(FirstSlowRecord.class)).isEqualTo("0 2");
    }
}
