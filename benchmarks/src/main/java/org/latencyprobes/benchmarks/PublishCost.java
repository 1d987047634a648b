package org.latencyprobes.benchmarks;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.latencyprobes.micrometer.LatencyProbesMetrics;
import org.latencyprobes.micrometer.ProbesOtlp;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The command that measures one publish of one probe by backend: CPU time, garbage and bytes on the wire. A Timer of Micrometer's with
 * percentile histogram is measured beside it, on the same registry.
 *
 * <p>{@code java -cp benchmarks.jar org.latencyprobes.benchmarks.PublishCost}; it takes a minute. Samples are recorded between publishes,
 * and recording is not measured.
 */
public final class PublishCost {

    private static final int PROBES = 50;
    private static final int SAMPLES = 100;
    private static final int WARM_UP = 200;
    private static final int PUBLISHES = 200;
    private static final String PROTOBUF =
            "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private PublishCost() {}

    private record Cost(double cpuMicros, double kilobytes, double wireBytes) {}

    /**
     * Measures and prints.
     *
     * @param args none
     */
    public static void main(String... args) {
        System.out.printf(
                "%-22s %26s %26s %26s%n",
                "a probe, a publish", "CPU µs: probe, Timer, ratio", "garbage KB", "wire bytes");
        row("Prometheus text", prometheus(TEXT, true), prometheus(TEXT, false));
        row("Prometheus protobuf", prometheus(PROTOBUF, true), prometheus(PROTOBUF, false));
        row("OTLP cumulative", otlp("CUMULATIVE", true), otlp("CUMULATIVE", false));
        row("any other", simple(true), simple(false));
    }

    private static void row(String backend, Cost probe, Cost timer) {
        System.out.printf(
                "%-22s %8.1f %8.1f %8.2f %8.1f %8.1f %8.2f %8.0f %8.0f %8.2f%n",
                backend,
                probe.cpuMicros,
                timer.cpuMicros,
                probe.cpuMicros / timer.cpuMicros,
                probe.kilobytes,
                timer.kilobytes,
                probe.kilobytes / timer.kilobytes,
                probe.wireBytes,
                timer.wireBytes,
                probe.wireBytes / timer.wireBytes);
    }

    private static Cost prometheus(String contentType, boolean isProbe) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        return measure(registry, isProbe, () -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 20);
            try {
                registry.scrape(out, contentType);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return out.size();
        });
    }

    private static Cost otlp(String temporality, boolean isProbe) {
        AtomicLong bytes = new AtomicLong();
        OtlpMetricsSender sender = request -> bytes.addAndGet(request.getMetricsData().length);
        Map<String, String> keys = Map.of("otlp.step", "1h", "otlp.aggregationTemporality", temporality);
        OtlpMeterRegistry registry = OtlpMeterRegistry.builder(keys::get)
                .metricsSender(ProbesOtlp.sender(sender))
                .build();
        return measure(registry, isProbe, () -> {
            bytes.set(0);
            publish(registry);
            return bytes.get();
        });
    }

    private static void publish(OtlpMeterRegistry registry) {
        try {
            Method publish = OtlpMeterRegistry.class.getDeclaredMethod("publish");
            publish.setAccessible(true);
            publish.invoke(registry);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Cost simple(boolean isProbe) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AtomicLong sink = new AtomicLong();
        return measure(registry, isProbe, () -> {
            registry.getMeters()
                    .forEach(meter -> meter.measure().forEach(value -> sink.addAndGet((long) value.getValue())));
            return 0;
        });
    }

    private static Cost measure(MeterRegistry registry, boolean isProbe, LongSupplier publish) {
        LatencyProbe[] probes = IntStream.range(0, PROBES)
                .mapToObj(i -> LatencyProbe.named("cost " + i))
                .toArray(LatencyProbe[]::new);
        Timer[] timers = new Timer[isProbe ? 0 : PROBES];
        for (int i = 0; i < timers.length; i++) {
            timers[i] = Timer.builder("cost")
                    .tag("probe", String.valueOf(i))
                    .publishPercentileHistogram()
                    .register(registry);
        }
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            if (isProbe) {
                metrics.bindTo(registry);
            }
            return measured(probes, timers, publish);
        } finally {
            registry.close();
        }
    }

    private static Cost measured(LatencyProbe[] probes, Timer[] timers, LongSupplier publish) {
        SplittableRandom random = new SplittableRandom(1);
        long cpuNanos = 0;
        long allocated = 0;
        long wire = 0;
        for (int round = -WARM_UP; round < PUBLISHES; round++) {
            record(random, probes, timers);
            long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
            long cpuBefore = THREADS.getCurrentThreadCpuTime();
            long size = publish.getAsLong();
            if (round >= 0) {
                cpuNanos += THREADS.getCurrentThreadCpuTime() - cpuBefore;
                allocated += THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
                wire += size;
            }
        }
        double all = (double) PUBLISHES * PROBES;
        return new Cost(cpuNanos / 1e3 / all, allocated / 1024.0 / all, wire / all);
    }

    private static void record(SplittableRandom random, LatencyProbe[] probes, Timer[] timers) {
        for (int i = 0; i < PROBES; i++) {
            for (int sample = 0; sample < SAMPLES; sample++) {
                double spread = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
                long nanos = (long) (20_000 * Math.exp(1.5 * spread));
                if (timers.length > 0) {
                    timers[i].record(nanos, TimeUnit.NANOSECONDS);
                } else {
                    probes[i].recordNanos(nanos);
                }
            }
        }
    }
}
