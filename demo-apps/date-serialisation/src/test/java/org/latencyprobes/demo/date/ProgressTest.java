package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Settings SETTINGS =
            new Settings(1_000, 10_000, 100, 1_000, 100, 100, 3, 2, 1, 1, 1, false, -1, -1, 0, false);

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @Test
    void expectsOfTheNextRoundWhatTheLastOneTook() {
        Progress progress = progress(false);
        progress.started(List.of(Experiment.IN_SERVER));
        progress.ended(Experiment.IN_SERVER, 1, 75_000, "p50 2.00 µs");
        progress.started(List.of(Experiment.IN_SERVER));
        progress.ended(Experiment.SAME_RATE, 1, 30_000, "p50 2.00 µs");

        assertThat(text.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "[ 1/8] round 1, in the server       75.0 s  p50 2.00 µs; about 32 s left",
                        "[ 2/8] round 1, same rate, no TCP   30.0 s  p50 2.00 µs; about 1 min 15 s left");
    }

    @Test
    void writesOverItsLineOnATerminal() {
        Progress progress = progress(true);
        progress.started(List.of());
        progress.tick(Experiment.IN_SERVER, 1, 2_000);

        assertThat(text.toString(StandardCharsets.UTF_8))
                .startsWith("\r")
                .endsWith("[ 1/8] round 1, in the server      running, 30 s left in all");
    }

    @Test
    void keepsQuietBetweenLinesElsewhere() {
        Progress progress = progress(false);
        progress.started(List.of());
        progress.tick(Experiment.IN_SERVER, 1, 2_000);

        assertThat(text.size()).isZero();
    }

    private Progress progress(boolean live) {
        return new Progress(new PrintStream(text, true, StandardCharsets.UTF_8), live, SETTINGS);
    }
}
