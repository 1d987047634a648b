package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.TestJvm;

class FirstRecordTest {

    @Test
    void evenFirstSamplesOfJvmAllocateNothing() throws Exception {
        assertThat(printed(FirstRecord.class, "0 0")).contains("0 0");
    }

    @Test
    void evenFirstSlowSampleOfJvmAllocatesNothing() throws Exception {
        assertThat(printed(FirstSlowRecord.class, "0 2")).contains("0 2").allMatch(line -> line.endsWith(" 2"));
    }

    /** By up to three JVMs, until one prints what is hoped for: a JVM now and then adds an object of its own. */
    private static List<String> printed(Class<?> main, String hoped) throws Exception {
        List<String> printed = new ArrayList<>();
        while (printed.size() < 3 && !printed.contains(hoped)) {
            printed.add(TestJvm.run(main));
        }
        return printed;
    }
}
