package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.latencyprobes.probe.LatencyProbe;

/** A piece of a test that runs in a class loader of its own; only JDK types go in and out. */
public final class Isolated {

    private static final LatencyProbe PROBE = LatencyProbe.named("isolated", "desk", "fx");

    private Isolated() {}

    /** Without the jars of Prometheus and OTLP. */
    public static final class Plain implements Supplier<String> {
        @Override
        public String get() {
            PROBE.recordNanos(5_000);
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
                metrics.bindTo(registry);
                return registry.getMetersAsString();
            }
        }
    }

    /** A scrape. */
    public static final class Prometheus implements Supplier<String> {
        @Override
        public String get() {
            PROBE.recordNanos(5_000);
            PrometheusMeterRegistry registry = Scrape.registry();
            try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
                metrics.bindTo(registry);
                int schema = Scrape.of(registry).histogram("isolated").getNativeSchema();
                registry.config().commonTags("schema", String.valueOf(schema));
                return registry.scrape() + "schema " + schema;
            }
        }
    }

    /** A publish. */
    public static final class OpenTelemetry implements Supplier<String> {
        @Override
        public String get() {
            PROBE.recordNanos(5_000);
            Otlp otlp = new Otlp();
            OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
            try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
                metrics.bindTo(registry);
                Otlp.publish(registry);
                return otlp.only("isolated").toString();
            } finally {
                registry.close(); // its threads would keep the loader
            }
        }
    }

    /** Binds to a registry of the parent loader, reads it, and unbinds. */
    public static final class BindAndUnbind implements Consumer<Object> {
        @Override
        public void accept(Object registry) {
            PROBE.recordNanos(5_000);
            LatencyProbesMetrics metrics = new LatencyProbesMetrics();
            metrics.bindTo((MeterRegistry) registry);
            ((MeterRegistry) registry)
                    .getMeters()
                    .forEach(meter -> meter.measure().forEach(value -> value.getValue()));
            metrics.unbind((MeterRegistry) registry);
        }
    }
}
