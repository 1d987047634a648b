package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CachePressureTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 65})
    void touchesBuffersOfAnySize(int bytes) {
        assertThatCode(new CachePressure(bytes)::touch).doesNotThrowAnyException();
    }
}
