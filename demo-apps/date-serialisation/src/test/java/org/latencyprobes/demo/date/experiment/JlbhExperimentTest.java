package org.latencyprobes.demo.date.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.date.DateOptionsTest;
import org.latencyprobes.probe.LatencyProbe;

class JlbhExperimentTest {

    private static final int RATE = 1_000;
    private static final int WARM_UP = 100;
    private static final int CALLS = 200;

    /** JLBH's own loop counts from the end of each wait: what the generator is late with is due later. */
    @Test
    void callsAreDueAtTheRateHoweverLateTheGeneratorIs() {
        List<Long> due = new ArrayList<>();

        List<ExperimentRun> runs = run(due::add);

        assertThat(runs).hasSize(1);
        assertThat(runs.get(0).endToEnd().count()).isEqualTo(CALLS);
        assertThat(due).hasSize(WARM_UP + CALLS);
        assertThat(IntStream.range(WARM_UP + 1, due.size()).mapToLong(i -> due.get(i) - due.get(i - 1)))
                .containsOnly(TimeUnit.SECONDS.toNanos(1) / RATE);
    }

    @Test
    void saysWhyItBroke() {
        assertThatIllegalStateException()
                .isThrownBy(() -> run(startNanos -> {
                    throw new ArithmeticException();
                }))
                .withRootCauseInstanceOf(ArithmeticException.class);
    }

    private static List<ExperimentRun> run(LongConsumer due) {
        LatencyProbe probe = LatencyProbe.named(DateSerialiser.PROBE);
        return JlbhExperiment.atServersRate(
                DateOptionsTest.settings("--rate=" + RATE, "--iterations=" + CALLS, "--warm-up=" + WARM_UP, "--runs=1"),
                call -> startNanos -> {
                    due.accept(startNanos);
                    call.run();
                    probe.recordSince(System.nanoTime());
                    return startNanos;
                });
    }
}
