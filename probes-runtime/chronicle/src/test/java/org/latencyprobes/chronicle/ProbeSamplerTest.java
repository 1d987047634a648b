package org.latencyprobes.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import net.openhft.chronicle.core.util.NanoSampler;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.LatencyProbe;

class ProbeSamplerTest {

    /** Code as it is written for JLBH: {@code addProbe} once, then {@code sampleNanos} with differences of the clock. */
    private static final class Task {

        private final NanoSampler parse;
        private final NanoSampler write;

        Task(Function<String, NanoSampler> addProbe) {
            parse = addProbe.apply("jlbh parse");
            write = addProbe.apply("jlbh write");
        }

        void run() {
            long startNanos = System.nanoTime();
            long parsedNanos = System.nanoTime();
            parse.sampleNanos(parsedNanos - startNanos);
            write.sampleNanos(System.nanoTime() - parsedNanos);
        }
    }

    @Test
    void codeWrittenForJlbhRecordsIntoProbes() {
        Task task = new Task(ProbeSampler::named);
        for (int i = 0; i < 1_000; i++) {
            task.run();
        }
        assertThat(read("jlbh parse").count()).isEqualTo(1_000);
        assertThat(read("jlbh write").count()).isEqualTo(1_000);
    }

    @Test
    void durationArrivesAsGiven() {
        ProbeSampler.named("given").sampleNanos(1_234_567);
        assertThat(read("given").maxNanos()).isEqualTo(1_234_567);
        assertThat(read("given").outcome()).isEqualTo("ok");
    }

    @Test
    void probeMayHaveTags() {
        ProbeSampler.named("tagged", "venue", "XETR").sampleNanos(1);
        assertThat(read("tagged").tags()).isEqualTo(Map.of("venue", "XETR"));
    }

    @Test
    void presentProbeIsSampledToo() {
        LatencyProbe probe = LatencyProbe.named("present");
        probe.recordNanos(1);
        ProbeSampler.of(probe).sampleNanos(2);
        assertThat(read("present").count()).isEqualTo(2);
    }

    private static Interval read(String name) {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }
}
