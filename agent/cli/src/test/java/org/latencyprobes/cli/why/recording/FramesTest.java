package org.latencyprobes.cli.why.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FramesTest {

    @ParameterizedTest
    @CsvSource({
        "com.acme.Shop, Shop",
        "Shop, Shop",
        "[I, int[]",
        "[[J, long[][]",
        "[Lcom.acme.Shop$Journal;, Shop$Journal[]",
        "[[Ljava.lang.Object;, Object[][]",
        "[, [",
        "[Lcom.acme, [Lcom.acme"
    })
    void anArrayIsNamedAsInSource(String type, String simple) {
        assertThat(Frames.simple(type)).isEqualTo(simple);
    }
}
