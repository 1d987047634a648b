package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepProgressTest {

    private static final List<Step> STEPS = List.of(
            new Step("server", 1, "round 1, in the server", 12_000),
            new Step("micro", 1, "round 1, micro", 3_000),
            new Step("server", 2, "round 2, in the server", 12_000));

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @Test
    void expectsOfTheNextRoundWhatTheLastOneTook() {
        StepProgress progress = progress(false);
        assertThat(progress.leftMillis()).isEqualTo(27_000);

        progress.started();
        progress.ended(75_000, "p50 2.00 µs");
        progress.started();
        progress.ended(30_000, "p50 2.00 µs");

        assertThat(text.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "[1/3] round 1, in the server  75.0 s  p50 2.00 µs; about 1 min 18 s left",
                        "[2/3] round 1, micro          30.0 s  p50 2.00 µs; about 1 min 15 s left");
    }

    @Test
    void writesOverItsLineOnATerminal() {
        StepProgress progress = progress(true);
        progress.started();
        progress.tick(2_000);

        assertThat(text.toString(StandardCharsets.UTF_8))
                .startsWith("\r")
                .endsWith("[1/3] round 1, in the server running, 25 s left in all");
    }

    @Test
    void keepsQuietBetweenLinesElsewhere() {
        StepProgress progress = progress(false);
        progress.started();
        progress.tick(2_000);

        assertThat(text.size()).isZero();
    }

    private StepProgress progress(boolean live) {
        return new StepProgress(new PrintStream(text, true, StandardCharsets.UTF_8), live, STEPS);
    }
}
