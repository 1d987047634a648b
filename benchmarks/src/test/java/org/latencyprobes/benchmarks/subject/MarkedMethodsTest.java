package org.latencyprobes.benchmarks.subject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkedMethodsTest {

    private final MarkedMethods two = new MarkedMethods("a.B$C", "level", 2);
    private final MarkedMethods one = new MarkedMethods("a.B", "call", 1);

    @Test
    void eachPeerIsToldInItsOwnWords() {
        assertThat(two.flightRecorder()).isEqualTo("a.B$C::level0;a.B$C::level1");
        assertThat(two.openTelemetry()).isEqualTo("a.B$C[level0,level1]");
        assertThat(two.asyncProfiler()).isEqualTo("a.B$C.level*");
        assertThat(one.flightRecorder()).isEqualTo("a.B::call");
        assertThat(one.asyncProfiler()).isEqualTo("a.B.call");
    }

    @Test
    void bytemanHasARuleAtEntryAndOneAtExitOfEachMethod() {
        assertThat(one.byteman()).isEqualTo("""
                RULE ENTRY of call
                CLASS a.B
                METHOD call
                HELPER org.latencyprobes.benchmarks.subject.BytemanTimer
                COMPILE
                AT ENTRY
                IF TRUE DO enter()
                ENDRULE
                RULE EXIT of call
                CLASS a.B
                METHOD call
                HELPER org.latencyprobes.benchmarks.subject.BytemanTimer
                COMPILE
                AT EXIT
                IF TRUE DO exit()
                ENDRULE
                """);
        assertThat(two.byteman()).contains("METHOD level0", "METHOD level1");
    }
}
