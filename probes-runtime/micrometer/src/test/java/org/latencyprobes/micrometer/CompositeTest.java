package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.probe.LatencyProbe;

class CompositeTest {

    private final CompositeMeterRegistry composite = new CompositeMeterRegistry();
    private final PrometheusMeterRegistry prometheus = Scrape.registry();
    private final SimpleMeterRegistry simple = new SimpleMeterRegistry();
    private final LatencyProbesMetrics metrics = LatencyProbesMetrics.builder()
            .every(Duration.ofMillis(20), Duration.ofMillis(20))
            .build();

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void eachPresentChildTakesItsOwnBinding() {
        CompositeMeterRegistry inner = new CompositeMeterRegistry();
        inner.add(prometheus);
        composite.add(inner);
        composite.add(simple);
        LatencyProbe.named("composite present").recordNanos(1);
        metrics.bindTo(composite);
        assertThat(Scrape.of(prometheus).histogram("composite present").getNativeSchema())
                .isEqualTo(5);
        assertThat(simple.find("probe.duration.count")
                        .tags("probe", "composite present", "outcome", "ok")
                        .functionCounters())
                .hasSize(1);
        assertThat(composite.getMeters()).isEmpty();
    }

    @Test
    void childrenThatComeAndGoAreFollowed() {
        LatencyProbe.named("composite later").recordNanos(1);
        metrics.bindTo(composite);
        composite.add(prometheus);
        composite.add(simple);
        await().atMost(1, MINUTES).untilAsserted(() -> {
            assertThat(prometheus.scrape()).contains("composite later");
            assertThat(simple.getMeters()).isNotEmpty();
        });
        composite.remove(simple);
        await().atMost(1, MINUTES)
                .untilAsserted(() -> assertThat(simple.getMeters()).isEmpty());
        assertThat(prometheus.scrape()).contains("composite later");
        metrics.unbind(composite);
        assertThat(prometheus.scrape()).isEmpty();
    }

    @Test
    void closedRegistriesAndUnboundOnesEndTheThread() {
        metrics.bindTo(composite);
        composite.add(simple);
        assertThat(ours()).isPositive();
        long before = ours();
        composite.close();
        simple.close();
        await().atMost(1, MINUTES).untilAsserted(() -> assertThat(ours()).isLessThan(before));
    }

    private static long ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("latency-probes-micrometer"))
                .count();
    }
}
