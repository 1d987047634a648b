package org.latencyprobes.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.TestJvm;

class BareJvmTest {

    @Test
    void readsItsOwnProbesWhereJavaBaseIsAllThereIs() throws Exception {
        assertThat(TestJvm.run(BareJvm.class, "--limit-modules", "java.base")).isEqualTo("management false, read 1");
    }

    @Test
    void readsItsOwnProbesWhereManagementIs() throws Exception {
        assertThat(TestJvm.run(BareJvm.class)).isEqualTo("management true, read 1");
    }
}
