package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.step.StepRegistryConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.probe.LatencyProbe;

/** A registry that publishes steps: it reads counters at the step's start, and everything some time later. */
class StepRegistryTest {

    private static final Duration STEP = Duration.ofMinutes(1);

    private final MockClock clock = new MockClock();
    private final Registry registry = new Registry(clock);
    private final LatencyProbesMetrics metrics =
            LatencyProbesMetrics.builder().percentiles(0.5).build();

    private static final class Registry extends StepMeterRegistry {

        private final List<Map<String, Double>> published = new ArrayList<>();

        Registry(Clock clock) {
            super(new Config(), clock);
        }

        private record Config() implements StepRegistryConfig {
            @Override
            public String prefix() {
                return "test";
            }

            @Override
            public String get(String key) {
                return null;
            }

            @Override
            public Duration step() {
                return STEP;
            }
        }

        @Override
        protected TimeUnit getBaseTimeUnit() {
            return TimeUnit.MICROSECONDS;
        }

        @Override
        protected void publish() {
            Map<String, Double> values = new HashMap<>();
            for (Meter meter : getMeters()) {
                String key = meter.getId().getTag("probe") + " " + meter.getId().getName();
                if (meter instanceof FunctionCounter counter) {
                    values.put(key, counter.count());
                } else if (meter instanceof TimeGauge gauge) {
                    values.put(key, gauge.value());
                }
            }
            published.add(values);
        }

        void rollOver() {
            getMeters()
                    .forEach(meter -> meter.match(
                            any -> 0,
                            any -> 0,
                            any -> 0,
                            any -> 0,
                            any -> 0,
                            any -> 0,
                            FunctionCounter::count,
                            any -> 0,
                            any -> 0));
        }

        Map<String, Double> publishOnce() {
            publish();
            return published.get(published.size() - 1);
        }
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void countSumPercentileAndMaxOfAStepBelongTogether() {
        LatencyProbe probe = LatencyProbe.named("step fits");
        metrics.bindTo(registry);
        probe.recordNanos(4_000);
        probe.recordNanos(6_000);
        probe.recordNanos(6_000);
        clock.add(STEP);
        registry.rollOver();
        probe.recordNanos(900_000); // after the step, before it is published
        clock.addSeconds(20);
        Map<String, Double> first = registry.publishOnce();
        assertThat(first.get("step fits probe.duration.count")).isEqualTo(3);
        assertThat(first.get("step fits probe.duration.sum")).isCloseTo(16_000, within(16_000 * 0.004));
        assertThat(first.get("step fits probe.duration.percentile")).isCloseTo(6, within(6 * 0.004));
        assertThat(first.get("step fits probe.duration.max")).isEqualTo(6);
        clock.addSeconds(40);
        registry.rollOver();
        Map<String, Double> second = registry.publishOnce();
        assertThat(second.get("step fits probe.duration.count")).isEqualTo(1);
        assertThat(second.get("step fits probe.duration.max")).isEqualTo(900);
        assertThat(second.get("step fits probe.duration.percentile")).isCloseTo(900, within(900 * 0.004));
    }

    @Test
    void aFinalPublishHoldsAllCallsUntilTheLastReadingAndNoneAfterIt() {
        LatencyProbe probe = LatencyProbe.named("step final");
        metrics.bindTo(registry);
        clock.add(STEP);
        registry.rollOver();
        registry.publishOnce();
        probe.recordNanos(9_000);
        LatencyProbe unseen = LatencyProbe.named("step final unseen");
        unseen.recordNanos(1);
        metrics.prepareFinalPublish();
        probe.recordNanos(50_000);
        assertThat(registry.publishOnce().get("step final probe.duration.max")).isEqualTo(9);
        TimedWait.untilReadingAgainCounts();
        registry.close();
        Map<String, Double> last = registry.published.get(registry.published.size() - 1);
        assertThat(last.get("step final probe.duration.max")).isEqualTo(9);
        assertThat(last.get("step final probe.duration.count")).isEqualTo(1);
        assertThat(last.get("step final unseen probe.duration.count")).isEqualTo(1);
    }

    /** As the agent does when the options of a backend change. */
    @Test
    void whoeverGoesOnWithTheReaderSendsEachCallOnce() {
        LatencyProbe probe = LatencyProbe.named("step goes on");
        probe.recordNanos(1);
        CountsReader reader = CountsReader.fromNow();
        double sum = 0;
        for (int binder = 0; binder < 5; binder++) {
            probe.recordNanos(1);
            Registry bound = new Registry(clock);
            try (LatencyProbesMetrics metrics = LatencyProbesMetrics.builder()
                    .readers(any -> reader)
                    .every(Duration.ofMillis(1), Duration.ofMillis(1))
                    .build()) {
                metrics.bindTo(bound);
                probe.recordNanos(1);
                metrics.prepareFinalPublish();
                probe.recordNanos(1);
                bound.close();
            }
            sum += bound.published.get(bound.published.size() - 1).get("step goes on probe.duration.count");
        }
        assertThat(sum).isEqualTo(5 * 3 - 1); // the last one's call after its last reading is nobody's yet
    }

    @Test
    void deltasAddUpToTheCallsOverManyStepsAndTheFinalPublish() {
        LatencyProbe probe = LatencyProbe.named("step sum");
        probe.recordNanos(1); // before it is bound
        metrics.bindTo(registry);
        int calls = 0;
        for (int step = 1; step <= 20; step++) {
            for (int i = 0; i < step; i++) {
                probe.recordNanos(i);
            }
            calls += step;
            clock.add(STEP);
            if (step % 2 == 0) {
                registry.rollOver();
                probe.recordNanos(5);
                calls++;
            }
            registry.publishOnce();
        }
        TimedWait.untilReadingAgainCounts();
        probe.recordNanos(7);
        registry.close();
        assertThat(registry.published.stream()
                        .mapToDouble(values -> values.get("step sum probe.duration.count"))
                        .sum())
                .isEqualTo(calls + 1);
    }
}
