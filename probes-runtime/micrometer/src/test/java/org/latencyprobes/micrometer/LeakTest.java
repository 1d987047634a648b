package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.latencyprobes.probe.LatencyProbe;

class LeakTest {

    @Test
    @SuppressWarnings("unchecked") // made by name
    void unboundRegistryLetsOurLoaderGo() throws Exception {
        try (URLClassLoader shared =
                ChildLoaders.of(ClassLoader.getPlatformClassLoader(), path -> !ChildLoaders.isOurs(path))) {
            Class<?> config = shared.loadClass(PrometheusConfig.class.getName());
            List<Object> registries = List.of(
                    ChildLoaders.make(shared, SimpleMeterRegistry.class),
                    shared.loadClass(PrometheusMeterRegistry.class.getName())
                            .getConstructor(config)
                            .newInstance(config.getField("DEFAULT").get(null)));
            for (Object registry : registries) {
                WeakReference<ClassLoader> ours = bindAndUnbind(shared, registry);
                await().atMost(1, MINUTES).pollInSameThread().untilAsserted(() -> {
                    System.gc();
                    assertThat(ours.get()).as(registry.toString()).isNull();
                });
            }
        }
    }

    @SuppressWarnings("unchecked") // made by name
    private static WeakReference<ClassLoader> bindAndUnbind(ClassLoader shared, Object registry) throws Exception {
        try (URLClassLoader ours = ChildLoaders.of(shared, ChildLoaders::isOurs)) {
            ((Consumer<Object>) ChildLoaders.make(ours, Isolated.BindAndUnbind.class)).accept(registry);
            return new WeakReference<>(ours);
        }
    }

    @Test
    void boundRegistriesMayGoWithoutBeingUnbound() {
        LatencyProbe.named("leak").recordNanos(1);
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            List<WeakReference<MeterRegistry>> bound =
                    List.of(bind(metrics, new SimpleMeterRegistry()), bind(metrics, Scrape.registry()));
            await().atMost(1, MINUTES).pollInSameThread().untilAsserted(() -> {
                System.gc();
                assertThat(bound).allMatch(registry -> registry.get() == null);
            });
        }
    }

    @Test
    void probesOfAnOwnerThatIsGoneGoToo() throws Exception {
        PrometheusMeterRegistry prometheus = Scrape.registry();
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        try (LatencyProbesMetrics metrics = LatencyProbesMetrics.builder()
                .every(Duration.ofMillis(20), Duration.ofMillis(20))
                .build()) {
            recordInPassingOwner();
            metrics.bindTo(prometheus);
            metrics.bindTo(simple);
            await().atMost(1, MINUTES).pollInSameThread().untilAsserted(() -> {
                System.gc();
                assertThat(prometheus.scrape()).doesNotContain("probe=\"isolated\"");
                assertThat(simple.find("probe.duration.count")
                                .tag("probe", "isolated")
                                .meters())
                        .isEmpty();
            });
        }
    }

    /** As of an agent that was detached and came again, in an application that has the registry. */
    @Test
    void aSeriesThatComesAgainHasANewStart() throws Exception {
        Otlp otlp = new Otlp();
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            metrics.bindTo(registry);
            publishOfPassingOwner(registry);
            ExponentialHistogramDataPoint first = otlp.only("isolated");
            await().atMost(1, MINUTES).pollInSameThread().untilAsserted(() -> {
                System.gc();
                otlp.requests.clear();
                Otlp.publish(registry);
                assertThat(otlp.points("isolated")).isEmpty();
            });
            publishOfPassingOwner(registry);
            ExponentialHistogramDataPoint again = otlp.only("isolated");
            assertThat(again.getCount()).isEqualTo(first.getCount());
            assertThat(again.getStartTimeUnixNano()).isGreaterThanOrEqualTo(first.getTimeUnixNano());
        }
    }

    private static void publishOfPassingOwner(OtlpMeterRegistry registry) throws Exception {
        try (URLClassLoader passing = ChildLoaders.of(ClassLoader.getPlatformClassLoader(), path -> true)) {
            Supplier<?> recording = (Supplier<?>) ChildLoaders.make(passing, Isolated.Plain.class);
            recording.get();
            Otlp.publish(registry);
            Reference.reachabilityFence(recording);
        }
    }

    private static void recordInPassingOwner() throws Exception {
        try (URLClassLoader passing = ChildLoaders.of(ClassLoader.getPlatformClassLoader(), path -> true)) {
            Supplier<?> recording = (Supplier<?>) ChildLoaders.make(passing, Isolated.Plain.class);
            recording.get();
            PrometheusMeterRegistry registry = Scrape.registry();
            try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
                metrics.bindTo(registry);
                assertThat(registry.scrape()).contains("probe=\"isolated\"");
            }
            Reference.reachabilityFence(recording);
        }
    }

    private static WeakReference<MeterRegistry> bind(LatencyProbesMetrics metrics, MeterRegistry registry) {
        metrics.bindTo(registry);
        registry.getMeters().forEach(meter -> meter.measure().forEach(value -> value.getValue()));
        return new WeakReference<>(registry);
    }
}
