package org.latencyprobes.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.latencyprobes.benchmarks.subject.Variant;

class ColdFiguresTest {

    private static final String OUTPUT = """
            some agent says hello
            cold BARE 0.0 0.0
            cold NANO_TIME 210.4 800.0
            cold COUNTER_TIME 40 90.5
            cold ON 120.0 520.0
            sum 4711
            """;

    private final ColdFigures figures = new ColdFigures(null, 1);

    @Test
    void theDefaultAgentsJvmHasTheFiguresOfTheClocksToo() throws IOException {
        figures.add(Variant.ON, OUTPUT);

        assertThat(figures.p50(Variant.NANO_TIME).median()).isEqualTo(210.4);
        assertThat(figures.p99(Variant.COUNTER_TIME).median()).isEqualTo(90.5);
        assertThat(figures.p50(Variant.ON).median()).isEqualTo(120);
        assertThat(figures.p99(Variant.BARE).isEmpty()).isTrue();
    }

    @Test
    void anotherAgentsJvmHasItsOwnFigureOnly() throws IOException {
        figures.add(Variant.BYTEMAN, OUTPUT);

        assertThat(figures.p99(Variant.BYTEMAN).median()).isEqualTo(520);
        assertThat(figures.p50(Variant.ON).isEmpty()).isTrue();
        assertThat(figures.p50(Variant.NANO_TIME).isEmpty()).isTrue();
    }

    @Test
    void aJvmThatPrintsNoFiguresIsAFailure() {
        assertThatThrownBy(() -> figures.add(Variant.ON, "Could not create the Java Virtual Machine."))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Could not create");
    }
}
