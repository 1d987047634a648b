package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.probe.LatencyProbe;

/** Tests of recording that goes on while registries publish. */
class ConcurrencyTest {

    private static final int THREADS = 3;
    private static final int CALLS = 300_000;

    @Test
    void nothingIsLostOrCountedTwiceOnAnyBinding() throws InterruptedException {
        LatencyProbe probe = LatencyProbe.named("concurrent");
        Otlp otlp = new Otlp();
        OtlpMeterRegistry delta = otlp.registry(AggregationTemporality.DELTA);
        PrometheusMeterRegistry prometheus = Scrape.registry();
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            metrics.bindTo(delta);
            metrics.bindTo(prometheus);
            metrics.bindTo(simple);
            List<Thread> recording = record(probe);
            long before = 0;
            for (int publish = 0; recording.stream().anyMatch(Thread::isAlive); publish++) {
                otlp.isDown = publish % 3 == 1;
                Otlp.publish(delta);
                long scraped = Scrape.of(prometheus).histogram("concurrent").getCount();
                assertThat(scraped).isGreaterThanOrEqualTo(before);
                before = (long) count(simple);
                assertThat(before).isGreaterThanOrEqualTo(scraped);
            }
            otlp.isDown = false;
            Otlp.publish(delta);
            assertThat(Scrape.of(prometheus).histogram("concurrent").getCount()).isEqualTo((long) THREADS * CALLS);
            assertThat(count(simple)).isEqualTo(THREADS * CALLS);
            assertThat(otlp.points("concurrent").stream()
                            .mapToLong(ExponentialHistogramDataPoint::getCount)
                            .sum())
                    .isEqualTo((long) THREADS * CALLS);
        }
    }

    private static double count(SimpleMeterRegistry simple) {
        return simple.get("probe.duration.count")
                .tags("probe", "concurrent", "outcome", "ok")
                .functionCounter()
                .count();
    }

    private static List<Thread> record(LatencyProbe probe) {
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            threads.add(new Thread(() -> {
                for (int call = 0; call < CALLS; call++) {
                    probe.recordNanos(call);
                }
            }));
        }
        threads.forEach(Thread::start);
        return threads;
    }
}
