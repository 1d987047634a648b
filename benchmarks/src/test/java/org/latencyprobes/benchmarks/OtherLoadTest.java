package org.latencyprobes.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OtherLoadTest {

    @Test
    void ownTimeIncludesTheChildrens() {
        String stat = "4711 (java (x) y) S 1 2 3 4 5 6 7 8 9 10 1000 200 30 4 20 0 15";

        assertThat(OtherLoad.ticks(stat)).isEqualTo(1_234);
    }
}
